import { join, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { afterAll } from 'vitest'
import { temporaryDirectory } from '../../../packages/testing/src/repository.ts'
import { startNode, type Started, type StartOptions } from './process.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

export interface Program {
  readonly file: string
  start(args?: readonly string[], options?: StartOptions): Started
}

/**
 * A few lines of code, with imports relative to the repository, as a program of its own: what several processes do to one
 * file can only be shown with several processes, and Node 20 does not run TypeScript. Call it outside of any test.
 */
export async function program(source: string): Promise<Program> {
  const folder = temporaryDirectory('holdpoint-program-')
  const entry = join(ROOT, 'test-program.ts')
  const bundle = await rolldown({
    input: entry,
    platform: 'node',
    plugins: [
      {
        name: 'source',
        load: (id) => (id === entry ? source : null),
        resolveId: { order: 'pre', handler: (id) => (id === entry ? id : null) },
      },
    ],
  })
  const file = join(folder.path, 'program.mjs')
  await bundle.write({ file, format: 'esm', codeSplitting: false })
  await bundle.close()
  afterAll(folder.dispose)
  return { file, start: (args = [], options = {}) => startNode(file, args, options) }
}
