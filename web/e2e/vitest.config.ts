import { defineConfig } from 'vitest/config';

// Real Chromium against the real program: one file after the other, as all share two cores.
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 120_000,
  },
});
