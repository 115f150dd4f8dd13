import { UNKNOWN } from '../../../effects.ts'
import type { Rule, Rules } from '../../evaluate/machine.ts'
import { NETWORK, plainText, textValue, thing, unknownWith } from '../../evaluate/values.ts'
import { fromNetwork, option, pick } from '../../rules/builders.ts'
import {
  connection,
  connects,
  emitNet,
  feedsSelf,
  fetches,
  httpOf,
  isSending,
  request,
  urlOf,
} from '../../rules/opening.ts'
import { handTo } from '../../rules/running.ts'
import { self } from '../../rules/texts.ts'

/** `http.request(url | options, options?, callback)`; what is written to it is sent. */
const httpRequest: Rule = (call) => {
  const method = option(call, 'method')
  const action = emitNet(call.machine, plainText(urlOf(pick(call, 0))), isSending(method), false, httpOf(call, method))
  return thing('request', UNKNOWN, NETWORK, () => {
    if (action !== undefined) action.sends = true
  })
}

/** `.on("data", f)`: what arrives came over the network. */
const listens: Rule = (call) => {
  handTo(call, fromNetwork)
  return call.self
}

const ends: Rule = (call) => (call.args.length > 0 ? feedsSelf(0)(call) : undefined)

/** `a.pipe(b)`: what comes out of one goes into the other. */
const pipes: Rule = (call) => {
  const [into] = call.args
  if (into?.kind !== 'thing') return undefined
  into.feed?.(UNKNOWN)
  return into
}

const server: Rule = (call) => {
  handTo(call, connection())
  return connection()
}

/** `server.listen(port, host)` */
const waits: Rule = (call) => {
  const [port = unknownWith(0), host] = call.args
  return connects(1, 0, { method: true })({
    ...call,
    args: [port, host?.kind === 'text' ? host : textValue('0.0.0.0')],
  })
}

/** `XMLHttpRequest.open(method, url)` */
const opensRequest: Rule = (call) => {
  request(call, call.args[1], isSending(call.args[0]), call.args[0])
  return undefined
}

/** What every library for requests has. */
function clients(): Record<string, Rule> {
  const table: Record<string, Rule> = {}
  for (const client of ['axios', 'got', 'request', 'superagent', 'needle', 'ky']) {
    table[client] = fetches(0)
    for (const method of ['get', 'head', 'request']) table[`${client}.${method}`] = fetches(0)
    for (const method of ['delete', 'del']) table[`${client}.${method}`] = fetches(0, { method: 'DELETE' })
    for (const method of ['post', 'put', 'patch']) table[`${client}.${method}`] = fetches(0, { sends: true })
  }
  return table
}

export const javascriptNet = (): Rules => ({
  ...clients(),
  fetch: fetches(0),
  EventSource: fetches(0),
  'navigator.sendBeacon': fetches(0, { sends: true }),
  'http.get': httpRequest,
  'https.get': httpRequest,
  'http.request': httpRequest,
  'https.request': httpRequest,
  'request#write': feedsSelf(0),
  'request#end': ends,
  'request#on': listens,
  XMLHttpRequest: () => connection(),
  'socket#open': opensRequest,
  WebSocket: connects(0),
  'Deno.connect': connects(0),
  'net.connect': connects(1, 0),
  'net.createConnection': connects(1, 0),
  'tls.connect': connects(1, 0),
  'net.Socket': () => connection(),
  'net.createServer': server,
  'socket#connect': connects(1, 0, { method: true }),
  'socket#listen': waits,
  'socket#write': feedsSelf(0),
  'socket#send': feedsSelf(0),
  'socket#end': ends,
  'socket#on': listens,
  'socket#pipe': pipes,
  '#pipe': pipes,
  'process#on': self,
})
