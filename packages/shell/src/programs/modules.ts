import { isKnown } from '../effects.ts'
import { absolutePath } from '../paths.ts'
import type { Context } from '../read/context.ts'
import type { Interpreted } from './code.ts'

/** Files that an interpreter loads by the name of a module. */

/** What follows a name to make it a file, in the order in which interpreters try. */
const ENDINGS: Partial<Record<Interpreted, readonly string[]>> = {
  python: ['.py', '/__main__.py', '/__init__.py', ''],
  javascript: ['', '.js', '.cjs', '.mjs', '.ts', '.json', '/index.js', '/index.mjs', '/index.ts'],
  ruby: ['', '.rb'],
  perl: ['', '.pm', '.pl'],
  php: [''],
  awk: ['', '.awk'],
}

/** Where code names others. The first group is the name. */
const NAMING: Partial<Record<Interpreted, readonly RegExp[]>> = {
  python: [
    /(?:^|[;\n:])[ \t]*import[ \t]+([\w.]+(?:[ \t]*,[ \t]*[\w.]+)*)/g,
    /(?:^|[;\n:])[ \t]*from[ \t]+([\w.]+)[ \t]+import\b/g,
    /\b(?:__import__|import_module|run_module|run_path)\([ \t]*['"]([\w./-]+)['"]/g,
  ],
  javascript: [
    /\b(?:require|import|fork|Worker|register)[ \t]*\([ \t]*['"`]([^'"`\n]+)['"`]/g,
    /\b(?:from|import)[ \t]*['"]([^'"\n]+)['"]/g,
  ],
  ruby: [/\b(?:require_relative|require|load)[ \t(]+['"]([^'"\n]+)['"]/g],
  perl: [/\b(?:require|do)[ \t(]+['"]([^'"\n]+)['"]/g, /\b(?:use|require)[ \t]+([A-Za-z_][\w:]*)/g],
  php: [/\b(?:include|require)(?:_once)?[ \t(]+['"]([^'"\n]+)['"]/g],
  awk: [/@include[ \t]+"([^"\n]+)"/g],
}

const MAX_MODULES = 50

/** Files that code names and that were put there by this command or an earlier call: the code runs them too. */
export function loadedBy(context: Context, language: Interpreted, source: string, script: string): readonly string[] {
  const { state, reader } = context
  const mayBeNew = state.files.size > 0 || reader.world.originOf !== undefined
  if (!mayBeNew || source.length > MAX_SOURCE) return []
  const names = (NAMING[language] ?? []).flatMap((pattern) =>
    Array.from(source.matchAll(pattern), ([, name = '']) => name).slice(0, MAX_MODULES),
  )
  const directory = script.includes('/') ? script.slice(0, script.lastIndexOf('/')) : '.'
  const isNew = (path: string): boolean =>
    state.files.has(path) || (reader.world.originOf?.(path) !== undefined && reader.world.read(path) !== undefined)
  const all = names.flatMap((name) => name.split(/[ \t]*,[ \t]*/)).slice(0, MAX_MODULES)
  return all.flatMap((name) => moduleFile(context, language, name, isNew, directory) ?? [])
}

const MAX_SOURCE = 1 << 18

/** The file that a module is in, among those that are there. */
export function moduleFile(
  context: Context,
  language: Interpreted,
  name: string,
  isThere: (path: string) => boolean = (path) => isFile(context, path),
  directory = '.',
): string | undefined {
  if (!isKnown(name) || name === '' || name.includes('\0')) return undefined
  const isPath = name.startsWith('.') || name.includes('/')
  const file = isPath ? name : language === 'python' ? name.replaceAll('.', '/') : name.replaceAll('::', '/')
  for (const place of new Set([directory, '.', ...searchPath(context, language)])) {
    for (const ending of ENDINGS[language] ?? []) {
      const path = absolutePath(absolutePath(file + ending, context.path(place)), context.state.cwd)
      if (isThere(path)) return path
    }
  }
  return undefined
}

export const isFile = ({ state, reader }: Context, path: string): boolean =>
  state.files.has(path) || reader.world.read(path) !== undefined

const VARIABLES: Partial<Record<Interpreted, string>> = {
  python: 'PYTHONPATH',
  javascript: 'NODE_PATH',
  ruby: 'RUBYLIB',
  perl: 'PERL5LIB',
}

/** Directories from the environment, and those that options add. */
function searchPath({ env, texts }: Context, language: Interpreted): readonly string[] {
  const variable = VARIABLES[language]
  const listed = variable === undefined ? [] : (env.get(variable)?.text ?? '').split(':')
  const added = /^(?:perl|ruby)$/.test(language)
    ? texts.flatMap((text, index) =>
        text === '-I' ? [texts[index + 1] ?? ''] : text.startsWith('-I') ? [text.slice(2)] : [],
      )
    : []
  return [...listed, ...added].filter((place) => place !== '' && isKnown(place)).slice(0, MAX_PLACES)
}

const MAX_PLACES = 16

/** Python runs these automatically when it finds them on its path. */
const PYTHON_STARTS = ['sitecustomize', 'usercustomize']

/** Files that an interpreter runs before its program: what its options name, and what it looks for. */
export function startFiles(context: Context, language: Interpreted, named: readonly string[]): readonly string[] {
  const own = language === 'python' && context.env.has('PYTHONPATH') ? PYTHON_STARTS : []
  return [...named, ...own].flatMap((name) => moduleFile(context, language, name) ?? [])
}
