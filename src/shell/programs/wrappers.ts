import { isKnown, UNKNOWN } from '../../core/effects.ts'
import type { Context } from '../context.ts'
import type { Spec } from '../options.ts'
import type { Argument } from '../reader.ts'
import { EMPTY, join, known, unknown, type Value } from '../value.ts'
import type { Program, Programs } from './program.ts'

/** Programs that run the program their arguments name: which of their options take a value, and what stands before it. */
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

/** xargs gives the program what it reads, after its own arguments or in place of a mark. */
function xargs(context: Context): Value | void {
  const { values, places, has } = context.options({
    short: 'IEdLnPsaRSJ',
    attached: 'ile',
    long: [
      'replace',
      'delimiter',
      'max-lines',
      'max-args',
      'max-procs',
      'max-chars',
      'arg-file',
      'eof',
      'process-slot-var',
    ],
    stopAtFirst: true,
  })
  const template = context.args.slice(places[0] ?? context.args.length)
  const { stdin } = context
  const mark = values('I', 'J', 'replace')[0] ?? (has('i', 'replace') ? '{}' : undefined)
  const items = isKnown(stdin.text) ? stdin.text.split(/\s+/).filter((item) => item !== '') : undefined
  if (template.length === 0) return stdin
  if (mark === undefined || mark === '') {
    const given = items === undefined ? [unknown(stdin.from)] : items.map((text) => ({ text, from: stdin.from }))
    return context.start([...template, ...given.slice(0, 100)], { stdin: EMPTY })
  }
  const lines =
    items === undefined
      ? [UNKNOWN]
      : stdin.text
          .split('\n')
          .filter((line) => line !== '')
          .slice(0, 50)
  const outputs = lines.map((line) =>
    context.start(
      template.map((arg) =>
        arg.text.includes(mark) ? { text: arg.text.replaceAll(mark, line), from: stdin.from } : arg,
      ),
      { stdin: EMPTY },
    ),
  )
  return join(EMPTY, ...outputs)
}

const PARALLEL: Spec = {
  short: 'jaCdDEILNnPsSX',
  long: 'jobs arg-file colsep delay delimiter env halt header joblog load max-args max-chars max-lines max-procs memfree nice progress-file results retries return sshlogin sshloginfile tempdir timeout tmpdir trim wd workdir transferfile basefile shuf-seed tagstring trc ungroup-by'.split(
    ' ',
  ),
  stopAtFirst: true,
}

/** GNU parallel: a command template, then `:::` and its inputs; without a template each input is a command. */
function parallel(context: Context): Value | void {
  const { has, places } = context.options(PARALLEL)
  if (has('dry-run', 'dryrun', 'version', 'help')) return undefined
  const words = context.args.slice(places[0] ?? context.args.length)
  const marks = words.flatMap(({ text }, index) => (/^:::?:?\+?$/.test(text) ? [index] : []))
  const [split = words.length] = marks
  const template = words.slice(0, split)
  const inputs = words.slice(split).filter(({ text }) => !/^:::?:?\+?$/.test(text))
  const given: readonly Value[] = marks.length === 0 ? [lineOf(context)] : inputs.slice(0, 100)
  for (const input of given.length === 0 ? [EMPTY] : given) {
    if (template.length === 0) context.shell(input, { via: 'parallel', stdin: EMPTY })
    else {
      const hasMark = template.some(({ text }) => /\{[^}\s]*\}/.test(text))
      const filled = template.map((arg) => {
        const text = arg.text.replace(/\{(?:[.#%/]{0,3}|\d+|\/\/|\/\.)?\}/g, () => input.text)
        return text === arg.text ? arg.text : text
      })
      const line = hasMark ? filled : [...filled, input.text]
      // What parallel runs is read by a shell once more.
      context.shell(
        { text: line.map(quoted).join(' '), from: input.from },
        { via: 'parallel', stdin: EMPTY, quoted: true },
      )
    }
  }
}

const quoted = (text: string): string =>
  /^[\w./:=@%+,{}*?~\uFFFC-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

const lineOf = ({ stdin }: Context): Value =>
  isKnown(stdin.text) ? { text: stdin.text.trim(), from: stdin.from } : unknown(stdin.from)

/** watch, and others that hand their arguments to a shell as one line. */
const asLine =
  (spec: Spec): Program =>
  (context) => {
    const { places, has } = context.options({ ...spec, stopAtFirst: true })
    const words = context.args.slice(places[0] ?? context.args.length)
    // Quoting is lost on the way to the shell, but what was meant is judged too.
    if (words.length > 1 || has('x', 'exec')) context.start(words)
    if (has('x', 'exec')) return undefined
    const spaced = words.flatMap((word, index) => (index === 0 ? [word] : [known(' '), word]))
    return words.length === 0 ? undefined : context.shell(join(EMPTY, ...spaced))
  }

/** A terminal of its own, in which the last arguments are a command line, or keys that type one. */
function multiplexer(context: Context): void {
  const verb = context.texts.find((text) => !text.startsWith('-'))
  if (
    context.name === 'tmux' &&
    !/^(?:new|new-session|neww|new-window|splitw|split-window|send|send-keys|run|run-shell|respawn-pane|respawnp|if-shell|pipe-pane|popup|display-popup)$/.test(
      verb ?? '',
    )
  )
    return
  const { rest } = context.options({ short: context.name === 'tmux' ? 'stncFeptxyl' : 'SceTshp' })
  for (const text of context.name === 'tmux' ? rest.slice(1) : [rest.join(' ')])
    if (text !== '') context.shell(known(text))
}

/** `uv run …`, `poetry run …`: a wrapper behind a word of its own. */
const behind =
  (words: readonly string[], spec: Spec, otherwise?: Program): Program =>
  (context) => {
    const at = context.texts.findIndex((text) => !text.startsWith('-'))
    if (!words.includes(context.texts[at] ?? '')) return otherwise?.(context)
    const args = context.args.slice(at + 1)
    const first = firstOf(
      args.map(({ text }) => text),
      spec,
    )
    return context.start(args.slice(first), { via: `${context.name} ${context.texts[at] ?? ''}` })
  }

function firstOf(texts: readonly string[], { short = '', long = [] }: Spec): number {
  let index = 0
  for (; index < texts.length; index++) {
    const word = texts[index] ?? ''
    if (word === '--') return index + 1
    if (!word.startsWith('-')) break
    if (
      (word.startsWith('--') && long.includes(word.slice(2))) ||
      (/^-\w$/.test(word) && short.includes(word[1] ?? ' '))
    )
      index++
  }
  return index
}

export const wrappers: Programs = {
  ...Object.fromEntries(Object.entries(WRAPPERS).map(([name, spec]) => [name, wrapper(spec)])),
  su,
  env: environment,
  genv: environment,
  xargs,
  gxargs: xargs,
  parallel,
  watch: asLine({ short: 'n', long: ['interval'] }),
  hyperfine(context) {
    const { rest } = context.options({
      short: 'wmMrpcsLDuN',
      long: [
        'warmup',
        'min-runs',
        'max-runs',
        'runs',
        'prepare',
        'cleanup',
        'setup',
        'export-json',
        'export-csv',
        'export-markdown',
        'parameter-list',
        'command-name',
        'shell',
      ],
    })
    for (const text of rest) context.shell(known(text))
  },
  tmux: multiplexer,
  screen: multiplexer,
  expect(context) {
    const { values } = context.options({ short: 'cdf' })
    for (const text of values('c')) for (const line of text.split(/[;\n]/)) spawned(context, line)
    if (values('c').length === 0) context.doubt('code', 'expect script')
  },
  uv: behind(['run', 'tool'], {
    long: ['with', 'python', 'project', 'directory', 'env-file', 'extra', 'group', 'package'],
    short: 'p',
  }),
  poetry: behind(['run'], {}),
  pipenv: behind(['run'], {}),
  pdm: behind(['run'], {}),
  hatch: behind(['run'], {}),
  rye: behind(['run'], {}),
  conda: behind(['run'], { short: 'np', long: ['name', 'prefix'] }),
  mise: behind(['exec', 'x'], {}),
  asdf: behind(['exec'], {}),
  rbenv: behind(['exec'], {}),
  pyenv: behind(['exec'], {}),
  bundle: behind(['exec'], {}),
  op: behind(['run'], { long: ['env-file'] }),
  doppler: behind(['run'], { short: 'pc', long: ['project', 'config'] }),
}

/** Tcl's `spawn`, `exec` and `system`; more of the language nobody puts on a command line. */
function spawned(context: Context, line: string): void {
  const [, , rest] = /^\s*(spawn|exec|system)\s+(.*)$/s.exec(line) ?? []
  if (rest !== undefined) context.shell(known(rest))
}
