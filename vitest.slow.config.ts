import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { noon } from './test/process/support/noon.ts'

/** Files with a property that `npm test` tries less often. */
const properties = readdirSync('packages', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
  .map((name) => join('packages', name))
  .filter((path) => readFileSync(path, 'utf8').includes('support/tries.ts'))

export default defineConfig({
  test: {
    globals: true,
    include: ['test/slow/**/*.test.ts', ...properties],
    env: { HOLDPOINT_ALL_RUNS: '1', TZ: noon.zone },
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
})
