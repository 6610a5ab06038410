import { defineConfig } from 'vitest/config';

// Real Chromium against the real program, two files at a time: each waits for animations and clocks half of its time.
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    maxWorkers: 2,
    testTimeout: 900_000,
    hookTimeout: 120_000,
  },
});
