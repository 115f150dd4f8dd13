import { assignedIn } from './edits.ts'
import { UNKNOWN, type Origin } from '../effects.ts'
import { readCode, type CodeAction, type Language } from '../languages/code.ts'
import { REMOTE, VENDOR_LIBRARY } from '../languages/evaluate/unlisted.ts'
import { contextOf, type Context } from '../read/context.ts'
import { homeOf } from '../state/variables.ts'
import { isSecretVariable } from '../words/secret-names.ts'
import {
  decoded,
  derived,
  ELSEWHERE,
  fromNetwork,
  known,
  NOWHERE,
  origins,
  unknown,
  type Value,
} from '../words/value.ts'

/** `unread`: no reader exists, so code of it is a doubt. */
export type Interpreted = Language | 'unread'

/** Interpreters by name, versions and all: `python3.12`, `nodejs`. */
const LANGUAGES: readonly (readonly [RegExp, Interpreted])[] = [
  [/^(?:python|pypy)[\d.]*$|^py$/, 'python'],
  [/^(?:node|nodejs|bun|deno|tsx|ts-node)$/, 'javascript'],
  [/^perl[\d.]*$/, 'perl'],
  [/^j?ruby[\d.]*$/, 'ruby'],
  [/^php[\d.]*$/, 'php'],
  [/^(?:lua(?:jit)?[\d.]*|r|rscript|osascript)$/, 'unread'],
  [/^[gmn]?awk$/, 'awk'],
  [/^g?sed$/, 'sed'],
]

export const languageOf = (name: string): Interpreted | undefined =>
  LANGUAGES.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1]

/** What inline code does, in the same words as what programs do. */
export function runCode(context: Context, language: Interpreted, source: string, args: readonly string[]): Value {
  if (language === 'unread') {
    context.doubt('code', `code for \`${context.name}\``)
    for (const [, path = ''] of source.matchAll(/['"]([~./][\w.~/-]{2,200})['"]/g)) context.read(path, { maybe: true })
    return derived(context.name, [context.stdin])
  }
  const { world } = context.reader
  const home = homeOf(world)
  const actions = readCode(language, source, {
    home,
    env: (name) => (name === 'HOME' ? home : context.env.get(name)?.text),
    args,
  })
  const read = actions.flatMap((action) =>
    action.kind === 'file' && action.op === 'read' ? [context.path(action.path)] : [],
  )
  const stdin = context.stdin.from
  const from = origins([stdin, { ...NOWHERE, files: read, unknown: true }])
  const here = amongListed(context, actions)
  const secrets = secretsIn(actions)
  const to = (where: SecretAction['to']): Origin => ({
    ...from,
    secrets: [...stdin.secrets, ...(actions.some((one) => one.kind === 'secret' && one.to === where) ? secrets : [])],
  })
  const origin = { file: from, network: to('network'), program: to('program') }
  const isOpen = actions.some((one) => one.kind === 'file' && one.op === 'write' && one.content === undefined)
  const put = isOpen ? assignedIn(source) : ''
  for (const action of actions) if (isMeant(action, source)) perform(here, action, origin, put)
  return derived(context.name, [context.stdin, unknown(to('output'))])
}

/** A method is one of a vendor's only where the code loads a vendor's library; a database in memory keeps nothing. */
const isMeant = (action: CodeAction, source: string): boolean =>
  action.kind === 'net' && action.target === REMOTE
    ? VENDOR_LIBRARY.test(source)
    : action.kind !== 'sql' || !source.includes(':memory:')

type SecretAction = Extract<CodeAction, { kind: 'secret' }>

const secretsIn = (actions: readonly CodeAction[]): readonly string[] =>
  actions.flatMap((action) => (action.kind === 'env' && isSecretVariable(action.name) ? [`$${action.name}`] : []))

/** Where what the code handles came from, by what it does with it. */
type Handled = Readonly<Record<'file' | 'network' | 'program', Origin>>

/** A name that code does not spell out is one of those that it lists, or of those on its input. */
function amongListed(context: Context, actions: readonly CodeAction[]): Context {
  const { reader, state, call, run } = context
  const lists = actions.flatMap((action) =>
    action.kind === 'file' && action.op === 'list'
      ? [`${context.path(action.path)}/${UNKNOWN}`.replace('//', '/')]
      : [],
  )
  if (lists.length === 0) return context
  const from = origins([call.stdin.from, { ...ELSEWHERE, lists }])
  return contextOf(reader, state, { ...call, stdin: { ...call.stdin, from } }, run)
}

const edited = (from: Origin, put: string): Value =>
  put === '' ? unknown(from) : { ...unknown(from), or: [unknown(from), known(put)] }

const directory = (context: Context, cwd: string | undefined): { readonly cwd?: string } =>
  cwd === undefined ? {} : { cwd: context.path(cwd) }

/** `put` is what the code may put into a file whose new text is not known. */
function perform(context: Context, action: CodeAction, from: Handled, put: string): void {
  const recursive = action.kind === 'file' && action.recursive === true
  switch (action.kind) {
    case 'shell':
      context.shell(
        { text: action.text, from: { ...ELSEWHERE, secrets: from.program.secrets } },
        {
          stdin: action.stdin === undefined ? context.stdin : known(action.stdin),
          ...directory(context, action.cwd),
        },
      )
      return
    case 'run':
      context.start(
        action.argv.map((text) => ({
          text,
          from: text.includes(UNKNOWN) ? { ...ELSEWHERE, secrets: from.program.secrets } : NOWHERE,
        })),
        {
          env: new Map(),
          ...(action.stdin !== undefined && { stdin: known(action.stdin) }),
          ...directory(context, action.cwd),
        },
      )
      return
    case 'file':
      if (action.op === 'read') context.read(action.path, { recursive, ...(action.maybe && { maybe: true }) })
      else if (action.op === 'list') context.list(action.path)
      else if (action.op === 'mode') context.mode(action.path, action.mode ?? UNKNOWN, recursive)
      else if (action.op === 'delete') context.remove(action.path, { recursive, force: true })
      else
        context.write(action.path, action.content === undefined ? edited(from.file, put) : known(action.content), {
          force: true,
        })
      return
    case 'move':
    case 'copy':
      context.copy(action.from, action.to, { moves: action.kind === 'move', recursive: true })
      return
    case 'link':
      context.write(action.path, context.read(action.target, { op: 'list' }))
      return
    case 'net':
      context.net(action.target, {
        twoWay: action.twoWay,
        ...((action.sends || from.network.secrets.length > 0) && { sends: from.network }),
        ...(action.method !== undefined && { method: action.method }),
        ...(action.body !== undefined && { body: action.body }),
      })
      return
    case 'code':
      context.code(
        context.name,
        origins([ELSEWHERE, ...(action.decoded ? [decoded(NOWHERE)] : []), ...(action.network ? [fromNetwork] : [])]),
      )
      return
    case 'kill':
      context.system('kill', action.target)
      return
    case 'sql':
      // What a script of the project tells its database is the project's own.
      if (context.call.place.own !== true) context.system('sql', action.text)
      return
    case 'secret':
      return
    case 'env':
      if (action.name === '*') context.read('/proc/self/environ')
      return
  }
}
