import { UNKNOWN } from '../../effects.ts'
import type { CodeAction } from '../actions.ts'
import { type CodeCall, emit, emitHidden, type Machine, pathsOf, type Rule } from '../evaluate/machine.ts'
import {
  LOCAL,
  marksOf,
  NETWORK,
  plainText,
  textsOf,
  textValue,
  thing,
  unknownWith,
  type CodeValue,
} from '../evaluate/values.ts'
import { contentOf, fromNetwork, option, pick, type ArgumentPlace, SELF, type Slot } from './builders.ts'

/** Things that are opened and then read from or written to: files and connections. */

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
type FileAction = Mutable<CodeAction & { kind: 'file' }>
type NetAction = Mutable<CodeAction & { kind: 'net' }>

const MAX_CONTENT = 200_000

/** `w`, `r+`, `>>`, `O_WRONLY`: what a mode lets one do. */
function opsOf(mode: CodeValue | undefined): readonly ('read' | 'write')[] {
  if (mode === undefined || mode.kind === 'nothing') return ['read']
  if (mode.kind === 'number')
    return (mode.value & 0o3) === 0 && (mode.value & 0o1100) === 0
      ? ['read']
      : (mode.value & 2) > 0
        ? ['read', 'write']
        : ['write']
  const text = plainText(mode)
  if (text.includes(UNKNOWN)) return ['read', 'write']
  if (text.includes('+') && /[r<]/.test(text)) return ['read', 'write']
  return /[wax>c+]/.test(text) ? ['write'] : ['read']
}

/** Opens a file and gives a handle that remembers what is written to it. */
export function openPath(call: CodeCall, place: CodeValue | undefined, mode: CodeValue | undefined): CodeValue {
  // A number is a file that is open already, such as standard input.
  if (place?.kind === 'number') return thing('file', UNKNOWN, 0)
  const feeds: ((text: string) => void)[] = []
  const paths = pathsOf(call, place)
  for (const path of paths) {
    if (/^(?:https?|ftp):/.test(path)) emitNet(call.machine, path)
    else for (const op of opsOf(mode)) feeds.push(...openOne(call.machine, op, path))
  }
  const marks = paths.some((path) => /^(?:https?|ftp):/.test(path)) ? NETWORK : LOCAL
  return thing('file', paths[0] ?? UNKNOWN, marks, (text) => {
    for (const feed of feeds) feed(text)
  })
}

function openOne(machine: Machine, op: 'read' | 'write', path: string): readonly ((text: string) => void)[] {
  const action: FileAction = emit<FileAction>(machine, { kind: 'file', op, path })
  if (op === 'read') return []
  return [
    (text) => {
      const content = (action.content ?? '') + text
      if (content !== UNKNOWN && content.length <= MAX_CONTENT) action.content = content
    },
  ]
}

export const opens =
  (place: ArgumentPlace, mode: Slot): Rule =>
  (call) =>
    openPath(call, place === SELF ? call.self : pick(call, place), pick(call, mode))

/** Writes to the thing it is a method of. */
export const feedsSelf =
  (slot: Slot): Rule =>
  (call) => {
    if (call.self?.kind !== 'thing') return undefined
    const value = pick(call, slot)
    call.self.feed?.(value === undefined ? UNKNOWN : contentOf(value))
    return undefined
  }

/** Writes to a thing among the arguments. */
export const feeds =
  (into: Slot, slot: Slot): Rule =>
  (call) => {
    const target = pick(call, into)
    const value = pick(call, slot)
    if (target?.kind === 'thing') target.feed?.(value === undefined ? UNKNOWN : contentOf(value))
    return undefined
  }

/** Reads what the thing holds: from this machine, or from the network. */
export const readsSelf: Rule = (call) => unknownWith(call.self === undefined ? 0 : marksOf([call.self]))

export function emitNet(
  machine: Machine,
  target: string,
  sends = false,
  twoWay = false,
  http: Pick<NetAction, 'method' | 'body'> = {},
): NetAction | undefined {
  if (target.startsWith('file:')) {
    emit(machine, { kind: 'file', op: 'read', path: target.replace(/^file:(?:\/\/(?:localhost)?)?/, '') })
    return undefined
  }
  return emit<NetAction>(machine, { kind: 'net', target, sends, twoWay, ...http })
}

/** Methods of a request that carry data. */
export const isSending = (method: CodeValue | undefined): boolean =>
  method !== undefined && /^(?:post|put|patch)$/i.test(plainText(method))

const BODIES = ['data', 'json', 'files', 'body', 'content', 'form', 'multipart', 'postData']

/** An address that is written out, with something put in behind the host. The address itself may come from anywhere. */
const carriesData = (value: CodeValue): boolean =>
  textsOf(value).some((text) => /^[a-z]+:\/\/[^/?#\uFFFC]+(?:[?#]|\/.*[?\uFFFC])/is.test(text))

/** A network request. It sends when it has a body, or when the address contains data of this machine. */
export function request(call: CodeCall, target: CodeValue | undefined, always = false, named?: CodeValue): CodeValue {
  const values = [target ?? unknownWith(0)]
  const method = named ?? option(call, 'method')
  const body = BODIES.some((name) => {
    const value = option(call, name)
    return value !== undefined && value.kind !== 'nothing'
  })
  const leaks = (marksOf(values) & LOCAL) !== 0 && values.some(carriesData)
  const sends = always || body || leaks || isSending(method)
  for (const text of textsOf(target)) emitNet(call.machine, text, sends, false, httpOf(call, method))
  return fromNetwork
}

/** The method, and the texts of the body as far as they are known. */
export function httpOf(call: CodeCall, method: CodeValue | undefined): Pick<NetAction, 'method' | 'body'> {
  const bodies = BODIES.map((name) => option(call, name)).filter((value) => value !== undefined)
  const texts = bodies.flatMap(wordsIn).filter((text) => text !== UNKNOWN)
  return {
    ...(method !== undefined && { method: plainText(method) }),
    ...(texts.length > 0 && { body: texts.join('\n') }),
  }
}

/** Every text in a value: `{ query: 'mutation …' }`. */
const wordsIn = (value: CodeValue): readonly string[] =>
  value.kind === 'map' ? [...value.entries.values()].flatMap(wordsIn) : textsOf(value)

export const fetches =
  (slot: Slot, { sends = false, method }: { readonly sends?: boolean; readonly method?: string } = {}): Rule =>
  (call) =>
    request(call, urlOf(pick(call, slot)), sends, method === undefined ? undefined : textValue(method))

/** An address may be given in parts: `{ hostname, port, path }`. */
export function urlOf(value: CodeValue | undefined): CodeValue | undefined {
  if (value?.kind !== 'map') return value
  const part = (...names: string[]): string | undefined => {
    for (const name of names) if (value.entries.has(name)) return plainText(value.entries.get(name))
    return undefined
  }
  const whole = part('url', 'uri', 'href')
  const host = part('hostname', 'host') ?? UNKNOWN
  const port = part('port')
  const text = whole ?? `${host}${port === undefined ? '' : `:${port}`}${part('path') ?? ''}`
  return { kind: 'text', text, marks: marksOf([value]) }
}

/** Downloads to a file. */
export const downloads =
  (from: Slot, to: Slot): Rule =>
  (call) => {
    request(call, pick(call, from))
    const path = pick(call, to)
    if (path !== undefined)
      for (const each of pathsOf(call, path)) emit(call.machine, { kind: 'file', op: 'write', path: each })
    return fromNetwork
  }

const CONNECTIONS = new WeakMap<CodeValue, NetAction[]>()

/** A connection in both directions; what is written to it leaves the machine. */
export function connection(): CodeValue {
  const actions: NetAction[] = []
  const value = thing('socket', UNKNOWN, NETWORK, () => {
    for (const action of actions) action.sends = true
  })
  CONNECTIONS.set(value, actions)
  return value
}

export function connect(call: CodeCall, socket: CodeValue, target: string): CodeValue {
  const action = emitNet(call.machine, target, false, true)
  if (action !== undefined) CONNECTIONS.get(socket)?.push(action)
  return socket
}

const address = (host: CodeValue | undefined, port: CodeValue | undefined): string =>
  port === undefined ? plainText(host) : `${plainText(host)}:${plainText(port)}`

/** `socket.connect((host, port))`, `net.connect(port, host)`, `TCPSocket.new(host, port)`. */
export const connects =
  (host: Slot, port?: Slot, { method = false } = {}): Rule =>
  (call) => {
    const socket = method && call.self !== undefined && CONNECTIONS.has(call.self) ? call.self : connection()
    const given = pick(call, host)
    // Host and port may come together, in a pair or in a map, wherever the first of them belongs.
    const first =
      given?.kind === 'map' || port === undefined || pick(call, port)?.kind !== 'map' ? given : pick(call, port)
    if (first?.kind === 'list') return connect(call, socket, address(first.items[0], first.items[1]))
    if (first?.kind === 'map') return connect(call, socket, plainText(urlOf(first)))
    return connect(call, socket, address(first, port === undefined ? undefined : pick(call, port)))
  }

/** Code that is downloaded and run: `source("https://…")`. */
export const runsFile =
  (slot: Slot): Rule =>
  (call) => {
    for (const text of pathsOf(call, pick(call, slot))) {
      if (/^(?:https?|ftp):/.test(text)) {
        emitNet(call.machine, text)
        emitHidden(call.machine, [fromNetwork])
      } else {
        emit(call.machine, { kind: 'file', op: 'read', path: text })
        emit(call.machine, { kind: 'code', decoded: false, network: false })
      }
    }
    return undefined
  }
