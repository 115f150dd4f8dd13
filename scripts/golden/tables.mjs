// Collects the case tables of all hook tests without running a test: the test files are bundled with stubs for the
// test runner and for `testHook`, and loading the bundle collects the tables here.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { root } from '../bundle.mjs'

const ENTRY = join(root, 'golden-tables-entry.ts')
const STAND_INS = {
  'golden:test-hook': `export const testHook = (hook, table) => globalThis.goldenTables.push({ hook, table })`,
  'golden:vitest': `
    const nothing = new Proxy(() => nothing, { get: (_, key) => (key === Symbol.toPrimitive ? () => '' : nothing) })
    const describe = (_, body) => typeof body === 'function' && body()
    const it = nothing, test = nothing, expect = nothing, vi = nothing, onTestFinished = nothing
    const afterAll = (end) => globalThis.goldenEnds.push(end)
    const beforeAll = nothing, beforeEach = nothing, afterEach = nothing
    const names = { describe, it, test, expect, vi, onTestFinished, beforeAll, afterAll, beforeEach, afterEach }
    Object.assign(globalThis, names)
    export { describe, it, test, expect, vi, onTestFinished, beforeAll, afterAll, beforeEach, afterEach }`,
}

/** Bundles the tables into a file, which `loadTables` reads as often as there are workers. */
export async function bundleTables() {
  const file = join(root, 'node_modules/.cache/holdpoint', `golden-${process.pid}.mjs`)
  mkdirSync(join(root, 'node_modules/.cache/holdpoint'), { recursive: true })
  const imports = testFiles().map((path) => `import ${JSON.stringify(path)}`)
  const bundle = await rolldown({
    input: ENTRY,
    platform: 'node',
    external: (id) => !/^[./]|^@holdpoint\/|^golden:|^vitest$/.test(id),
    treeshake: false,
    plugins: [standIns([`import 'golden:vitest'`, ...imports].join('\n'))],
  })
  await bundle.write({ file, format: 'esm', codeSplitting: false })
  await bundle.close()
  return { file, remove: () => rmSync(file, { force: true }) }
}

/** Every `{hook, table}` that a test file hands to `testHook`, and what the files want done at the end. */
export async function loadTables(file) {
  Object.assign(globalThis, { goldenTables: [], goldenEnds: [] })
  await import(pathToFileURL(file).href)
  const { goldenTables: tables, goldenEnds: ends } = globalThis
  const end = async () => {
    for (const one of ends) await one()
  }
  return { tables, end }
}

const standIns = (entry) => ({
  name: 'golden-stand-ins',
  resolveId(id) {
    if (id === ENTRY || id in STAND_INS) return id
    if (id === 'vitest') return 'golden:vitest'
    return /(^|\/)test-hook\.ts$/.test(id) ? 'golden:test-hook' : null
  },
  load: (id) => (id === ENTRY ? entry : (STAND_INS[id] ?? null)),
  // Test files resolve their neighbours by this, and the bundle is in another directory.
  transform: (code, id) =>
    code.includes('import.meta.dirname')
      ? code.replaceAll('import.meta.dirname', JSON.stringify(id.slice(0, id.lastIndexOf('/'))))
      : null,
})

/** Sorted by their own names, so that moving a folder does not change the order. */
function testFiles() {
  return ['src', 'packages']
    .flatMap((folder) => listed(join(root, folder)))
    .filter((path) => path.endsWith('.test.ts') && !path.endsWith('/test-hook.test.ts'))
    .filter((path) => readFileSync(path, 'utf8').includes('testHook('))
    .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

const nameOf = (path) => relative(root, path).split('/').slice(-2).join('/')

function listed(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : listed(path)
      return [path]
    })
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}
