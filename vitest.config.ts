import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Process tests start Node many times; two at once is what a small machine bears.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'parts',
          globals: true,
          include: ['src/**/*.test.ts', 'dashboard/src/**/*.test.ts', 'bench/**/*.test.mjs'],
          // Hundreds of files that all load the same: what one has loaded serves the next.
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'whole',
          globals: true,
          include: ['test/**/*.test.ts'],
          exclude: ['test/slow/**', 'test/e2e/**', 'test/browser/**'],
          // A small process starts others quicker.
          isolate: true,
          testTimeout: 30_000,
        },
      },
    ],
  },
})
