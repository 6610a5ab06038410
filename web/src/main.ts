import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { startRouter } from './router.svelte';
import { keepSettings } from './settings/store.svelte';

startRouter();
keepSettings();

const target = document.getElementById('app');
if (target) mount(App, { target });
