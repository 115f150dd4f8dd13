import type { Rule, Rules } from '../../evaluate/machine.ts'
import { NETWORK, plainText, textValue, thing, type CodeValue } from '../../evaluate/values.ts'
import { does, fromNetwork, pick } from '../../rules/builders.ts'
import {
  connection,
  connects,
  downloads,
  emitNet,
  feedsSelf,
  fetches,
  isSending,
  readsSelf,
  request,
} from '../../rules/opening.ts'
import { same, self } from '../../rules/texts.ts'

const isGiven = (value: CodeValue | undefined): boolean => value !== undefined && value.kind !== 'nothing'

/** A request object remembers its address, whether it carries data, and whether it deletes. */
const requestObject: Rule = (call) => {
  const method = call.named.get('method')
  const sends = isSending(method) || isGiven(pick(call, [1, 'data']))
  const type = /^delete$/i.test(plainText(method)) ? 'deleting request' : sends ? 'sending request' : 'request'
  return thing(type, plainText(pick(call, [0, 'url'])))
}

const urlopen: Rule = (call) => {
  const target = pick(call, [0, 'url'])
  const type = target?.kind === 'thing' ? target.type : ''
  const method = type === 'deleting request' ? textValue('DELETE') : undefined
  return request(call, target, type === 'sending request' || isGiven(pick(call, [1, 'data'])), method)
}

/** `HTTPSConnection(host, port)`, then `.request(method, path, body)`. */
const httpConnection: Rule = (call) => {
  const port = pick(call, [1, 'port'])
  return thing('http', plainText(pick(call, [0, 'host'])) + (port?.kind === 'number' ? `:${port.value}` : ''), NETWORK)
}
const httpRequest: Rule = (call) => {
  const sends = isSending(pick(call, [0, 'method'])) || isGiven(pick(call, [2, 'body']))
  const method = plainText(pick(call, [0, 'method']))
  emitNet(call.machine, plainText(call.self) + plainText(pick(call, [1, 'url'])), sends, false, { method })
  return fromNetwork
}

/** A server that is logged in to: mail and files go both ways, but there is no shell on it. */
const server: Rule = (call) => {
  const action = emitNet(call.machine, plainText(pick(call, [0, 'host', 'hostname'])))
  return thing('server', '', NETWORK, () => {
    if (action !== undefined) action.sends = true
  })
}

/** `requests.request(method, url, …)` */
const anyRequest: Rule = (call) => {
  const method = pick(call, [0, 'method'])
  return request(call, pick(call, [1, 'url']), isSending(method), method)
}

const httpClient: Rule = () => thing('http client', '')

/** What every library for requests has, as functions and as methods of a session. */
function clients(): Record<string, Rule> {
  const table: Record<string, Rule> = {}
  for (const start of ['requests.', 'httpx.', 'http client#']) {
    for (const method of ['get', 'head', 'options', 'stream']) table[start + method] = fetches([0, 'url'])
    table[`${start}delete`] = fetches([0, 'url'], { method: 'DELETE' })
    for (const method of ['post', 'put', 'patch']) table[start + method] = fetches([0, 'url'], { sends: true })
    table[`${start}request`] = anyRequest
  }
  return table
}

export const pythonNet = (): Rules => ({
  ...clients(),
  'urllib.request.urlopen': urlopen,
  'urllib.request.Request': requestObject,
  'urllib.request.urlretrieve': downloads([0, 'url'], [1, 'filename']),
  'wget.download': downloads(0, 1),
  'requests.session': httpClient,
  'requests.Session': httpClient,
  'httpx.Client': httpClient,
  'httpx.AsyncClient': httpClient,
  'aiohttp.ClientSession': httpClient,
  'urllib3.PoolManager': httpClient,
  'http client#urlopen': anyRequest,
  'http client#__enter__': self,
  'http.client.HTTPConnection': httpConnection,
  'http.client.HTTPSConnection': httpConnection,
  'httplib.HTTPConnection': httpConnection,
  'http#request': httpRequest,
  'http#getresponse': readsSelf,
  'ftplib.FTP': server,
  'ftplib.FTP_TLS': server,
  'smtplib.SMTP': server,
  'smtplib.SMTP_SSL': server,
  'paramiko.SSHClient': server,
  'server#storbinary': feedsSelf(1),
  'server#storlines': feedsSelf(1),
  'server#sendmail': feedsSelf(2),
  'server#send_message': feedsSelf(0),
  'server#exec_command': readsSelf,
  'socket.socket': () => connection(),
  'socket.create_connection': connects(0),
  'socket#connect': connects(0, undefined, { method: true }),
  'socket#connect_ex': connects(0, undefined, { method: true }),
  'socket#bind': connects(0, undefined, { method: true }),
  'socket#send': feedsSelf(0),
  'socket#sendall': feedsSelf(0),
  'socket#sendto': does(connects(1, undefined, { method: true }), feedsSelf(0)),
  'socket#makefile': self,
  'socket#recv': readsSelf,
  'socket#write': feedsSelf(0),
  'ssl.wrap_socket': same(0),
  'telnetlib.Telnet': connects(0, 1),
})
