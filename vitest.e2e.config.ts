import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globals: true,
    // A file may be about agents that this run does not include.
    passWithNoTests: true,
    include: ['test/e2e/**/*.test.ts'],
    globalSetup: ['test/e2e/harness/setup.ts'],
    // Two CLIs at once is what a small machine bears without their own timeouts coming up.
    maxWorkers: 2,
    testTimeout: 120_000 * Number(process.env['HOLDPOINT_E2E_PATIENCE'] ?? 1),
  },
})
