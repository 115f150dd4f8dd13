import { ANY, UNKNOWN } from '../effects.ts'
import { type CodeAction, type CodeWorld, type Language, readCode } from './code.ts'

/** Short words for the tables of the languages. `…` is an unknown part, `∗` a pattern of file names. */
const mark = (text: string): string => text.replaceAll('…', UNKNOWN).replaceAll('∗', ANY)

type FileAction = CodeAction & { kind: 'file' }
const file = (op: FileAction['op'], path: string, rest: Partial<FileAction> = {}): CodeAction => ({
  kind: 'file',
  op,
  path: mark(path),
  ...rest,
})

export const read = (path: string): CodeAction => file('read', path)
export const remove = (path: string): CodeAction => file('delete', path)
export const removeAll = (path: string): CodeAction => file('delete', path, { recursive: true })
export const list = (path: string): CodeAction => file('list', path)
export const listAll = (path: string): CodeAction => file('list', path, { recursive: true })
export const mode = (path: string, mode: string): CodeAction => file('mode', path, { mode: mark(mode) })
export const write = (path: string, content?: string): CodeAction =>
  file('write', path, content === undefined ? {} : { content: mark(content) })
export const move = (from: string, to: string): CodeAction => ({ kind: 'move', from: mark(from), to: mark(to) })
export const copy = (from: string, to: string): CodeAction => ({ kind: 'copy', from: mark(from), to: mark(to) })
export const link = (target: string, path: string): CodeAction => ({
  kind: 'link',
  target: mark(target),
  path: mark(path),
})
export const shell = (text: string, cwd?: string): CodeAction => ({
  kind: 'shell',
  text: mark(text),
  ...(cwd !== undefined && { cwd: mark(cwd) }),
})
/** A shell command with what the code writes to its standard input. */
export const shellFed = (text: string, stdin: string): CodeAction => ({ kind: 'shell', text, stdin: mark(stdin) })
export const runFed = (stdin: string, ...argv: readonly string[]): CodeAction => ({
  kind: 'run',
  argv,
  stdin: mark(stdin),
})
export const run = (...argv: readonly string[]): CodeAction => ({ kind: 'run', argv: argv.map(mark) })
export const runIn = (cwd: string, ...argv: readonly string[]): CodeAction => ({
  kind: 'run',
  argv: argv.map(mark),
  cwd,
})
type Http = Partial<Pick<CodeAction & { kind: 'net' }, 'method' | 'body'>>
export const fetches = (target: string, http: Http = {}): CodeAction => net(target, false, false, http)
export const sends = (target: string, http: Http = {}): CodeAction => net(target, true, false, http)
export const connects = (target: string): CodeAction => net(target, false, true)
export const talks = (target: string): CodeAction => net(target, true, true)
const net = (target: string, sends: boolean, twoWay: boolean, http: Http = {}): CodeAction => ({
  ...http,
  kind: 'net',
  target: mark(target),
  sends,
  twoWay,
})
export const kill = (target: string): CodeAction => ({ kind: 'kill', target: mark(target) })
export const env = (name: string): CodeAction => ({ kind: 'env', name })
/** Code that could not be read. */
export const code: CodeAction = { kind: 'code', decoded: false, network: false }
export const downloaded: CodeAction = { kind: 'code', decoded: false, network: true }
export const hidden = (text?: string): CodeAction => ({
  kind: 'code',
  decoded: true,
  network: false,
  ...(text !== undefined && { text }),
})

export const testWorld: CodeWorld = {
  home: '/home/u',
  env: (name) => ({ X: '/x', TARGET: 'goal' })[name],
  args: ['one', 'two'],
}

export const actionsOf = (language: Language, source: string, world = testWorld): readonly CodeAction[] =>
  readCode(language, source, world)

/** One source, and exactly what it does. */
type Row = readonly [source: string, ...actions: readonly CodeAction[]]

/** Fails on a duplicate row, which would test nothing. */
export function testLanguage(language: Language, tables: Readonly<Record<string, readonly Row[]>>): void {
  const seen = new Set<string>()
  for (const [title, rows] of Object.entries(tables)) {
    describe(`${language}: ${title}`, () => {
      for (const [source, ...actions] of rows) {
        if (seen.has(source)) throw new Error(`This source is in the table twice: ${source}`)
        seen.add(source)
        it(source.length > 100 ? `${source.slice(0, 100)} [${seen.size}]` : source, () => {
          expect(actionsOf(language, source)).toEqual(actions)
        })
      }
    })
  }
}
