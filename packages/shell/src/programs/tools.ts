import { isKnown } from '../effects.ts'
import { isWithin } from '../paths.ts'
import type { Context } from '../read/context.ts'
import { isConnected, known, unknown, type Value } from '../words/value.ts'
import { interpreter } from './interpreters.ts'
import { performer } from './perform-roles.ts'
import { sameProgram, type Program, type Programs } from './program.ts'
import { isDescribed } from './call-roles.ts'
import { runInside } from './inside.ts'
import type { Roles } from './roles.ts'
import { ansible } from './table/management.ts'

/** Containers, and programs that reach a cluster or a database. */

const RISKY_MOUNT =
  /^(?:\/|\/(?:etc|root|boot|dev|proc|sys|usr|bin|sbin|lib|var|home|Users|[cde]|[cde]\/(?:Users|Windows))\/?|~|\/var\/run\/docker\.sock|\/run\/docker\.sock)$/

const MAX_MOUNTS = 50

function container(context: Context): void {
  const { texts, reader, path } = context
  const verb = texts.find((text) =>
    /^(?:run|exec|create|compose|build|system|volume|image|container|rm|rmi|cp)$/.test(text),
  )
  if (texts.some((text) => /^--privileged(?:=true)?$/.test(text))) context.system('container', '--privileged')
  const shared = new Set<string>()
  texts.forEach((text, index) => {
    const value = /^(?:-v|--volume|--mount)$/.test(text)
      ? (texts[index + 1] ?? '')
      : (/^(?:-v|--volume=|--mount=)(.+)$/.exec(text)?.[1] ?? '')
    if (value === '') return
    const source = /(?:source|src)=([^,]+)/.exec(value)?.[1] ?? value.split(':')[0] ?? ''
    const mounted = source.startsWith('/') || source.startsWith('.') ? path(source) : source
    const isReadOnly = /(?:^|,)(?:readonly|ro)(?:,|$|=true)|:[^:]*\bro\b[^:]*$/.test(value)
    // Mounting the working directory is the normal use of a container; another directory may be changed from inside.
    if (mounted.startsWith('/') && !isReadOnly && !isWithin(context.state.cwd, mounted)) shared.add(mounted)
    else if (mounted.startsWith('/') && isReadOnly) context.read(mounted, { recursive: true })
    if (RISKY_MOUNT.test(mounted) || mounted === reader.world.home) context.system('container', `mount ${mounted}`)
  })
  for (const mounted of [...shared].slice(0, MAX_MOUNTS)) {
    context.read(mounted, { maybe: true })
    context.remove(mounted, { maybe: true })
  }
  if (shared.size > MAX_MOUNTS) context.doubt('program', `${context.name} with ${shared.size} volumes`)
  for (const text of texts)
    if (/^--(?:pid|net|network|ipc|userns|uts)=host$/.test(text) && text.includes('pid'))
      context.system('container', text)
  if (texts.includes('cp') && /^(?:cp|container|compose)$/.test(verb ?? '')) copyAcross(context)
  if (verb === 'exec' || verb === 'compose') runInside(context, /^(?:exec|run)$/)
  if (verb === 'run' || verb === 'exec')
    for (const text of texts)
      if (text.startsWith('--env-file')) context.read(text.split('=')[1] ?? texts[texts.indexOf(text) + 1] ?? '')
}

/** `docker cp box:/x ./y`, and the other way round. */
function copyAcross(context: Context): void {
  const { texts } = context
  const words = texts.slice(texts.indexOf('cp') + 1).filter((text) => !text.startsWith('-') || text === '-')
  const [from = '', to = ''] = words
  const isInside = (text: string): boolean => /^[\w./-]+:/.test(text)
  if (from !== '') context.read(isInside(from) ? from.slice(from.indexOf(':') + 1) : from, { maybe: isInside(from) })
  if (isInside(to) || to === '' || to === '-') return
  const name = from.slice(from.lastIndexOf('/') + 1)
  context.write(to, unknown(), { recursive: true })
  context.write(`${to}/${name}`, unknown(), { recursive: true })
}

export const containers = sameProgram('docker podman nerdctl', container)

/** Files that become a gist or a part of a release leave the machine. */
function gh(context: Context): Value {
  const { rest, values } = context.options({
    short: 'dfRtnFwb',
    long: ['desc', 'filename', 'repo', 'title', 'notes', 'notes-file', 'body', 'body-file'],
  })
  const [noun = '', verb = '', ...words] = rest
  const texts = values('body-file', 'notes-file', ...(noun === 'api' ? [] : ['F']))
  const files =
    noun === 'gist' && /^(?:create|edit|new)$/.test(verb)
      ? words
      : noun === 'release' && /^(?:upload|create)$/.test(verb)
        ? words.slice(1)
        : []
  if (noun === 'alias' && verb === 'set') {
    const isShell = context.texts.some((text) => /^(?:-s|--shell)$/.test(text)) || words[1]?.startsWith('!') === true
    if (isShell) context.shell(known((words[1] ?? '').replace(/^!/, '')), { via: 'gh' })
  }
  const isPiped = noun === 'gist' && files.every((file) => file === '-') && /^(?:create|new)$/.test(verb)
  const sent = [...files, ...texts].filter((file) => file !== '-').map((file) => context.read(file))
  if (texts.includes('-') && isConnected(context.stdin)) sent.push(context.stdin)
  if (isPiped && isConnected(context.stdin)) sent.push(context.stdin)
  for (const { from } of sent) context.net('github.com', { sends: from })
  if (noun === 'api') callApi(context)
  return unknown()
}

/** `gh api`: a request, where it is more than a question. */
function callApi(context: Context): void {
  const { values, rest } = context.options({
    short: 'XfFHqtR',
    long: 'method field raw-field header input jq template hostname repo cache preview'.split(' '),
  })
  const fields = values('f', 'F', 'field', 'raw-field').map((field) => field.slice(field.indexOf('=') + 1))
  const files = [...fields.filter((text) => text.startsWith('@')).map((text) => text.slice(1)), ...values('input')]
  const written = values('f', 'F', 'field', 'raw-field').filter((field) => !field.includes('=@'))
  const texts = [
    ...fields,
    ...written,
    ...files.map((file) => (file === '-' ? context.stdin : context.read(file)).text),
  ].filter(isKnown)
  const method = values('X', 'method').at(-1)
  const [, endpoint = ''] = rest
  if (method !== undefined || fields.length + files.length > 0)
    context.net(`https://api.github.com/${endpoint.replace(/^\//, '')}`, {
      ...(method !== undefined && { method }),
      ...(texts.length > 0 && { body: texts.join('\n') }),
    })
}

const BUN: Roles = {
  options: '--cwd:enter -g -d -E --dev --exact --global --silent',
  commands: {
    x: { options: '-p:value --package:value --bun', operands: 'argv' },
    'add a install i update link': { operands: 'package', does: 'install' },
    'remove rm unlink': { operands: 'value', does: 'uninstall' },
    build: {
      options:
        '--outfile:write --outdir:make --target:value --format:value --root:value --external:value -e:value --entry-naming:value --minify --sourcemap --splitting --compile --watch',
      operands: 'read',
    },
    'pm outdated why info audit init create upgrade publish patch': 'value',
  },
}

const DENO: Roles = {
  options: '-q --quiet -c:read --config:read --import-map:read --lock:read -L:value',
  commands: {
    compile: {
      options: '-o:write --output:write -A --allow-all --target:value --include:read -r',
      operands: 'read value',
    },
    'bundle doc info check lint cache fmt': { options: '--check!read --ext:value --json --fix!edit', operands: 'read' },
    'add install i': {
      options: '-A -g -n:value --name:value --root:make -f --allow-read --allow-net --entrypoint:value',
      operands: 'package',
      does: 'install',
    },
    'remove uninstall rm': { operands: 'value', does: 'uninstall' },
    'task types upgrade jupyter publish serve bench repl completions init lsp outdated coverage': 'value',
  },
}

/** Programs that manage packages behind some words, and are interpreters otherwise. */
const managing =
  (roles: Roles): Program =>
  (context) =>
    context.texts.some((text) => !text.startsWith('-')) && isDescribed(roles, context.texts)
      ? performer(roles)(context)
      : interpreter(context)

export const tools: Programs = {
  bun: managing(BUN),
  deno: managing(DENO),
  ansible(context) {
    performer(ansible)(context)
    const isHere = context.texts.some((text) => /^(?:localhost|127\.0\.0\.1|local)$/.test(text))
    const written = isHere ? context.texts.flatMap((text) => [...text.matchAll(/\b(?:path|dest)=([^\s'"]+)/g)]) : []
    for (const [, path = ''] of written) context.write(path)
  },
  bq: (context) => context.system('sql', context.texts.at(-1) ?? ''),
  gh,
  kubectl(context) {
    if (context.texts.find((text) => !text.startsWith('-')) === 'cp') copyAcross(context)
    runInside(context, /^exec$/)
    const isPrinted = context.texts.some((text) => /^(?:-o|--output)/.test(text))
    for (const text of context.texts) {
      const [, file] = /^--from-(?:env-)?file=(?:[\w.-]+=)?(.+)$/.exec(text) ?? []
      if (file !== undefined && isPrinted) context.read(file)
    }
    return unknown()
  },
}
