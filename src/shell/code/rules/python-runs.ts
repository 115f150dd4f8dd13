import type { Call, Rule } from '../evaluate/machine.ts'
import {
  refValue,
  isTruthy,
  isUnknown,
  NETWORK,
  plainText,
  thing,
  UNKNOWN_VALUE,
  type Value,
} from '../evaluate/values.ts'
import { does, fromNetwork, kills, option, pick } from './builders.ts'
import {
  connection,
  connects,
  downloads,
  emitNet,
  feedsSelf,
  fetches,
  readsSelf,
  request,
  runsFile,
} from './opening.ts'
import { argvOf, callsArgument, emitRun, emitShell, evaluates, loadsCode, PROCESS, runsFrom, shell } from './running.ts'
import { self } from './texts.ts'

/** `subprocess`: a list runs at once; a text runs in a shell when asked to. */
const subprocess: Rule = (call) => {
  const command = pick(call, [0, 'args']) ?? UNKNOWN_VALUE
  const inShell = option(call, 'shell')
  const cwd = call.named.get('cwd')
  const executable = call.named.get('executable')
  if (inShell !== undefined && isTruthy(inShell) !== false) emitShell(call, argvOf(command)[0], cwd)
  // A text with blanks is no program, except where the system takes it apart itself.
  else if (command.kind !== 'list' && /\s/.test(plainText(command))) emitShell(call, command, cwd)
  else {
    const argv = argvOf(command)
    emitRun(call, executable === undefined ? argv : [executable, ...argv.slice(1)], cwd)
  }
  return PROCESS
}

/** `os.execve(path, [name, arg…], env)` and `os.spawnv(mode, path, [name, arg…])`. */
const runsVector =
  (from: number): Rule =>
  (call: Call) => {
    emitRun(call, [call.args[from] ?? UNKNOWN_VALUE, ...argvOf(call.args[from + 1]).slice(1)])
    return undefined
  }

const ptySpawn: Rule = (call) => {
  emitRun(call, argvOf(pick(call, 0)))
  return undefined
}

/** A request object remembers its address and whether it carries data. */
const requestObject: Rule = (call) => {
  const data = pick(call, [1, 'data'])
  const posts = /^(?:post|put|patch)$/i.test(plainText(call.named.get('method')))
  const sends = posts || (data !== undefined && data.kind !== 'nothing')
  return thing(sends ? 'sending request' : 'request', plainText(pick(call, [0, 'url'])))
}

const urlopen: Rule = (call) => {
  const target = pick(call, [0, 'url'])
  const data = pick(call, [1, 'data'])
  const sends =
    (target?.kind === 'thing' && target.type === 'sending request') ||
    (data !== undefined && data.kind !== 'nothing' && !isUnknown(data))
  return request(call, target, sends)
}

/** `HTTPSConnection(host, port)`, then `.request(method, path, body)`. */
const httpConnection: Rule = (call) => {
  const port = pick(call, [1, 'port'])
  return thing('http', plainText(pick(call, [0, 'host'])) + (port?.kind === 'number' ? `:${port.value}` : ''), NETWORK)
}
const httpRequest: Rule = (call) => {
  const sends =
    /^(?:post|put|patch)$/i.test(plainText(pick(call, [0, 'method']))) || pick(call, [2, 'body']) !== undefined
  emitNet(call.machine, plainText(call.self) + plainText(pick(call, [1, 'url'])), sends)
  return fromNetwork
}

/** A server that is logged in to: mail and files go both ways, but there is no shell on it. */
const server: Rule = (call) => {
  const action = emitNet(call.machine, plainText(pick(call, [0, 'host', 'hostname'])))
  return thing('server', '', NETWORK, () => {
    if (action !== undefined) action.sends = true
  })
}
const upload = feedsSelf(1)

/** `requests.request(method, url, …)` */
const anyRequest: Rule = (call) =>
  request(call, pick(call, [1, 'url']), /^(?:post|put|patch)$/i.test(plainText(pick(call, [0, 'method']))))

const HTTP_CLIENTS = ['requests', 'httpx', 'requests.Session', 'http client']
const clients: Record<string, Rule> = {}
for (const client of HTTP_CLIENTS) {
  const separator = client === 'http client' ? '#' : '.'
  for (const method of ['get', 'head', 'delete', 'options', 'stream'])
    clients[client + separator + method] = fetches([0, 'url'])
  for (const method of ['post', 'put', 'patch'])
    clients[client + separator + method] = fetches([0, 'url'], { sends: true })
  clients[`${client}${separator}request`] = anyRequest
}
const httpClient: Rule = () => thing('http client', '')

const importsModule: Rule = (call) => {
  const name = plainText(pick(call, [0, 'name']))
  return refValue(call.machine.runtime.aliases[name] ?? name)
}

/** Programs, code and the network. */
export const pythonRuns: Readonly<Record<string, Rule>> = {
  ...clients,
  'os.system': shell([0, 'command']),
  'os.popen': shell([0, 'cmd']),
  'os.popen2': shell(0),
  'os.popen3': shell(0),
  'os.startfile': runsFrom(0),
  'os.execl': runsFrom(0, { skip: 1 }),
  'os.execlp': runsFrom(0, { skip: 1 }),
  'os.execle': runsFrom(0, { skip: 1, trailing: 1 }),
  'os.execlpe': runsFrom(0, { skip: 1, trailing: 1 }),
  'os.execv': runsVector(0),
  'os.execve': runsVector(0),
  'os.execvp': runsVector(0),
  'os.execvpe': runsVector(0),
  'os.spawnl': runsFrom(1, { skip: 1 }),
  'os.spawnlp': runsFrom(1, { skip: 1 }),
  'os.spawnv': runsVector(1),
  'os.spawnve': runsVector(1),
  'os.spawnvp': runsVector(1),
  'os.spawnvpe': runsVector(1),
  'os.posix_spawn': runsVector(0),
  'os.posix_spawnp': runsVector(0),
  'os.kill': kills([0, 'pid']),
  'os.killpg': kills(0),
  'signal.pthread_kill': kills(0),
  'subprocess.run': subprocess,
  'subprocess.call': subprocess,
  'subprocess.check_call': subprocess,
  'subprocess.check_output': subprocess,
  'subprocess.Popen': subprocess,
  'subprocess.getoutput': shell([0, 'cmd']),
  'subprocess.getstatusoutput': shell([0, 'cmd']),
  'asyncio.create_subprocess_shell': shell([0, 'cmd']),
  'asyncio.create_subprocess_exec': runsFrom(0),
  'asyncio.run': (call) => call.args[0],
  'pty.spawn': ptySpawn,
  'pexpect.run': shell(0),
  'pexpect.spawn': shell(0),
  'sh.Command': runsFrom(0),

  'threading.Thread': callsArgument([1, 'target'], [3, 'args']),
  'multiprocessing.Process': callsArgument([1, 'target'], [3, 'args']),
  'threading.Timer': callsArgument([1, 'function'], [2, 'args']),
  'functools.partial': (call) => {
    const [callee, ...rest] = call.args
    return callee?.kind === 'ref' ? { ...callee, bound: [...(callee.bound ?? []), ...rest] } : callee
  },

  exec: evaluates([0, 'source', 'object']),
  eval: evaluates([0, 'source', 'expression']),
  execfile: runsFile(0),
  compile: (call) => pick(call, [0, 'source']),
  'runpy.run_path': runsFile(0),
  'code.InteractiveInterpreter': () => thing('interpreter', ''),
  'interpreter#runsource': evaluates(0),
  'interpreter#runcode': evaluates(0),
  'timeit.timeit': evaluates([0, 'stmt']),
  'ctypes.CDLL': loadsCode(),
  'ctypes.PyDLL': loadsCode(),
  'ctypes.cdll.LoadLibrary': loadsCode(),
  'pickle.loads': loadsCode({ decoded: true }),
  'pickle.load': loadsCode({ decoded: true }),
  'marshal.loads': loadsCode({ decoded: true }),
  'marshal.load': loadsCode({ decoded: true }),
  'types.FunctionType': loadsCode(),
  __import__: importsModule,
  'import *': (call) => {
    call.machine.stars.push(plainText(importsModule(call)) === '' ? '' : plainText(call.args[0]))
    return undefined
  },

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
  'server#storbinary': upload,
  'server#storlines': upload,
  'server#sendmail': upload,
  'server#send_message': feedsSelf(0),
  'server#exec_command': readsSelf,
  'socket.socket': () => connection(),
  'socket.create_connection': connects(0),
  'socket#connect': connects(0, undefined, { method: true }),
  'socket#connect_ex': connects(0, undefined, { method: true }),
  'socket#bind': connects(0, undefined, { method: true }),
  'socket#send': feedsSelf(0),
  'socket#sendall': feedsSelf(0),
  'socket#sendto': does((call) => void connects(1, undefined, { method: true })(call), feedsSelf(0)),
  'socket#makefile': self,
  'socket#recv': readsSelf,
  'socket#write': feedsSelf(0),
  'ssl.wrap_socket': (call) => call.args[0],
  'telnetlib.Telnet': connects(0, 1),
}

export const moduleName = (value: Value): string => (value.kind === 'ref' ? value.name : '')
