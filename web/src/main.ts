import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { fetchTexts, keepTexts } from './i18n/text.svelte';
import { startRouter } from './router.svelte';
import { keepSettings } from './settings/store.svelte';

keepSettings();

const target = document.getElementById('app');

async function begin(into: HTMLElement): Promise<void> {
  // Nobody sees another script first.
  await fetchTexts();
  keepTexts();
  // A study is another page, which whoever only plays does not load.
  if (/^\/study(\/|$)/.test(location.pathname)) return (await import('./study/start')).start(into);
  startRouter();
  mount(App, { target: into });
}

if (target) void begin(target);
