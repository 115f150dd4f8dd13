import { UNKNOWN } from '../../../effects.ts'
import type { CodeCall, Machine, Rule, Rules, Runtime } from '../../evaluate/machine.ts'
import {
  joinTexts,
  listValue,
  LOCAL,
  NETWORK,
  numberValue,
  plainText,
  refValue,
  textsOf,
  textValue,
  thing,
  unknownWith,
} from '../../evaluate/values.ts'
import { readAwk } from '../parse.ts'
import { gives, harmless, reads, writes } from '../../rules/builders.ts'
import { connect, connection, runsFile } from '../../rules/opening.ts'
import { emitShell, shell } from '../../rules/running.ts'
import { characters, formats, length, lower, ofArgument, substringOf, upper } from '../../rules/texts.ts'

/** gawk opens a connection when a file has such a name: `/inet/tcp/0/host/port`. */
const INET = /^\/inet[46]?\/(?:tcp|udp)\/[^/]*\/([^/]*)\/([^/]*)$/

const onNetwork = (call: CodeCall, sends: boolean): boolean => {
  let found = false
  for (const text of textsOf(call.args[0])) {
    const inet = INET.exec(text)
    if (inet === null) continue
    found = true
    const socket = connect(call, connection(), `${inet[1] ?? ''}:${inet[2] ?? ''}`)
    if (sends && socket.kind === 'thing') socket.feed?.('')
  }
  return found
}

const getline: Rule = (call) => {
  if (call.args.length === 0) return unknownWith(0)
  if (onNetwork(call, false)) return unknownWith(NETWORK)
  return plainText(call.args[0]) === '-' ? unknownWith(0) : reads(0)(call)
}

const printTo: Rule = (call) => {
  if (onNetwork(call, true) || /^\/dev\/std(?:out|err)$/.test(plainText(call.args[0]))) return undefined
  return writes(0, 1)(call)
}

/** What is printed is what the program reads. */
const printInto: Rule = (call) => {
  if (onNetwork(call, true)) return undefined
  const process = emitShell(call, call.args[0])
  const text = plainText(call.args[1])
  if (process.kind === 'thing' && text !== UNKNOWN) process.feed?.(text.endsWith('\n') ? text : `${text}\n`)
  return undefined
}

const getlinePipe: Rule = (call) => {
  if (onNetwork(call, false)) return unknownWith(NETWORK)
  emitShell(call, call.args[0])
  return unknownWith(LOCAL)
}

const substr: Rule = (call) => {
  const [text, from, ...rest] = call.args
  const start = from?.kind === 'number' ? numberValue(Math.max(0, from.value - 1)) : unknownWith(0)
  return ofArgument(0, substringOf)({ ...call, args: [text ?? unknownWith(0), start, ...rest] })
}

const rules = (): Rules => ({
  system: shell(0),
  'getline pipe': getlinePipe,
  getline,
  'print to': printTo,
  'print into': printInto,
  print: gives((call) => (call.args.length === 0 ? unknownWith(0) : joinTexts(call.args, ' '))),
  printf: harmless,
  '@include': runsFile(0),
  '@call': (call) =>
    call.args[0] === undefined
      ? undefined
      : call.machine.call(
          refValue(plainText(call.args[0])),
          { args: call.args.slice(1), named: new Map(), open: false },
          call.scope,
        ),
  sprintf: (call) =>
    plainText(call.args[0]) === '%c' && call.args[1]?.kind === 'number'
      ? characters({ ...call, args: call.args.slice(1) })
      : formats(0)(call),
  substr,
  tolower: ofArgument(0, lower),
  toupper: ofArgument(0, upper),
  length: ofArgument(0, length),
  close: harmless,
  keys: harmless,
})

/** `name=value` among the arguments sets a variable. */
function start(machine: Machine): void {
  for (const arg of machine.world.args) {
    const found = /^([A-Za-z_]\w*)=(.*)$/s.exec(arg)
    if (found !== null) machine.globals.names.set(found[1] ?? '', textValue(found[2] ?? ''))
  }
}

export const awk = (): Runtime => ({
  read: readAwk,
  start,
  rules: rules(),
  values: {
    ENVIRON: () => thing('env', ''),
    ARGV: (call) => listValue([textValue('awk'), ...call.machine.world.args.map((arg) => textValue(arg))]),
    SUBSEP: () => textValue('\u001C'),
    OFS: () => textValue(' '),
    ORS: () => textValue('\n'),
    FS: () => textValue(' '),
  },
  guesses: {},
  risky: [],
  roots: [],
  aliases: {},
  callsTexts: false,
  functionsLeak: true,
  lastReturns: false,
  expandsHome: false,
})
