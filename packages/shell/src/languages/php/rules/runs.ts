import { UNKNOWN } from '../../../effects.ts'
import type { CodeCall, Rule, Rules } from '../../evaluate/machine.ts'
import { NETWORK, plainText, thing, unknownWith, type CodeValue } from '../../evaluate/values.ts'
import { gives, harmless, kills } from '../../rules/builders.ts'
import { connection, connects, emitNet, feeds, request, runsFile } from '../../rules/opening.ts'
import {
  argvOf,
  callsArgument,
  emitRun,
  emitShell,
  evaluates,
  loadsCode,
  overItems,
  runsWithList,
  shell,
} from '../../rules/running.ts'

const procOpen: Rule = (call) => {
  const [command, , , cwd] = call.args
  return command?.kind === 'list' ? emitRun(call, argvOf(command), cwd) : emitShell(call, command, cwd)
}

/** `preg_replace('/x/e', code, …)` ran its replacement as code. */
const pregReplace: Rule = (call) => {
  const flags = plainText(call.args[0]).replace(/^.*[^a-z]/is, '')
  return flags.includes('e') ? evaluates(1)(call) : undefined
}

/** The address may come at once or as an option; data comes as an option. */
const curlInit: Rule = (call) => {
  const [url] = call.args
  const action = url === undefined ? undefined : emitNet(call.machine, plainText(url))
  return thing('curl', '', NETWORK, () => {
    if (action !== undefined) action.sends = true
  })
}

function curlOption(call: CodeCall, name: string, value: CodeValue | undefined): void {
  const [handle] = call.args
  if (name === 'CURLOPT_URL') request(call, value)
  if (/POSTFIELDS|UPLOAD|INFILE/.test(name) && handle?.kind === 'thing') handle.feed?.('')
  if (name === 'CURLOPT_FILE' && value?.kind === 'thing') value.feed?.(UNKNOWN)
}

const constant = (value: CodeValue | undefined): string => (value?.kind === 'ref' ? value.name : plainText(value))

const curlSet: Rule = (call) => {
  curlOption(call, constant(call.args[1]), call.args[2])
  return undefined
}
const curlSetAll: Rule = (call) => {
  const [, options] = call.args
  if (options?.kind === 'map') for (const [name, value] of options.entries) curlOption(call, name, value)
  return undefined
}

const mails: Rule = (call) => {
  emitNet(call.machine, plainText(call.args[0]), true)
  return undefined
}

/** Programs, code and the network. */
export const phpRuns = (): Rules => ({
  '`': shell(0),
  system: shell([0, 'command']),
  exec: shell([0, 'command']),
  shell_exec: shell([0, 'command']),
  passthru: shell([0, 'command']),
  popen: shell([0, 'command']),
  proc_open: procOpen,
  pcntl_exec: runsWithList(0, 1),
  posix_kill: kills(0),
  eval: evaluates(0),
  assert: evaluates(0),
  create_function: evaluates(1),
  preg_replace: pregReplace,
  preg_replace_callback: (call) => overItems(call, call.args[1], call.args[2]),
  include: runsFile(0),
  dl: loadsCode(),
  unserialize: harmless,
  call_user_func: callsArgument(0),
  call_user_func_array: callsArgument(0, 1),
  forward_static_call: callsArgument(0),
  register_shutdown_function: callsArgument(0),
  array_map: (call) => overItems(call, call.args[0], call.args[1]),
  array_walk: (call) => overItems(call, call.args[1], call.args[0]),
  array_filter: (call) => overItems(call, call.args[1], call.args[0]),
  usort: (call) => callsArgument(0, 1)({ ...call, args: call.args.toReversed() }),

  fsockopen: connects(0, 1),
  pfsockopen: connects(0, 1),
  stream_socket_client: connects(0),
  socket_create: gives(() => connection()),
  socket_connect: (call) => connects(1, 2, { method: true })({ ...call, self: call.args[0] }),
  socket_write: feeds(0, 1),
  socket_send: feeds(0, 1),
  curl_init: curlInit,
  curl_setopt: curlSet,
  curl_setopt_array: curlSetAll,
  curl_exec: gives(() => unknownWith(NETWORK)),
  mail: mails,
  ftp_connect: connects(0, 1),
  ftp_put: feeds(0, 2),
})
