import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// In development the page is served by Vite and the rest by a running server.
const server = process.env.KAESU_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
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
