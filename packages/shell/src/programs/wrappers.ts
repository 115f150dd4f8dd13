import type { Context } from '../read/context.ts'
import type { Spec } from '../read/options.ts'
import type { Argument } from '../read/reader.ts'
import { EMPTY, known, type Value } from '../words/value.ts'
import { described, type Program, type Programs } from './program.ts'

/** Programs that run the program their arguments name: which options take a value, and how many words precede it. */
interface Wrapper extends Spec {
  /** Arguments of its own before the program: `timeout 5 cmd`. */
  readonly skip?: number
  /** An option whose value is shell text: `su -c`, `script -c`. */
  readonly text?: readonly string[]
}

const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  sudo: {
    short: 'ugpChDRrtTU',
    long: ['user', 'group', 'prompt', 'close-from', 'host', 'chdir', 'chroot', 'role', 'type'],
  },
  doas: { short: 'uC' },
  pkexec: { long: ['user'] },
  gosu: { skip: 1 },
  'su-exec': { skip: 1 },
  run0: { long: ['user', 'unit', 'property'] },
  nice: { short: 'n', long: ['adjustment'] },
  ionice: { short: 'cnpPu', long: ['class', 'classdata'] },
  nohup: {},
  time: { short: 'fo', long: ['format', 'output'] },
  timeout: { short: 'ks', long: ['kill-after', 'signal'], skip: 1 },
  gtimeout: { short: 'ks', long: ['kill-after', 'signal'], skip: 1 },
  stdbuf: { short: 'ioe', long: ['input', 'output', 'error'] },
  setsid: {},
  chrt: { short: 'TPD', skip: 1 },
  taskset: { skip: 1 },
  numactl: { short: 'Npmi' },
  prlimit: {},
  unshare: { short: 'SGRw', long: ['setuid', 'setgid', 'root', 'wd', 'map-users', 'map-groups'] },
  nsenter: { short: 'tSGrw', long: ['target', 'setuid', 'setgid'] },
  chroot: { skip: 1, long: ['userspec', 'groups'] },
  caffeinate: { short: 'tw' },
  unbuffer: {},
  rlwrap: { short: 'aAbcCDefFgGHilmMnNoOpPqrRsStwWzZ' },
  firejail: {},
  fakeroot: {},
  proxychains: { short: 'f' },
  proxychains4: { short: 'f' },
  torsocks: {},
  setarch: {},
  arch: { long: ['arch'] },
  strace: { short: 'eopPsSuaIObX' },
  ltrace: { short: 'eopsuanl' },
  valgrind: {},
  'systemd-run': {
    short: 'pEHMuPt',
    long: [
      'unit',
      'property',
      'description',
      'slice',
      'uid',
      'gid',
      'setenv',
      'working-directory',
      'on-calendar',
      'on-active',
      'timer-property',
      'host',
      'machine',
      'service-type',
    ],
  },
  'systemd-inhibit': { long: ['what', 'who', 'why', 'mode'] },
  'dbus-run-session': {},
  'xvfb-run': { short: 'efnpsw' },
  winpty: {},
  catchsegv: {},
  tini: {},
  'dumb-init': {},
  flock: { short: 'wEc', long: ['timeout', 'conflict-exit-code', 'wait', 'command'], skip: 1, text: ['c', 'command'] },
  runuser: { short: 'cugGsw', long: ['command', 'user', 'group', 'shell'], skip: 0, text: ['c', 'command'] },
  script: {
    short: 'cEIOTBmo',
    long: ['command', 'log-out', 'log-in', 'log-io', 'log-timing'],
    skip: 1,
    text: ['c', 'command'],
  },
  busybox: {},
  toybox: {},
  direnv: { skip: 2 },
  dotenv: { short: 'fe', long: ['file'] },
  hyperfine: {},
  entr: {},
  npx: { short: 'pc', long: ['package', 'call', 'workspace'], text: ['c', 'call'] },
  bunx: {},
  uvx: { long: ['from', 'with', 'python'] },
  watchexec: { short: 'wefi', long: ['watch', 'exts', 'filter', 'ignore'] },
  nodemon: { short: 'wei', long: ['watch', 'ext', 'ignore', 'exec'], text: ['exec'] },
}

function wrapper(spec: Wrapper): Program {
  return (context) => {
    const { values, places, has } = context.options({ ...spec, stopAtFirst: true })
    if (isPrivileged(context.name)) context.system('privilege', context.name)
    const [text] = values(...(spec.text ?? []))
    if (text !== undefined) return context.shell(valueOf(context, text), { via: `${context.name} -c` })
    if (context.name === 'script' && places.length < 2) return undefined
    if (context.name === 'sudo' && has('s', 'i', 'shell', 'login') && places.length === 0)
      context.system('privilege', 'shell')
    let first = (places[0] ?? context.args.length) + (spec.skip ?? 0)
    // `flock file -c 'text'`
    if (spec.text?.includes((context.texts[first] ?? '').replace(/^--?/, '')) === true) {
      return context.shell(context.args[first + 1] ?? EMPTY, { via: `${context.name} -c` })
    }
    const env = new Map(context.env)
    // `sudo X=1 cmd`
    for (; /^[A-Za-z_]\w*=/.test(context.texts[first] ?? ''); first++) setFrom(env, context.args[first])
    return context.start(context.args.slice(first), { env })
  }
}

const isPrivileged = (name: string): boolean => ['sudo', 'doas', 'su', 'pkexec', 'run0'].includes(name)

/** The argument that an option's text came from, so that its origin is kept. */
const valueOf = ({ args }: Context, text: string): Value => args.find((arg) => arg.text.endsWith(text)) ?? known(text)

function setFrom(env: Map<string, Value>, argument: Argument | undefined): void {
  const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(argument?.text ?? '') ?? []
  if (name !== undefined && value !== undefined) env.set(name, { text: value, from: argument?.from ?? EMPTY.from })
}

/** su takes its options behind the user too, and hands the rest to the user's shell. */
function su(context: Context): Value | void {
  context.system('privilege', 'su')
  const { values } = context.options({ short: 'cgGsw', long: ['command', 'session-command', 'shell', 'group'] })
  const [text] = values('c', 'command', 'session-command')
  return text === undefined ? undefined : context.shell(valueOf(context, text), { via: 'su -c' })
}

/** env reads options, assignments, and with -S a whole command line out of one argument. */
function environment(context: Context): Value | void {
  const { args, texts } = context
  const env = new Map(context.env)
  let cwd: string | undefined
  let index = 0
  for (; index < texts.length; index++) {
    const word = texts[index] ?? ''
    const split = /^(?:-S|-[a-z]*S|--split-string=?)(.*)$/s.exec(word)
    if (split !== null) {
      const inline = split[1] ?? ''
      const text = inline === '' ? (texts[++index] ?? '') : inline
      const rest = args.slice(index + 1).map((arg) => `'${arg.text.replaceAll("'", `'\\''`)}'`)
      return context.shell(known(['env', text, ...rest].join(' ')), { via: 'env -S', env })
    }
    if (word === '--' || word === '-') continue
    if (/^-[uCP]$/.test(word) || word === '--unset' || word === '--chdir') {
      const value = texts[++index] ?? ''
      if (word.endsWith('C') || word === '--chdir') cwd = context.path(value)
    } else if (/^-C./.test(word)) cwd = context.path(word.slice(2))
    else if (word.startsWith('--chdir=')) cwd = context.path(word.slice('--chdir='.length))
    else if (/^[A-Za-z_]\w*=/.test(word)) setFrom(env, args[index])
    else if (!word.startsWith('-')) break
  }
  if (index >= args.length) {
    if (env.size === context.env.size) context.read('/proc/self/environ')
    return undefined
  }
  return context.start(args.slice(index), { env, ...(cwd !== undefined && { cwd }) })
}

export const plainWrappers = described(WRAPPERS, wrapper)

export const wrappers: Programs = {
  su,
  env: environment,
  genv: environment,
}
