import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { afterAll } from 'vitest'
import { startNode, type Started, type StartOptions } from '../../process/support/process.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const ENTRY = join(ROOT, 'test-program.ts')
let serial = 0

/**
 * Like test/process/support/program.ts, for code that needs the database: a native module cannot be bundled, so the
 * program is written where Node finds our dependencies.
 */
export async function program(source: string): Promise<(args: readonly string[], options?: StartOptions) => Started> {
  const folder = join(ROOT, `node_modules/.cache/holdpoint/program-${process.pid}-${++serial}`)
  mkdirSync(folder, { recursive: true })
  const bundle = await rolldown({
    input: ENTRY,
    platform: 'node',
    external: (id) => !/^(?:\.|\/|@holdpoint\/)/.test(id),
    plugins: [
      {
        name: 'source',
        load: (id) => (id === ENTRY ? source : null),
        resolveId: { order: 'pre', handler: (id) => (id === ENTRY ? id : null) },
      },
    ],
  })
  const file = join(folder, 'program.mjs')
  await bundle.write({ file, format: 'esm', codeSplitting: false })
  await bundle.close()
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return (args, options = {}) => startNode(file, args, options)
}
