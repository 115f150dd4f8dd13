import { isWithin } from '../paths.ts'
import type { Context } from '../read/context.ts'
import { known, unknown, type Value } from '../words/value.ts'
import { interpreter } from './interpreters.ts'
import { sameProgram, type Programs } from './program.ts'

/** Package managers and containers. */

const INSTALL = /^(?:install|i|add|ci|update|upgrade|up|get|sync|link|pull|import|tap|require)$/
const REMOVE = /^(?:uninstall|un|remove|rm|r|unlink|autoremove|purge|prune|erase|delete|untap)$/

/** The verb, skipping options and their values where that is unambiguous. */
function packages(context: Context): void {
  if (
    /^(?:dpkg|rpm)$/.test(context.name) &&
    context.texts.some((text) => /^(?:-P|-r|-e|--purge|--remove|--erase)$/.test(text))
  )
    return context.system('uninstall', context.texts.filter((text) => !text.startsWith('-')).join(' '))
  const words = context.texts.filter((text) => !text.startsWith('-') && !text.startsWith('+'))
  const at = words.findIndex((word) => INSTALL.test(word) || REMOVE.test(word))
  const verb = words[at]
  if (verb === undefined || at > 1) return
  const names = context.texts.slice(context.texts.indexOf(verb) + 1).filter((text) => !text.startsWith('-'))
  context.system(REMOVE.test(verb) ? 'uninstall' : 'install', names.join(' '))
}

const MANAGERS =
  'npm pnpm yarn bun pip pip3 pipx gem cargo go brew apt apt-get dpkg yum dnf zypper pacman apk snap port nix-env composer conda mamba choco winget rpm aptitude luarocks cpan cpanm opam stack cabal mix hex'

/** `npm exec x`, `yarn dlx x`, `pnpm x`: a wrapper behind a word. */
function manager(context: Context): Value | void {
  const at = context.texts.findIndex((text) => !text.startsWith('-'))
  const verb = context.texts[at] ?? ''
  // `bun -e '…'`, `bun x.ts`: besides managing packages it runs code.
  if (context.name === 'bun' && (/^-(?:e|p|-eval|-print)/.test(context.texts[0] ?? '') || /\.[cm]?[jt]sx?$/.test(verb)))
    return interpreter(context)
  const starts = context.name === 'pipx' ? /^run$/ : /^(?:exec|x|dlx)$/
  if (starts.test(verb) && /^(?:npm|pnpm|yarn|bun|cargo|gem|opam|stack|pipx)$/.test(context.name)) {
    const rest = context.args.slice(at + 1)
    const first = rest.findIndex(({ text }) => !text.startsWith('-'))
    return first < 0 ? undefined : context.start(rest.slice(first), { via: `${context.name} ${verb}` })
  }
  packages(context)
}

const RISKY_MOUNT =
  /^(?:\/|\/(?:etc|root|boot|dev|proc|sys|usr|bin|sbin|lib|var|home|Users)\/?|~|\/var\/run\/docker\.sock|\/run\/docker\.sock)$/

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
    else if (mounted.startsWith('/') && isReadOnly) context.read(mounted, { maybe: true })
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
  if (!isInside(from) && from !== '') context.read(from)
  if (isInside(to) || to === '' || to === '-') return
  const name = from.slice(from.lastIndexOf('/') + 1)
  context.write(to, unknown(), { recursive: true })
  context.write(`${to}/${name}`, unknown(), { recursive: true })
}

export const managers = sameProgram(MANAGERS, manager)
export const containers = sameProgram('docker podman nerdctl', container)

/** Files that become a gist or a part of a release leave the machine. */
function gh(context: Context): Value {
  const { rest } = context.options({
    short: 'dfRtnFw',
    long: ['desc', 'filename', 'repo', 'title', 'notes', 'notes-file'],
  })
  const [noun = '', verb = '', ...words] = rest
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
  for (const file of files) context.net('github.com', { sends: context.read(file).from })
  return unknown()
}

export const tools: Programs = {
  bq: (context) => context.system('sql', context.texts.at(-1) ?? ''),
  make: () => undefined,
  ninja: () => undefined,
  gh,
  kubectl(context) {
    if (context.texts.find((text) => !text.startsWith('-')) === 'cp') copyAcross(context)
    return unknown()
  },
}
