import { defineConfig } from 'vitest/config'
import { noon } from './test/process/support/noon.ts'

export default defineConfig({
  test: {
    globals: true,
    include: [
      'packages/*/src/**/*.test.ts',
      'test/**/*.test.ts',
      'packages/dashboard/page/src/**/*.test.ts',
      '{bench,scripts}/**/*.test.mjs',
    ],
    exclude: ['test/slow/**', 'test/e2e/**', 'test/browser/**'],
    env: { TZ: noon.zone },
    // Loading the modules anew for each file takes longer than most files: a test undoes what it changes outside.
    isolate: false,
    // Process tests start Node many times; two at once is what a small machine bears.
    maxWorkers: 2,
    testTimeout: 30_000,
  },
})
