import type { FileTouch, ToolCall } from '../event.ts'
import { trimPath, absolutePath } from '@holdpoint/shell'
import { partsOf, type Field, type Part } from './input-parts.ts'
import { COPIES, DELETES, EDITS, LOOKS, MOVES, natureOf, READS, CHANGES, wordsOf } from './input-tool.ts'

export { purposeOf } from './input-tool.ts'

interface NamedCall {
  readonly tool: ToolCall
  readonly cwd: string
}

/** Names under which tools without a description take a file. */
const KEYS =
  /^(file|files|path|paths|file_?names?|(file|absolute|relative|full|old|new|source|target|dest|destination|notebook)_?(path|file|paths|files)|source|target|src|dest|destination|uri|url|directory|dir|from|to)$/i

/** Paths that a tool without described files was given, by the names of its inputs. */
export function inputPaths({ tool, cwd }: NamedCall, home: string | undefined): readonly string[] {
  if (tool.kind !== 'mcp' && tool.kind !== 'other') return []
  return partsOf(tool)
    .parts.flatMap(({ fields }) => fields)
    .filter(({ key }) => KEYS.test(key))
    .flatMap((field) => textsOf(field).flatMap((text) => pathIn(text, true) ?? []))
    .slice(0, MAX_PATHS)
    .map((path) => inputPath(path, cwd, home))
}

/** A file that a tool without described files would touch. */
export interface InputTouch {
  readonly path: string
  readonly op: FileTouch['op'] | 'list'
  /** It may be something else than a path, or the tool may do something else with it. */
  readonly maybe: boolean
  readonly recursive: boolean
  readonly content?: string
  /** What is copied there. */
  readonly from?: readonly string[]
}

/** Keys that name a file, whatever precedes the last word: `localFile`, `target.location`. */
const PATH_KEY =
  /(?:^| )(?:path|paths|file|files|filename|filenames|filepath|dir|directory|directories|folder|uri|location|document|source|target|src|dest|destination|from|to)$|^(?:path|file) /
const SOURCE_KEY = /^(?:source|src|from|old|original|input)(?: |$)/
/** Text for people, patterns, and what is left out of a search: no file is touched by being named there. */
const NO_PATH =
  /(?:^| )(?:title|description|explanation|reason|labels?|comments?|notes?|prompt|thoughts?|questions?|summary|subject|instructions?|topic|observations?|content|contents|body|message|messages|text|texts|query|q|patterns?|regex|repl|excludes?|ignore|selector|old (?:str|string|text)|new (?:str|string|text|source)|command|cmd|code|script|sql|branch|branch name|plan|insight|findings?|evidence|data|values?)$/
const CONTENT_KEY = /^(?:content|contents|text|file text|body|data|new (?:str|string|text|source)|value)$/

const MAX_PATHS = 200

export interface InputTouches {
  readonly touches: readonly InputTouch[]
  readonly over: boolean
}

export function touchesOf(tool: ToolCall): InputTouches {
  const { parts } = partsOf(tool)
  const fields = parts.flatMap((part) => part.fields)
  const content = fields.find((field) => CONTENT_KEY.test(wordsOf(field.key).join(' ')))?.value
  const named = parts.flatMap((part) => {
    const deed = deedOf(tool, part)
    return part.fields.flatMap((field) => {
      const key = wordsOf(field.key).join(' ')
      const isNamed = PATH_KEY.test(key)
      if (!isNamed && NO_PATH.test(key)) return []
      const paths = textsOf(field).flatMap((text) => pathIn(text, isNamed) ?? [])
      return paths.map((path) => ({ path, isNamed, isSource: SOURCE_KEY.test(key), deed }))
    })
  })
  const patched = fields.flatMap((field) => textsOf(field).flatMap(filesInPatch))
  const sources = named.filter(({ isSource }) => isSource).map(({ path }) => path)
  const touches = [
    ...patched,
    ...named.flatMap(({ path, isNamed, isSource, deed }): readonly InputTouch[] => {
      if (!isNamed || deed === 'unknown') return [{ path, op: 'read', maybe: true, recursive: false }]
      return deed.ops(isSource).map((op) => ({
        path,
        op,
        maybe: false,
        recursive: op === 'delete' && !isPlainFile(path, deed.own),
        ...(op === 'write' && typeof content === 'string' && { content }),
        ...(op === 'write' && !isSource && sources.length > 0 && { from: sources }),
      }))
    }),
  ]
  return { touches: touches.slice(0, MAX_PATHS), over: touches.length > MAX_PATHS }
}

interface Deed {
  readonly own: readonly string[]
  ops(isSource: boolean): readonly InputTouch['op'][]
}

/** `{"type": "delete", "path": …}`: of several things that a tool can do, a field beside the path names one. */
const VERB_KEY = /^(?:type|op|operation|action|mode|command|verb)$/

function deedOf(tool: ToolCall, { fields }: Part): Deed | 'unknown' {
  const verbs = fields.filter(({ key }) => VERB_KEY.test(key)).flatMap((field) => textsOf(field).flatMap(wordsOf))
  const own = [...natureOf(tool).own, ...verbs]
  const says = (words: RegExp): boolean => own.some((word) => words.test(word))
  if (says(MOVES)) return { own, ops: (isSource) => (isSource ? ['read', 'delete'] : ['write']) }
  if (says(COPIES)) return { own, ops: (isSource) => (isSource ? ['read'] : ['write']) }
  if (says(DELETES)) return { own, ops: () => ['delete'] }
  // An edit shows the lines around it.
  if (says(EDITS)) return { own, ops: () => ['read', 'write'] }
  if (says(CHANGES)) return { own, ops: () => ['write'] }
  if (says(READS)) return { own, ops: () => ['read'] }
  return says(LOOKS) ? { own, ops: () => ['list'] } : 'unknown'
}

/** `delete_file notes.md` takes no directory along. */
const isPlainFile = (path: string, own: readonly string[]): boolean => own.includes('file') && /[^/]\.\w+$/.test(path)

const textsOf = ({ value }: Field): readonly string[] =>
  typeof value === 'string' ? [value] : typeof value === 'boolean' ? [] : value

/** The path in a text, if it can be one: under a key that names files anything on one line, elsewhere a single word. */
function pathIn(given: string, isNamed: boolean): string | undefined {
  if (given.length > MAX_LENGTH) return undefined
  const text = trimPath(given)
  if (text === '' || /[\n\r]/.test(text)) return undefined
  const file = /^file:(?:\/\/(?:localhost)?(?=\/))?(.+)$/i.exec(text)?.[1]
  if (file !== undefined) return decoded(file)
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return undefined
  return isNamed || !/\s/.test(text) || /^(?:~|\.{1,2})?\//.test(text) ? text : undefined
}

const MAX_LENGTH = 4096

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri)
  } catch {
    return uri
  }
}

const withHome = (path: string, home: string | undefined): string =>
  home === undefined ? path : path.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, () => home)

/** A patch in the form of `apply_patch` names its files in lines of their own. */
function filesInPatch(text: string): readonly InputTouch[] {
  if (!text.includes('*** Begin Patch')) return []
  return [...text.matchAll(/^\*\*\* (Add|Update|Delete|Move to)(?: File)?: (.+)$/gm)].map(([, verb, path = '']) => ({
    path: trimPath(path),
    op: verb === 'Delete' ? 'delete' : 'write',
    maybe: false,
    recursive: false,
  }))
}

/** Absolute, with the user's home where it is written as such. */
export const inputPath = (path: string, cwd: string, home: string | undefined): string =>
  absolutePath(withHome(path, home), cwd)
