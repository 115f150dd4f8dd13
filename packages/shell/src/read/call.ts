import { deedOf } from '../vendors/deed.ts'
import { isKnown, UNKNOWN, type Run } from '../effects.ts'
import { contextOf, type Context } from './context.ts'
import { conventionalName } from './conventional.ts'
import { runFunction } from './functions.ts'
import { identityOf } from '../state/identity.ts'
import { setBy } from '../programs/edits.ts'
import { languageOf } from '../programs/code.ts'
import { entryOf } from '../programs/programs.ts'
import { configsIn, isDescribed, looseWords } from '../programs/call-roles.ts'
import { runProject } from '../programs/project/project.ts'
import { runScriptFile } from '../programs/scripts.ts'
import { mayRunConfigs } from './given-files.ts'
import { givenWords, isMessage } from './given-words.ts'
import { runVariables } from '../programs/variables.ts'
import type { CommandCall, Reader } from './reader.ts'
import { mayRunWords, mayUse } from './unknown-program.ts'
import type { State } from '../state/state.ts'
import { environmentOf } from '../state/variables.ts'
import { ELSEWHERE, isConnected, known, origins, unknown, withoutSecrets, type Value } from '../words/value.ts'
import { reveals } from '../programs/reveals.ts'

/** One program: found by name, recorded, and asked what it does. */
export function callProgram(reader: Reader, call: CommandCall, state: State): Value {
  const [name] = call.argv
  if (name === undefined || !reader.step()) return unknown()
  if (call.place.via.length > MAX_WRAPPERS) {
    reader.found.doubts.push({ about: 'limit', text: 'It is wrapped too often.' })
    return unknown()
  }
  const alias = state.aliases.get(name.text)
  if (alias !== undefined && !isRunning(name.text, alias, state)) return runAlias(reader, call, state, alias)
  const bodies = state.functions.get(name.text)
  if (bodies !== undefined && !call.place.via.includes('command')) return runFunction(reader, call, state, bodies)

  const env = environmentOf(state, call.env)
  reader.step(RUN_WORK + env.size + call.argv.length / 8)
  const named = state.programs.get(name.text) ?? pathOf(name.text)
  const { path = named, file, shadows } = identityOf(named, env, state, reader.world)
  const program = isKnown(path) && READABLE.test(path) ? baseName(path) : (conventionalName(name)?.toLowerCase() ?? '')
  const written: Run = {
    program,
    path,
    args: call.argv.slice(1).map(({ text }) => text),
    via: call.place.via,
    cwd: state.cwd,
    env: Object.fromEntries([...env].map(([key, { text }]) => [key, text])),
    stdinFrom: call.stdin.from,
    maybe: call.place.maybe === true,
    ...(entryOf(program).effects !== undefined && { described: true }),
    ...(call.place.own === true && { own: true }),
    ...(isKnown(call.stdin.text) && { stdin: call.stdin.text }),
    ...spansOf(call),
  }
  const deed = deedOf(written)
  const run: Run = deed === undefined ? written : { ...written, deed }
  reader.found.runs.push(run)
  const context = contextOf(reader, state, { ...call, env }, run)
  if (env.size > 0) runVariables(context)
  if (call.argv.some(({ from }) => from.secrets.length > 0)) tellSecrets(context)
  const before = reader.found.files.length
  const printed = program === '' ? unknownProgram(context, path) : describedProgram(context, file, shadows)
  // `unknown()` says as little as nothing: name at least who printed it.
  const output =
    printed === undefined || printed.from === ELSEWHERE || isOfNobody(printed)
      ? defaultOutput(context, before)
      : printed
  // What a script of the project prints is the project's own.
  if (call.place.own === true) return withoutSecrets(output)
  return reveals(run) ? withSecret(output, run) : output
}

/** `gh issue create --body "$TOKEN"`: a message is for others to read. Storing a secret as one is what it is for. */
function tellSecrets(context: Context): void {
  const { texts, args, name } = context
  if (texts.slice(0, 3).some((text) => /secret|variable|^env$|^auth$|^login$/.test(text))) return
  for (const { option, index } of givenWords(texts)) {
    const { from } = args[index] ?? known('')
    if (isMessage(option) && from.secrets.length > 0) context.net(`${name} ${texts[0] ?? ''}`.trim(), { sends: from })
  }
}

/** What it prints is a secret, or is made of one. */
function withSecret(output: Value, { program, args }: Run): Value {
  if (!isConnected(output) || output.text === '') return output
  const secret = [program, ...args].join(' ').slice(0, MAX_SHOWN)
  return { ...output, from: origins([output.from, { ...ELSEWHERE, secrets: [secret] }]) }
}

const MAX_SHOWN = 60

/** Text that is not known and came from nowhere would pass for no text at all. */
const isOfNobody = (printed: Value): boolean =>
  !isKnown(printed.text) &&
  isConnected(printed) &&
  printed.text.trim() === UNKNOWN &&
  printed.from.files.length === 0 &&
  printed.from.programs.length === 0 &&
  !printed.from.network

/** Each program is judged by every hook, with its whole environment. */
const RUN_WORK = 4

/** No real chain of `sudo env nice …` is longer, and each level is a call of its own. */
const MAX_WRAPPERS = 48

/** zsh's own `zf_rm` is rm. */
const pathOf = (name: string): string => (name.startsWith('zf_') ? name.slice('zf_'.length) : name)

function baseName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1) || path
  return (name.includes('.') ? name.replace(/\.(?:exe|cmd|bat)$/i, '') : name).toLowerCase()
}

function spansOf({ argv, span }: CommandCall): Pick<Run, 'span' | 'spans'> {
  const spans = argv.map((one) => one.span).filter((one) => one !== undefined)
  return { ...(span !== undefined && { span }), ...(spans.length === argv.length && { spans }) }
}

/** `file`: what runs is there, and need not be what its name says. */
function describedProgram(context: Context, file: string | undefined, shadows = false): Value | undefined {
  if (file !== undefined) {
    const output = runScriptFile(context, file, context.args)
    // Under the name of another program, what cannot be read may be anything.
    if (output === undefined && shadows) context.code(context.name, { ...ELSEWHERE, files: [file] })
    return output ?? mayUse(context)
  }
  const { effects: handler, roles, open } = entryOf(context.name)
  runProject(context, handler !== undefined)
  if (handler !== undefined) {
    // `./make` may be a script of that name.
    if (OWN_PATH.test(context.run.path)) runScriptFile(context, context.run.path, context.args)
    if (runsModule(context)) mayUse(context)
    else if (roles === undefined || isDescribed(roles, context.texts))
      mayRunWords(context, roles === undefined ? open : undefined, roles && looseWords(roles, context.texts))
    else mayUse(context)
    if (roles !== undefined) mayRunConfigs(context, configsIn(roles, context.texts))
    const printed = handler(context) ?? undefined
    const put = setBy(context.name, context.texts.join('\n'))
    return printed === undefined || put === '' ? printed : { ...printed, or: [printed, known(put)] }
  }
  const output = runScriptFile(context, context.run.path, context.args)
  return output ?? mayUse(context)
}

/** `python3 -m timeit …`: the module is a program of its own, and nobody has described it. */
const runsModule = ({ name, texts }: Context): boolean =>
  languageOf(name) === 'python' && /^-\w*m/.test(texts.find((text) => !/^-[a-ln-z]+$/i.test(text)) ?? '')

function unknownProgram(context: Context, path: string): Value | undefined {
  context.doubt('program', path)
  return mayUse(context)
}

/** A place that is not the system's. */
const OWN_PATH = /^(?!\/(?:usr|s?bin|opt|nix|System|Library)\/).*\//

/** No program has a name with characters that cannot be seen. */
const READABLE = /^(?:[ -~\u00a0-\ud7ff\ue000-\uffff]|[\ud800-\udbff][\udc00-\udfff])+$|^\s*$/

/** Unless a program's own file says more: something, out of what it was given. */
function defaultOutput({ name, texts, stdin, args, reader }: Context, before: number): Value {
  const read = reader.found.files.slice(before).filter(({ op, maybe }) => op === 'read' && !maybe)
  return unknown(
    origins([
      // Most programs use a secret that they are given, and do not print it.
      { ...stdin.from, secrets: [] },
      ...args.map(({ from }) => ({ ...from, secrets: [] })),
      { ...ELSEWHERE, files: read.map(({ path }) => path), programs: [`${name} ${texts[0] ?? ''}`.trim()] },
    ]),
  )
}

const runningAlias = (name: string, text: string): string => `alias ${name}=${text}`

/** An alias is no alias inside of itself; what it redefines is another one, within limits. */
function isRunning(name: string, text: string, { running }: State): boolean {
  const own = running.filter((one) => one.startsWith(runningAlias(name, '')))
  return own.includes(runningAlias(name, text)) || own.length > MAX_REDEFINED
}

const MAX_REDEFINED = 3

function runAlias(reader: Reader, call: CommandCall, state: State, alias: string): Value {
  const [name, ...args] = call.argv
  if (!isKnown(alias)) reader.found.doubts.push({ about: 'code', text: `the alias \`${name?.text}\`` })
  state.running.push(runningAlias(name?.text ?? '', alias))
  // Behind an alias that ends in a blank, the next word may be one, too.
  const first = /[ \t]$/.test(alias) ? state.aliases.get(args[0]?.text ?? '') : undefined
  const words = args.map((_, index) => (index === 0 && first !== undefined ? first : `"\${${index + 1}}"`)).join(' ')
  const positional = state.positional
  state.positional = [known('bash'), ...args]
  const output = reader.text(`${alias} ${words}`, state, call.stdin, { ...call.place, offset: undefined })
  state.positional = positional
  state.running.pop()
  return output
}
