import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runInThisContext } from 'node:vm'
import type { Built } from './built.ts'
import { resolveImport } from './resolve.ts'
import { HOOKS_DIRECTORY } from './tree.ts'

type Exports = Record<string, unknown>

/** Modules outside the hooks directory. The code lists the imported names. */
export type Outside = (specifier: string, names: readonly string[] | undefined) => Promise<object>

interface Loading {
  readonly exports: Exports
  readonly done: Promise<void>
}

/** Runs modules that were built to request their imports, each once. */
export function openRunner(modules: Built, root: string, outside: Outside): (path: string) => Promise<Exports> {
  const files = new Set(Object.keys(modules))
  const started = new Map<string, Loading>()

  async function load(path: string, importers: readonly string[]): Promise<Exports> {
    const loading = started.get(path) ?? start(path, importers)
    // In an import cycle, one module gets incomplete exports.
    if (!importers.includes(path)) await loading.done
    return loading.exports
  }

  function start(path: string, importers: readonly string[]): Loading {
    const exports: Exports = Object.create(null)
    let loading: Loading
    // Registered before its first line runs, because its imports may lead back to it.
    const done = Promise.resolve().then(() => evaluate(path, exports, [...importers, path]))
    started.set(path, (loading = { exports, done }))
    return loading
  }

  async function evaluate(path: string, exports: Exports, importers: readonly string[]): Promise<void> {
    const module = modules[path]
    if (module === undefined) throw new Error(`${path} is not part of what was trusted`)
    if ('json' in module) {
      exports['default'] = JSON.parse(module.json)
      return
    }
    const source = join(root, HOOKS_DIRECTORY, path)
    const load_ = async (
      specifier: string,
      wanted?: { readonly importedNames?: readonly string[] },
    ): Promise<object> => {
      const imported = resolveImport(specifier, path, files)
      if ('problem' in imported) throw new Error(`${path}: ${imported.problem}`)
      const names = wanted?.importedNames
      if (imported.from !== 'project') return complete(await outside(specifier, names), specifier, path, names)
      return load(imported.path, importers)
    }
    const meta = { url: pathToFileURL(source).href, filename: source, dirname: join(source, '..') }
    const code = `(async function(${NAMES.join(',')}){"use strict";${module.code}\n})`
    const body = runInThisContext(code, { filename: source }) as (...given: readonly unknown[]) => Promise<void>
    await body(exports, load_, load_, meta, (all: object) => exportAll(exports, all))
  }

  return (path) => load(path, [])
}

/** The names that the builder generates. */
const NAMES = [
  '__vite_ssr_exports__',
  '__vite_ssr_import__',
  '__vite_ssr_dynamic_import__',
  '__vite_ssr_import_meta__',
  '__vite_ssr_exportAll__',
]

/** A missing export would be undefined, and fail only when it is used. */
function complete(module: object, specifier: string, path: string, names: readonly string[] = []): object {
  const missing = names.find((name) => !(name in module))
  if (missing === undefined) return module
  throw new Error(`${path}: \`${specifier}\` has no export \`${missing}\``)
}

function exportAll(exports: Exports, all: object): void {
  for (const name of Object.keys(all)) {
    if (name === 'default' || name in exports) continue
    const get = (): unknown => (all as Exports)[name]
    Object.defineProperty(exports, name, { enumerable: true, configurable: true, get })
  }
}
