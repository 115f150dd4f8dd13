import { isKnown, UNKNOWN, type Origin } from '../effects.ts'
import { absolutePath } from '../paths.ts'
import type { Redirection } from './parse.ts'
import type { Scope } from '../state/scope.ts'
import type { State } from '../state/state.ts'
import { assign } from '../state/variables.ts'
import { writtenTo } from '../state/written-files.ts'
import { EMPTY, fromFile, fromNetwork, join, known, NOWHERE, origins, unknown, type Value } from '../words/value.ts'
import { expandParts } from '../words/words.ts'
import type { ShellWorld } from '../state/world.ts'

export interface Redirected {
  readonly stdin: Value
  /** Files and descriptors that get what the command prints; undefined when it goes where it went before. */
  readonly stdout: readonly string[] | undefined
  readonly opened: readonly Opened[]
}

interface Opened {
  readonly descriptor: string
  readonly path: string
  readonly writes: boolean
  readonly append: boolean
  readonly content?: Value
  /** Where the word that names the file came from. */
  readonly namedBy?: Origin
}

/** What redirections connect. Nothing is written yet: what it will be is known only after the command. */
export function redirect(redirects: readonly Redirection[], scope: Scope): Redirected {
  const { state } = scope
  let { stdin } = scope
  let stdout: readonly string[] | undefined
  const opened: Opened[] = []
  for (const one of redirects) {
    const descriptor = descriptorOf(one, scope)
    if (one.type !== 'Redirect') {
      const content = bodyOf(one, scope)
      if (descriptor === '0') stdin = content
      else opened.push({ descriptor, path: '', writes: false, append: false, content })
      continue
    }
    const target = one.target === undefined ? unknown() : scope.text(one.target)
    const { operator } = one
    if (
      operator === '<&' ||
      (operator === '>&' && /^(?:\d+|-)$/.test(target.text)) ||
      isDescriptor(target.text, state)
    ) {
      if (operator === '<&') stdin = state.inputs.get(target.text) ?? unknown(target.from)
      else if (descriptor === '1')
        stdout = target.text === '1' ? stdout : [state.outputs.get(target.text) ?? `&${target.text}`]
      continue
    }
    const path = absolutePath(target.text, state.cwd)
    const writes = operator !== '<'
    opened.push({ descriptor, path, writes, append: operator.includes('>>'), namedBy: target.from })
    if (operator === '<' || operator === '<>') {
      if (descriptor === '0') stdin = contentOf(path, state)
    } else if (descriptor === '1' || operator.startsWith('&') || operator === '>&') stdout = [path]
  }
  return { stdin, stdout, opened }
}

const isDescriptor = (text: string, state: State): boolean => /^\d+$/.test(text) && state.outputs.has(text)

function descriptorOf(one: Redirection, scope: Scope): string {
  if (one.descriptor === undefined) return one.operator.startsWith('<') ? '0' : '1'
  if (one.descriptor.type === 'FileDescriptor') return String(one.descriptor.value)
  // `{name}<…` opens a descriptor of the shell's choice and keeps its number in the variable.
  const number = String(10 + scope.state.inputs.size + scope.state.outputs.size)
  assign(scope.state, one.descriptor.name, known(number))
  return number
}

function bodyOf(one: Exclude<Redirection, { type: 'Redirect' }>, scope: Scope): Value {
  if (one.type === 'HereString') return join(one.target === undefined ? unknown() : scope.text(one.target), known('\n'))
  const { body, delimiter, operator } = one
  const isPlain = delimiter?.quoted === true
  // Without an expansion in it the text comes as written: `\\$x` still stands for `$x`.
  const value = isPlain
    ? known(body.text)
    : body.parts === undefined
      ? known(body.text.replaceAll(/\\([$`\\]|\n)/g, (_, escaped: string) => (escaped === '\n' ? '' : escaped)))
      : expandParts(body.parts, scope)
  return operator === '<<-' ? { ...value, text: value.text.replace(/^\t+/gm, '') } : value
}

/** What is in a file: known when this command has put it there, else only where it comes from. */
export function contentOf(path: string, state: State): Value {
  const written = writtenTo(path, state)
  if (written !== undefined) return written
  if (path === '/dev/null') return EMPTY
  const descriptor = /^\/dev\/fd\/(\d+)$/.exec(path)?.[1]
  if (descriptor !== undefined) return state.inputs.get(descriptor) ?? unknown()
  if (isSocket(path)) return unknown(fromNetwork)
  return { text: UNKNOWN, from: origins([fromFile(path), ...below(path, state)]) }
}

/** What a text surely says: known as it is, or the unchanged content of one file. */
export function exactText({ text, from }: Value, world: ShellWorld): string | undefined {
  if (isKnown(text)) return text
  const [path] = from.files
  if (text !== UNKNOWN || path === undefined || from.files.length > 1 || from.programs.length > 0) return undefined
  return from.network || from.decoded || from.unknown || !isKnown(path) ? undefined : world.read(path)
}

/** What is put into a directory by this command leaves with it. */
function below(path: string, { files, directories }: State): readonly Origin[] {
  const written = directories.get(path) ?? []
  return written.flatMap((file) => [fromFile(file), files.get(file)?.from ?? NOWHERE])
}

/** bash opens these as connections. */
export const isSocket = (path: string): boolean => /^\/dev\/(?:tcp|udp)\//.test(path)

/** Descriptors that are open for one command only: `while read -u 3 x; do … done 3< list`. */
export function whileOpen<T>(connected: Redirected, state: State, body: () => T): T {
  const opened = connected.opened.filter(({ descriptor }) => Number(descriptor) > 2)
  if (opened.length === 0) return body()
  const before = opened.map(
    ({ descriptor }) => [descriptor, state.inputs.get(descriptor), state.outputs.get(descriptor)] as const,
  )
  keepOpen({ ...connected, opened }, state)
  const result = body()
  for (const [descriptor, input, output] of before) {
    if (input === undefined) state.inputs.delete(descriptor)
    else state.inputs.set(descriptor, input)
    if (output === undefined) state.outputs.delete(descriptor)
    else state.outputs.set(descriptor, output)
  }
  return result
}

/** Descriptors that `exec` leaves open for the rest of the shell. */
export function keepOpen({ opened, stdin }: Redirected, state: State): void {
  for (const { descriptor, path, writes, content } of opened) {
    if (content !== undefined) state.inputs.set(descriptor, content)
    else if (writes) state.outputs.set(descriptor, path)
    else state.inputs.set(descriptor, descriptor === '0' ? stdin : contentOf(path, state))
  }
}
