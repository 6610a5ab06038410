import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

// In development the page is served by Vite and the rest by a running server.
const server = process.env.KAESU_SERVER ?? 'http://127.0.0.1:8080';

/** Vite lists the licences of modules; that of the font, which is none, is added to them. */
function licenceOf(font: string): Plugin {
  return {
    name: 'licence-of-the-font',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const read = (name: string) => readFileSync(`${import.meta.dirname}/node_modules/${font}/${name}`, 'utf8');
        const { name, version, license } = JSON.parse(read('package.json')) as Record<string, string>;
        const list = bundle['licences.txt'];
        if (list?.type !== 'asset') throw new Error('licences.txt was not made');
        list.source = `${String(list.source).trimEnd()}\n\n## ${name} - ${version} (${license})\n\n${read('LICENSE')}`;
      },
    },
  };
}

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), licenceOf('@fontsource-variable/figtree')],
  build: {
    // The server's Content-Security-Policy allows neither inline scripts nor data addresses.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // What the page contains of others goes out with their licences.
    license: { fileName: 'licences.txt' },
    target: 'es2022',
  },
  server: {
    proxy: { '/api': { target: server, ws: true, changeOrigin: true, headers: { origin: server } } },
  },
  // Components mount in tests only with the browser's side of Svelte.
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts'],
    testTimeout: 30_000,
  },
}));
