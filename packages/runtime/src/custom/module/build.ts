import { createRequire } from 'node:module'
import type * as oxc from 'oxc-transform'
import { UserError } from '@holdpoint/engine'
import type { Built, BuiltModule } from './built.ts'
import { resolveImport } from './resolve.ts'

type Builder = Pick<typeof oxc, 'transformSync' | 'moduleRunnerTransformSync'>

/** Compiles a hook and its imports into code that requests its imports. Throws at the first error. */
export function build(texts: ReadonlyMap<string, string>, hook: string): Built {
  const builder = loadBuilder()
  const files = new Set(texts.keys())
  const modules: Record<string, BuiltModule> = Object.create(null)
  const waiting = [hook]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (modules[path] !== undefined) continue
    const { module, imports } = buildOne(path, texts.get(path) ?? '', builder)
    modules[path] = module
    for (const specifier of imports) {
      const imported = resolveImport(specifier, path, files)
      if ('problem' in imported) throw new UserError(`${path}: ${imported.problem}.`)
      if (imported.from === 'project') waiting.push(imported.path)
    }
  }
  return modules
}

interface One {
  readonly module: BuiltModule
  readonly imports: readonly string[]
}

function buildOne(path: string, text: string, { transformSync, moduleRunnerTransformSync }: Builder): One {
  if (path.endsWith('.json')) {
    try {
      JSON.parse(text)
    } catch {
      throw new UserError(`${path}: it is not JSON.`)
    }
    return { module: { json: text }, imports: [] }
  }
  if (!/\.m?[jt]s$/.test(path)) throw new UserError(`${path}: a hook imports .ts, .js, .mjs and .json files.`)
  const lang = /\.m?ts$/.test(path) ? 'ts' : 'js'
  const plain = transformSync(path, text, { lang, sourceType: 'module', target: 'node20' })
  refuse(path, plain.errors)
  const { code, deps, dynamicDeps, errors } = moduleRunnerTransformSync(path.replace(/ts$/, 'js'), plain.code)
  refuse(path, errors)
  return { module: { code }, imports: [...deps, ...dynamicDeps] }
}

function refuse(path: string, errors: readonly oxc.OxcError[]): void {
  const [first] = errors
  if (first === undefined) return
  const [, line] = /:(\d+:\d+)\]/.exec(first.codeframe ?? '') ?? []
  throw new UserError(`${path}${line === undefined ? '' : `:${line}`}: ${first.message}.`)
}

/** The compiler is a native binary, and a copied plugin does not contain it. */
function loadBuilder(): Builder {
  try {
    return createRequire(import.meta.url)('oxc-transform') as Builder
  } catch {
    throw new UserError(
      'this install cannot build hooks, because `oxc-transform` is missing. Run `npx holdpoint trust`; what it builds is used by this install, too.',
    )
  }
}
