import {
  ANY,
  isKnown,
  ONE,
  UNKNOWN,
  type CodeEffect,
  type FileEffect,
  type NetEffect,
  type Origin,
  type Run,
  type SystemAction,
} from '../effects.ts'
import { absolutePath } from '../paths.ts'
import { readArguments, type Arguments, type Spec } from './options.ts'
import type { Argument, CommandCall, Reader } from './reader.ts'
import { contentOf, exactText, isSocket } from './redirect.ts'
import { child, type State } from '../state/state.ts'
import type { Shell } from '../state/world.ts'
import { edited, putFile } from '../state/written-files.ts'
import { targetsIn, type Target } from './targets.ts'
import { derived, ELSEWHERE, fromFile, joinAll, known, NOWHERE, origins, unknown, type Value } from '../words/value.ts'

/** A program at the moment it runs, and the words in which its file says what it does. */
export interface Context {
  readonly name: string
  readonly args: readonly Argument[]
  readonly texts: readonly string[]
  readonly stdin: Value
  readonly state: State
  readonly reader: Reader
  readonly call: CommandCall
  readonly run: Run
  readonly env: ReadonlyMap<string, Value>

  options(spec?: Spec): Arguments
  path(text: string): string
  read(path: string, how?: Partial<FileEffect>): Value
  list(path: string): void
  /** Changes a file; what stood there before may still be in it. */
  write(path: string, content?: Value, how?: Partial<FileEffect>): void
  /** Puts something else in its place: nothing of what stood there is left. */
  replace(path: string, content: Value, how?: Partial<FileEffect>): void
  append(path: string, content: Value): void
  /**
   * Changes a part of a file: `put` is what comes to stand in it, undefined when it is not known; `change` makes the new text
   * out of the old one where that can be computed.
   */
  edit(path: string, put: string | undefined, change?: (text: string) => string | undefined): void
  /** A directory: written, but without content. */
  make(path: string, how?: Partial<FileEffect>): void
  remove(path: string, how?: Partial<FileEffect>): void
  mode(path: string, mode: string, recursive?: boolean): void
  /** A copy or a move: what is known of the content goes along. */
  copy(from: string, to: string, how?: { readonly moves?: boolean; readonly recursive?: boolean }): void
  net(target: string, how?: Partial<Pick<NetEffect, 'sends' | 'twoWay' | 'method' | 'body'>>): void
  system(what: SystemAction, detail: string): void
  code(interpreter: string, from: Origin): void
  doubt(about: 'program' | 'code', text: string): void
  /** Runs another program, given as a list. */
  start(argv: readonly Argument[], how?: Start): Value
  /** Runs shell text in a shell of its own. */
  shell(text: Value, how?: Start & ShellStart): Value
}

export interface ShellStart {
  /** Whose text it is: `same` is the shell that reads this command. Absent: that of some shell. */
  readonly shell?: Shell | 'same'
  readonly positional?: readonly Value[]
  /** What is unknown in it is quoted by the program itself, so that it is data and no code. */
  readonly quoted?: boolean
}

export interface Start {
  /** What the user would see between the command line and the program: the wrapper's own name by default. */
  readonly via?: string
  readonly stdin?: Value
  readonly env?: ReadonlyMap<string, Value>
  readonly cwd?: string
  readonly maybe?: boolean
}

export function contextOf(reader: Reader, state: State, call: CommandCall, run: Run): Context {
  const { found, world } = reader
  const args = call.argv.slice(1)
  const texts = args.map(({ text }) => text)
  const at = (text: string): string => absolutePath(text, state.cwd)

  const targets = targetsIn(call)
  const targetsOf = (text: string): readonly Target[] => targets(text, state.cwd)
  const touch = (op: FileEffect['op'], { path, namedBy }: Target, how: Partial<FileEffect> = {}): void => {
    if (!reader.step(FILE_WORK)) return
    const target = followLinks(path, state)
    const real = isKnown(target) ? world.real(target) : target
    const { maybe = call.place.maybe === true } = how
    const linked = target !== path && { linked: true }
    const named = namedBy !== undefined && { namedBy }
    found.files.push({ op, path, real, recursive: false, force: false, run, ...linked, ...named, ...how, maybe })
  }
  const touchAll = (op: FileEffect['op'], text: string, how?: Partial<FileEffect>): void => {
    // No file is named by no word at all.
    if (text !== '') for (const target of targetsOf(text)) touch(op, target, how)
  }
  const within = (how: Start): CommandCall['place'] => ({
    ...call.place,
    via: [...call.place.via, how.via ?? run.program],
    ...(how.maybe === true && { maybe: true }),
  })
  const inDirectory = <T>(cwd: string | undefined, body: () => T): T => {
    if (cwd === undefined) return body()
    const before = state.cwd
    state.cwd = cwd
    const result = body()
    state.cwd = before
    return result
  }

  /** `content` is what is written now, `whole` what will be in the file then. */
  const store = (
    text: string,
    content: Value | undefined,
    how: Partial<FileEffect> | undefined,
    whole: Value,
  ): void => {
    const sink = state.sinks.get(at(text))
    if (sink !== undefined) return void sink(content ?? unknown())
    const from = content?.from ?? NOWHERE
    if (isSocket(at(text))) return self.net(at(text).slice('/dev/tcp/'.length), { sends: from, twoWay: true })
    if (isStandard(at(text))) return void (at(text) !== '/dev/null' && found.printed.push(...from.secrets))
    const put = content === undefined ? undefined : knownPart(content)
    for (const target of targetsOf(text)) {
      touch('write', target, { from, ...(put !== undefined && { content: put }), ...how })
      putFile(state, target.path, whole)
    }
  }

  const self: Context = {
    name: run.program,
    args,
    texts,
    stdin: call.stdin,
    state,
    reader,
    call,
    run,
    env: call.env,
    options: (spec) => readArguments(texts, spec),
    path: at,
    read(text, how) {
      if (isInput(at(text))) return call.stdin
      const contents = targetsOf(text).map((target) => {
        const { path } = target
        const content = contentOf(path, state)
        if (isSocket(path)) self.net(path.slice('/dev/tcp/'.length), { twoWay: true })
        // What this command has surely replaced is not read from the disk any more.
        else if (!isDevice(path) && (!state.files.has(path) || content.from.files.includes(path)))
          touch('read', target, how)
        return content
      })
      const [only] = contents
      return only !== undefined && contents.length === 1 ? only : derived(run.program, contents)
    },
    list: (text) => touchAll('list', text),
    write(text, content, how) {
      const own = fromFile(at(text))
      store(text, content, how, { text: content?.text ?? UNKNOWN, from: origins([own, content?.from ?? ELSEWHERE]) })
    },
    replace: (text, content, how) => store(text, content, how, content),
    append(text, content) {
      const path = at(text)
      // What cannot be read is most likely not there yet.
      const before = state.files.get(path) ?? { text: world.read(path) ?? '', from: fromFile(path) }
      store(text, content, {}, joinAll([before, content]))
    },
    edit(text, put, change) {
      const path = at(text)
      const before = exactText(contentOf(path, state), world)
      const after = before === undefined ? undefined : change?.(before)
      const isThere = before !== undefined || state.files.has(path)
      const whole = after === undefined ? edited(path, put, isThere) : { text: after, from: fromFile(path) }
      store(text, { ...unknown(), or: whole.or ?? [whole] }, { force: true }, whole)
    },
    make: (text, how) => touchAll('write', text, how),
    remove: (text, how) => touchAll('delete', text, how),
    mode: (text, mode, recursive = false) => touchAll('mode', text, { mode, recursive }),
    copy(from, to, { moves = false, recursive = false } = {}) {
      const content = self.read(from, { recursive })
      if (moves) self.remove(from, { recursive: true, force: true, ...(!isStandard(at(to)) && { movedTo: at(to) }) })
      self.replace(
        to,
        { ...content, from: origins([content.from, { ...NOWHERE, files: [at(from)] }]) },
        { force: true, recursive },
      )
    },
    net: (target, how = {}) => void found.net.push({ twoWay: false, ...how, target, run }),
    system: (what, detail) => void found.system.push({ what, detail, run }),
    code: (interpreter, from) => void found.code.push({ interpreter, from, run } satisfies CodeEffect),
    doubt: (about, text) => void found.doubts.push({ about, text }),
    start(argv, how = {}) {
      if (argv.length === 0) return unknown()
      const { stdin = call.stdin, env = call.env } = how
      return inDirectory(how.cwd, () =>
        reader.call({ argv, env, stdin, place: within(how), ...(call.span && { span: call.span }) }, state),
      )
    },
    shell(text, how = {}) {
      const { stdin = call.stdin, env = call.env, positional = [known(run.program)] } = how
      const place = { ...inShell(within(how), how.shell), offset: undefined, depth: call.place.depth + 1 }
      const inner = child(state, positional, env)
      if (how.cwd !== undefined) inner.cwd = how.cwd
      const exact = exactText(text, world)
      if (exact !== undefined && !isKnown(text.text)) return self.shell({ text: exact, from: text.from }, how)
      const isText = exact !== undefined
      if (how.quoted !== true && !isNames(text) && (!isText || text.from.decoded || text.from.network))
        self.code(run.program, isText || text.text === UNKNOWN ? text.from : origins([ELSEWHERE, text.from]))
      if (isText) return reader.text(text.text, inner, stdin, place)
      // What is known of it is read all the same: `rm -rf /$x` is no less a deletion.
      const readable = text.text.replaceAll(UNKNOWN, '${__unknown__}').replaceAll(ANY, '*').replaceAll(ONE, '?')
      inner.variables.set('__unknown__', { values: [unknown(text.from)] })
      return text.text.trim() === UNKNOWN ? unknown(text.from) : reader.text(readable, inner, stdin, place)
    },
  }
  return self
}

/** What is surely in a text: all of it, or of text that was edited what was put in. */
function knownPart({ text, or }: Value): string | undefined {
  if (isKnown(text)) return text
  const known = or?.filter((one) => isKnown(one.text)).map((one) => one.text)
  return known === undefined || known.length === 0 ? undefined : known.join('\n')
}

/** A program hands its text to `sh` or to the shell of the user, whatever shell reads the command. */
function inShell({ shell, ...place }: CommandCall['place'], given: ShellStart['shell']): CommandCall['place'] {
  if (given !== undefined && given !== 'same') return { ...place, shell: given }
  const isKept = given === 'same' || shell === 'bash' || place.second === true
  return isKept && shell !== undefined ? { ...place, shell } : place
}

/**
 * Known code around names and numbers that programs print: `find -exec sh -c 'mv {} x'`, `seq 3 | xargs -I{} sh -c …`.
 * They are read as words, so that a name in the place of a program is still one that nobody knows.
 */
const isNames = ({ text, from }: Value): boolean =>
  text.trim() !== UNKNOWN &&
  !from.network &&
  !from.decoded &&
  from.files.length === 0 &&
  (from.programs.length > 0 || !from.unknown || !text.includes(UNKNOWN)) &&
  from.programs.every((program) => PRINTS_NAMES.test(program))

const PRINTS_NAMES =
  /^(?:\$\w+$|find|gfind|fd|fdfind|g?ls|seq|nproc|wc|[a-z2]*grep|rg|ag|ack|sort|head|tail|uniq|shuf|tac|basename|dirname|realpath|\(\(…\)\)|git (?:ls-files|ls-tree|diff|branch|tag|rev-parse|worktree))(?:\s|$)/

/** A file is looked up on disk, and compared with every protected place by the hooks. */
const FILE_WORK = 20

/** Links that this very command makes are not on disk yet. */
function followLinks(path: string, { links }: State): string {
  for (let at = path; links.size > 0 && at.length > 1; at = at.slice(0, at.lastIndexOf('/'))) {
    const target = links.get(at)
    if (target !== undefined && target !== at) return target + path.slice(at.length)
  }
  return path
}

export const isInput = (path: string): boolean => /^\/dev\/(?:stdin|fd\/0)$|^\/proc\/self\/fd\/0$/.test(path)

const isStandard = (path: string): boolean =>
  /^\/dev\/(?:null|stdout|stderr|tty|stdin|fd\/\d+)$|^\/proc\/self\/fd\/\d+$/.test(path)
const isDevice = (path: string): boolean => /^\/dev\/(?:null|zero|stdin|tty|u?random|full|fd\/.*)$/.test(path)
