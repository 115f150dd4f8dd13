import { isKnown, UNKNOWN, type Origin } from '../effects.ts'
import type { Context } from '../read/context.ts'
import {
  ELSEWHERE,
  EMPTY,
  fromNetwork,
  isConnected,
  known,
  NOWHERE,
  origins,
  unknown,
  withoutSecrets,
  type Value,
  joinAll,
} from '../words/value.ts'
import { performer } from './perform-roles.ts'
import { sameProgram, type Programs } from './program.ts'
import type { Roles } from './roles.ts'
import type { OptionValue } from '../read/options.ts'
import { inAddress, inHeader, isData } from './requests.ts'
import { isUnseenInput } from './scripts.ts'
import { runProjectFile } from './project/project-file.ts'

/** Programs that talk to other machines. */

const CURL = {
  short: 'AbBcCdDeEFhHKmoPQrtTuUwxXyYz',
  long: 'data data-ascii data-binary data-raw data-urlencode json form form-string upload-file output header user user-agent cookie cookie-jar referer request url proxy cacert cert key config max-time connect-timeout retry retry-delay range write-out resolve interface dump-header output-dir limit-rate max-filesize netrc-file oauth2-bearer aws-sigv4 unix-socket ciphers dns-servers trace trace-ascii stderr'.split(
    ' ',
  ),
}

function curl(context: Context): Value {
  const { values, valuesAt, rest, places, has } = context.options(CURL)
  const urls = [...rest, ...values('url')]
  const posted: Value[] = []
  for (const data of valuesAt('d', 'data', 'data-ascii', 'data-binary', 'data-urlencode', 'json', 'url-query'))
    posted.push(curlData(context, data))
  for (const data of valuesAt('data-raw', 'form-string')) posted.push(argument(context, data))
  for (const form of valuesAt('F', 'form')) {
    const files = /=[@<](.+)$/s.exec(form.text)?.[1]?.split(/[,;]/) ?? []
    posted.push(
      argument(context, form),
      ...files.filter((file) => !/^(?:type|filename)=/.test(file)).map((file) => input(context, file)),
    )
  }
  for (const path of values('T', 'upload-file')) posted.push(input(context, path))
  const sent = [...posted]
  for (const data of valuesAt('A', 'user-agent', 'e', 'referer')) sent.push(argument(context, data))
  for (const header of valuesAt('H', 'header'))
    sent.push(header.text.startsWith('@') ? input(context, header.text.slice(1)) : inHeader(argument(context, header)))
  for (const login of valuesAt('u', 'user', 'b', 'cookie')) sent.push(withoutSecrets(argument(context, login)))
  for (const path of values('K', 'config')) configured(context, input(context, path))
  for (const path of values('unix-socket')) {
    context.write(path, unknown())
    // Whoever may tell the daemon to start a container may do everything.
    const isOrder = posted.length > 0 || values('X', 'request').some((method) => !/^(?:get|head)$/i.test(method))
    if (/(?:docker|containerd|podman|crio)\.sock$/.test(path) && isOrder) context.system('container', path)
  }
  const fetched = unknown(fromNetwork)
  for (const path of values('o', 'output', 'D', 'dump-header', 'c', 'cookie-jar').filter((path) => path !== '-'))
    context.replace(inside(values('output-dir')[0], path), fetched)
  if (has('O', 'remote-name', 'J', 'remote-name-all'))
    for (const url of urls) context.replace(inside(values('output-dir')[0], nameOf(url)), fetched)
  const addresses = [...places.map((at, index) => ({ text: rest[index] ?? '', at })), ...valuesAt('url')]
  const urlsSent = addresses.map((url) => inAddress(argument(context, url))).filter(isData)
  const all = origins([...sent, ...urlsSent].map(({ from }) => from))
  const method =
    overridden(values('H', 'header')) ?? values('X', 'request').at(-1) ?? (has('G', 'get') ? 'GET' : undefined)
  const body = bodyOf(posted)
  for (const url of urls.length === 0 ? [UNKNOWN] : urls)
    context.net(url, {
      ...(sent.length + urlsSent.length > 0 && { sends: all }),
      ...(method !== undefined && { method }),
      ...(body !== undefined && { body }),
    })
  return has('h', 'help', 'V', 'version') && urls.length === 0 ? unknown() : fetched
}

/** Lines of a file of options: `url = "https://…"`, `data=@file`, `-o x`. */
function configured(context: Context, { text }: Value): void {
  if (!isKnown(text) || context.call.place.via.includes('curl -K')) return
  const words = text.split('\n').flatMap((line) => {
    const [, name = '', value = ''] = /^\s*(?:--?)?([a-z][\w-]*)\s*[=: ]?\s*(.*)$/i.exec(line) ?? []
    const option = name.length === 1 ? `-${name}` : `--${name}`
    return name === '' ? [] : value === '' ? [option] : [option, value.trim().replace(/^"(.*)"$/, '$1')]
  })
  if (words.length > 0) context.start([known('curl'), ...words.map((word) => known(word))], { via: 'curl -K' })
}

const curlData = (context: Context, data: OptionValue): Value => {
  const file = /^(?:[^=@]*)?@(.+)$/s.exec(data.text)?.[1]
  return file === undefined ? argument(context, data) : input(context, file)
}

/** Servers take this header for the method. */
const overridden = (headers: readonly string[]): string | undefined =>
  headers.flatMap((header) => /^\s*x-http-method(?:-override)?\s*:\s*(\w+)/i.exec(header)?.[1] ?? []).at(-1)

/** What is known of the texts that are sent. */
function bodyOf(sent: readonly Value[]): string | undefined {
  const texts = sent.map(({ text }) => text).filter((text) => text !== UNKNOWN)
  return texts.length === 0 ? undefined : texts.join('\n').slice(0, MAX_BODY)
}

const MAX_BODY = 1 << 16

const input = (context: Context, path: string): Value =>
  path === '-' || path === '.' ? context.stdin : context.read(path)

/** An argument whose text may have come from somewhere. */
const argument = ({ args }: Context, { text, at }: OptionValue): Value => ({ text, from: args[at]?.from ?? NOWHERE })

const inside = (directory: string | undefined, name: string): string =>
  directory === undefined || name.startsWith('/') ? name : `${directory}/${name}`

const nameOf = (url: string): string =>
  url
    .replace(/[?#].*$/, '')
    .split('/')
    .at(-1) || 'index.html'

function wget(context: Context): Value {
  const { values, valuesAt, rest, places, has } = context.options({
    short: 'oaOPUtTwQieBlARDIXe',
    long: 'output-document output-file append-output directory-prefix post-data post-file body-data body-file header user password user-agent tries timeout method input-file ftp-user ftp-password http-user http-password load-cookies referer limit-rate execute config'.split(
      ' ',
    ),
  })
  const sent = [
    ...valuesAt('post-data', 'body-data', 'U', 'user-agent', 'referer').map((data) => argument(context, data)),
    ...valuesAt('header').map((header) => inHeader(argument(context, header))),
    ...places.map((at, index) => inAddress(argument(context, { text: rest[index] ?? '', at }))),
    ...values('post-file', 'body-file', 'i', 'input-file', 'load-cookies').map((path) => input(context, path)),
  ]
  const sends = values('post-data', 'body-data', 'post-file', 'body-file').length > 0 || sent.some(isData)
  const target = values('O', 'output-document')[0]
  const fetched = unknown(fromNetwork)
  const prefix = values('P', 'directory-prefix')[0]
  if (target === undefined && !has('spider'))
    for (const url of rest) context.replace(prefix === undefined ? nameOf(url) : `${prefix}/${nameOf(url)}`, fetched)
  else if (target !== undefined && target !== '-') context.replace(target, fetched)
  // Its messages, and the addresses in them.
  for (const log of values('o', 'output-file', 'a', 'append-output')) context.write(log)
  const method = overridden(values('header')) ?? values('method').at(-1)
  const body = bodyOf(valuesAt('post-data', 'body-data').map((data) => argument(context, data)))
  for (const url of rest)
    context.net(url, {
      ...(sends && { sends: origins(sent.map(({ from }) => from)) }),
      ...(method !== undefined && { method }),
      ...(body !== undefined && { body }),
    })
  return target === '-' || target === '/dev/stdout' ? fetched : EMPTY
}

function httpie(context: Context): Value {
  const { values, valuesAt, rest, places } = context.options({
    short: 'aopsA',
    long: ['auth', 'output', 'print', 'style', 'auth-type', 'session', 'proxy', 'verify', 'timeout', 'raw'],
  })
  const [first = '', ...items] = rest
  const isMethod = /^(?:[A-Z]+|get|post|put|patch|delete|head|options)$/.test(first) && items.length > 0
  const url = isMethod ? (items[0] ?? '') : first
  const data = rest.flatMap((text, index) =>
    index > (isMethod ? 1 : 0) && /[=@:]/.test(text) ? [{ text, at: places[index] ?? 0 }] : [],
  )
  const sent = data.map((item) => {
    const file = /^[^:=@]*(?:=@|:=@|@)(.+)$/s.exec(item.text)?.[1]
    if (file !== undefined) return context.read(file)
    const isHeader = /^[\w-]+:(?!=)/.test(item.text)
    return isHeader ? inHeader(argument(context, item)) : argument(context, item)
  })
  const address = inAddress(argument(context, { text: url, at: places[isMethod ? 1 : 0] ?? 0 }))
  const piped = isConnected(context.stdin) ? [context.stdin] : []
  const fetched = unknown(fromNetwork)
  for (const path of values('o', 'output')) context.write(path, fetched)
  const all = [
    ...sent.filter(({ text, from }) => !/^[\w-]+:(?!=)/.test(text) || isData({ text, from })),
    ...piped,
    ...(isData(address) ? [address] : []),
  ]
  const body = bodyOf([...valuesAt('raw').map((raw) => argument(context, raw)), ...sent, ...piped])
  context.net(url, {
    ...(all.length > 0 && { sends: origins(all.map(({ from }) => from)) }),
    ...(isMethod && { method: first }),
    ...(body !== undefined && { body }),
  })
  return fetched
}

function download(context: Context, spec: Parameters<Context['options']>[0], output: readonly string[]): void {
  const { values, rest } = context.options(spec)
  for (const url of rest) {
    context.net(url)
    context.write(values(...output)[0] ?? nameOf(url), unknown(fromNetwork))
  }
}

function netcat(context: Context): Value {
  const { values, rest, has } = context.options({
    short: 'ecgGiIopPqsTvwWxXDmd',
    long: ['exec', 'sh-exec', 'lua-exec', 'source', 'source-port', 'wait', 'output', 'proxy', 'idle-timeout'].concat([
      'delay',
    ]),
    attached: '',
  })
  const target = rest.join(':') || UNKNOWN
  const program = [...values('e', 'exec'), ...values('c', 'sh-exec')]
  const isProbe = has('z')
  // A socket in the file system is reached by its path, though nothing is written to a file.
  if (has('U', 'unixsock')) context.write(target, context.stdin)
  context.net(target, {
    twoWay: !isProbe,
    ...(!isProbe && isConnected(context.stdin) && { sends: context.stdin.from }),
  })
  for (const text of program) {
    context.system('remote-shell', target)
    context.shell(known(text), { stdin: unknown(fromNetwork) })
  }
  return isProbe ? unknown() : unknown(fromNetwork)
}

function socat(context: Context): Value {
  const addresses = context.options({ short: 'bLlTtWdx' }).rest.map((text) => addressOf(context, text))
  const isNet = addresses.some(({ kind }) => NET_ADDRESS.test(kind))
  const sources = addresses.map(({ kind, value }) => sourceOf(context, kind, value))
  addresses.forEach(({ kind, value }, index) => {
    const other = sources[1 - index] ?? unknown()
    if (kind.startsWith('unix')) context.write(value.split(',')[0] ?? '', other)
    if (NET_ADDRESS.test(kind)) context.net(value, { twoWay: true, sends: other.from })
    else if (/^(?:exec|system|shell)$/.test(kind)) {
      const program = value.split(',')[0] ?? ''
      if (isNet && (kind === 'shell' || SHELL_NAME.test(program))) context.system('remote-shell', 'socat')
      const output = context.shell(known(program === '' ? 'sh' : program.replace(/\\(.)/g, '$1')), { stdin: other })
      const net = addresses.find((one) => NET_ADDRESS.test(one.kind))
      if (net !== undefined) context.net(net.value, { twoWay: true, sends: output.from })
    } else if (/^(?:create|open|file|gopen)$/.test(kind) && index === 1) context.write(value, other)
  })
  return unknown(isNet ? fromNetwork : ELSEWHERE)
}

const SHELL_NAME = /(?:^|\/)(?:ba|z|k|da|a|fi|c|tc)?sh\b/
const NET_ADDRESS = /^(?:tcp|udp|ssl|openssl|sctp|dccp|vsock|socks|proxy|ip|udplite|http|unix|abstract)/

function addressOf({ state }: Context, text: string): { kind: string; value: string } {
  if (text === '-' || /^stdio$/i.test(text)) return { kind: 'stdio', value: '' }
  const colon = text.indexOf(':')
  const kind = (colon < 0 ? text : text.slice(0, colon)).toLowerCase()
  const value = colon < 0 ? '' : text.slice(colon + 1)
  const socket = kind === 'fd' ? state.outputs.get(value) : undefined
  return socket?.startsWith('/dev/tcp/') === true ? { kind: 'tcp', value: socket } : { kind, value }
}

function sourceOf(context: Context, kind: string, value: string): Value {
  if (kind === 'stdio') return context.stdin
  if (/^(?:open|file|gopen|rdonly)$/.test(kind)) return context.read(value.split(',')[0] ?? '')
  return NET_ADDRESS.test(kind) ? unknown(fromNetwork) : unknown(NOWHERE)
}

/** Where the value of an option came from. */
const originOf = ({ args }: Context, value: string): Origin =>
  args.find(({ text }) => text.endsWith(value))?.from ?? NOWHERE

/** Commands that a file of ssh's configuration names. */
const configuredCommands = (context: Context, text: string): void => {
  for (const [, , command = ''] of text.matchAll(
    /^\s*(proxycommand|localcommand|knownhostscommand|match\b.*?\bexec)\s*[= ]\s*(.+)$/gim,
  ))
    context.shell(known(command.replace(/^"(.*)"$/, '$1')), { via: 'ssh -F' })
}

/** `2222:localhost:22`, or a proxy for everything: the other end can log in to this machine, or speak for it. */
const isLogin = (forward: string): boolean =>
  /:(?:22|23|139|445|2375|2376|3389|590\d)$|^(?:[\w.*]+:)?\d+$|\.sock$/.test(forward)

/** Programs that let others reach this machine: a web server to be looked at is what they are for, a login is not. */
function tunnel(context: Context): undefined {
  const { texts } = context
  const words = texts.filter((text) => !text.startsWith('-'))
  if (words[0] === 'service' && /^(?:install|start)$/.test(words[1] ?? '')) context.system('schedule', context.name)
  const isShell = (text: string): boolean =>
    /(?:ssh|rdp|smb|vnc|tcp):\/\//.test(text) || /^(?:[\w.]+:)?(?:22|3389|590\d|2375)$/.test(text)
  if (texts.some((text) => isShell(text.replace(/^--?[\w-]+=/, '')))) context.system('firewall', context.name)
  performer(TUNNEL)(context)
}

const TUNNEL: Roles = { options: '-c:config --config:config --authtoken:value', operands: 'value' }

function ssh(context: Context): Value {
  const { rest, places, values } = context.options({ short: 'bBcDeEFIiJLlmOoPpQRSWw', stopAtFirst: true })
  const [host = UNKNOWN] = rest
  for (const option of values('o')) {
    const command = /^\s*(?:proxycommand|localcommand|knownhostscommand)\s*[= ]\s*(.+)$/is.exec(option)?.[1]
    if (command !== undefined && command !== 'none') context.shell(known(command), { via: 'ssh -o' })
  }
  if (values('R').some(isLogin)) context.system('firewall', host)
  for (const path of values('F')) {
    context.read(path)
    runProjectFile(context, context.path(path), configuredCommands)
  }
  context.net(host, { twoWay: true, sends: origins([context.stdin.from, ...context.args.map(({ from }) => from)]) })
  const remote = context.args.slice((places[0] ?? context.args.length) + 1)
  if (remote.length > 0) {
    const spaced = remote.flatMap((word, index) => (index === 0 ? [word] : [known(' '), word]))
    const text = joinAll([EMPTY, ...spaced])
    // It runs elsewhere, in another home; what it would destroy there is just as gone.
    if (isKnown(text.text)) context.shell(text, { via: 'ssh', cwd: UNKNOWN })
  } else if (isConnected(context.stdin) && (isKnown(context.stdin.text) || isUnseenInput(context, context.stdin)))
    context.shell(context.stdin, { via: 'ssh', cwd: UNKNOWN, stdin: EMPTY })
  return unknown(fromNetwork)
}

function transfer(context: Context): void {
  const { rest, values, has } = context.options({
    short: context.name === 'rsync' ? 'efBTM' : 'cDFiJloPSX',
    long: [
      'rsh',
      'exclude',
      'exclude-from',
      'include',
      'include-from',
      'files-from',
      'filter',
      'log-file',
      'password-file',
      'bwlimit',
      'timeout',
      'port',
      'rsync-path',
      'backup-dir',
      'suffix',
      'temp-dir',
      'compare-dest',
      'link-dest',
      'chmod',
      'chown',
      'info',
      'out-format',
    ],
  })
  for (const command of context.name === 'rsync' ? values('e', 'rsh') : [])
    context.shell({ text: command, from: originOf(context, command) }, { via: 'rsync -e' })
  for (const option of values('o'))
    if (/^proxycommand/i.test(option)) context.shell(known(option.replace(/^[^= ]*[= ]/, '')), { via: 'scp -o' })
  const isRemote = (path: string): boolean => /^[^/]*:/.test(path) || path.includes('://')
  const sources = rest.slice(0, -1)
  const target = rest.at(-1)
  if (target === undefined) return
  const read = sources.filter((path) => !isRemote(path)).map((path) => context.read(path, { recursive: true }))
  for (const path of values('files-from')) read.push(context.read(path))
  const isRehearsal = context.name === 'rsync' && has('n', 'dry-run')
  if (!isRehearsal && has('remove-source-files'))
    for (const path of sources) if (!isRemote(path)) context.remove(path, { force: true })
  if (isRemote(target)) return context.net(target, { sends: origins(read.map(({ from }) => from)) })
  const remotes = sources.filter(isRemote)
  for (const source of remotes) context.net(source)
  const deletes =
    !isRehearsal && has('delete', 'delete-before', 'delete-after', 'delete-during', 'delete-excluded', 'del')
  if (deletes) context.remove(target, { recursive: true, force: true })
  const content = remotes.length > 0 ? unknown(fromNetwork) : unknown(origins(read.map(({ from }) => from)))
  const names =
    target.endsWith('/') || target === '.'
      ? sources.map((source) => `${target}/${source.split(/[/:]/).at(-1) ?? ''}`)
      : [target]
  const [only] = sources
  const isCopy = remotes.length === 0 && sources.length === 1 && only !== undefined && !only.endsWith('/')
  for (const name of names)
    if (isCopy) context.copy(only, name, { recursive: true })
    else context.write(name, content, { recursive: context.name === 'rsync' })
}

export const network: Programs = {
  curl,
  wget,
  http: httpie,
  https: httpie,
  xh: httpie,
  xhs: httpie,
  restish: httpie,
  ...sameProgram('ngrok cloudflared bore chisel frpc localtunnel zrok', tunnel),
  httpie,
  autossh(context) {
    const at = context.texts.indexOf('-M')
    return context.start([
      known('ssh'),
      ...context.args.filter((_, index) => at < 0 || (index !== at && index !== at + 1)),
    ])
  },
  // Options of curl, words of httpie.
  curlie: (context) => (context.texts[0]?.startsWith('-') === true ? curl(context) : httpie(context)),
  axel: (context) => download(context, { short: 'onsUH', long: ['output'] }, ['o', 'output']),
  nc: netcat,
  ncat: netcat,
  netcat,
  'nc.traditional': netcat,
  'nc.openbsd': netcat,
  socat,
  ssh,
  scp: transfer,
  rsync: transfer,
}
