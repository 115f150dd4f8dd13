import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globals: true,
    include: ['test/e2e/**/*.test.ts'],
    globalSetup: ['test/e2e/harness/setup.ts'],
    // One CLI at a time: it is large, and its own timeouts are part of what is tested.
    maxWorkers: 1,
    testTimeout: 120_000,
  },
})
