import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { noon } from './test/process/support/noon.ts'

/** Files of `npm test` that do a tenth of something there. */
const scaled = ['packages', 'test/process']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
  .filter((path) => path.endsWith('.test.ts') && readFileSync(path, 'utf8').includes('support/tries.ts'))

export default defineConfig({
  test: {
    globals: true,
    include: ['test/slow/**/*.test.ts', ...scaled],
    env: { HOLDPOINT_ALL_RUNS: '1', TZ: noon.zone },
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
})
