import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

let serial = 0

/** Runs TypeScript that Node 20 cannot: bundles it into a file beside node_modules and imports that. */
export async function importSource(virtualSource) {
  const file = join(root, 'node_modules/.cache/holdpoint', `${process.pid}-${++serial}.mjs`)
  mkdirSync(dirname(file), { recursive: true })
  const bundle = await rolldown({
    input: 'virtual:entry',
    platform: 'node',
    external: (id) => !/^(?:\.|\/|virtual:entry$|@holdpoint\/)/.test(id),
    plugins: [
      {
        name: 'virtual-entry',
        resolveId: (id) => (id === 'virtual:entry' ? join(root, 'virtual-entry.ts') : null),
        load: (id) => (id === join(root, 'virtual-entry.ts') ? virtualSource : null),
      },
    ],
  })
  try {
    await bundle.write({ file, format: 'esm', codeSplitting: false })
    return await import(pathToFileURL(file).href)
  } finally {
    await bundle.close()
    rmSync(file, { force: true })
  }
}
