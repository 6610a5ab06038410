import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { startRouter } from './router.svelte';
import { keepSettings } from './settings/store.svelte';

keepSettings();

const target = document.getElementById('app');
// A study is another page, which whoever only plays does not load.
if (target && /^\/study(\/|$)/.test(location.pathname)) {
  void import('./study/start').then(({ start }) => start(target));
} else if (target) {
  startRouter();
  mount(App, { target });
}
