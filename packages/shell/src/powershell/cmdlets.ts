import { ANY, isKnown, type SystemAction } from '../effects.ts'
import { EMPTY, joinAll, known, type Value } from '../words/value.ts'
import { construct, wordsOf } from './methods.ts'
import { posixPath, sessionItem } from './paths.ts'

/** The arguments of a cmdlet, its options by their full names. */
export interface Given {
  readonly values: readonly Value[]
  of(option: string): readonly Value[]
  has(option: string): boolean
}

/** What a cmdlet needs of its surroundings. A program is started by its words. */
export interface Shell {
  readonly stdin: Value
  path(value: Value): Value
  start(words: readonly (Value | string)[], stdin?: Value): Value
  evaluate(text: Value): Value
  /** Names and values of `@{ name = value }`. */
  entries(value: Value): ReadonlyMap<string, Value> | undefined
  system(what: SystemAction, detail: string): void
}

type Cmdlet = (given: Given, shell: Shell) => Value

const named = (given: Given, ...options: readonly string[]): readonly Value[] => {
  const found = ['path', 'literalpath', ...options].flatMap((option) => given.of(option))
  return found.length > 0 ? found : given.values
}

/** Of what is named, the files. */
const paths = (given: Given, shell: Shell, ...options: readonly string[]): readonly Value[] =>
  named(given, ...options)
    .filter(({ text }) => sessionItem(text) === undefined)
    .map((value) => shell.path(value))

/** A program on the paths that are named, or on those that come through the pipe. */
const onPaths =
  (...words: readonly string[]): Cmdlet =>
  (given, shell) => {
    const files = paths(given, shell)
    if (files.length === 0 && named(given).length > 0) return EMPTY
    if (files.length > 0) return shell.start([...words, ...files])
    const { text, from } = shell.stdin
    const names = isKnown(text) ? text.split('\n').filter((line) => line.trim() !== '') : []
    return names.length > 0
      ? shell.start([...words, ...names.map((name) => shell.path({ text: name, from }))])
      : shell.start(['xargs', ...words])
  }

/** `Env:` and `Env:NAME`: what variables hold; undefined where no variable is named. */
const variables = (given: Given, shell: Shell): Value | undefined => {
  const items = named(given).flatMap(({ text }) => sessionItem(text) ?? [])
  const names = items.filter(({ drive }) => drive === 'env').map(({ name }) => name.toUpperCase())
  if (names.length === 0) return items.length > 0 ? EMPTY : undefined
  return shell.start(['printenv', ...(names.every((name) => /^\w+$/.test(name)) ? names : [])])
}

const read: Cmdlet = (given, shell) => variables(given, shell) ?? onPaths('cat')(given, shell)

const remove: Cmdlet = (given, shell) => onPaths('rm', given.has('recurse') ? '-rf' : '-f')(given, shell)

/** The first path is written; what is written is a value behind it, an option, or comes through the pipe. */
const write =
  (...options: readonly string[]): Cmdlet =>
  (given, shell) => {
    const [path, second] = paths(given, shell, 'filepath')
    const content =
      given.of('value')[0] ?? given.of('inputobject')[0] ?? (given.of('path').length > 0 ? given.values[0] : second)
    return path === undefined ? shell.stdin : shell.start(['tee', ...options, path], content ?? shell.stdin)
  }

const across =
  (...words: readonly string[]): Cmdlet =>
  (given, shell) => {
    const to = [...given.of('destination'), ...given.of('newname'), ...given.of('destinationpath')]
    const from = [...given.of('path'), ...given.of('literalpath')]
    const all = [...from, ...given.values, ...to].map((value) => shell.path(value))
    return from.length + given.values.length - (to.length > 0 ? 0 : 1) > 0
      ? shell.start([...words, ...all])
      : shell.start(['xargs', '-I{}', ...words, '{}', ...all])
  }

const inside = ({ text, from }: Value): Value => ({ text: text.includes(ANY) ? text : `${text}/${ANY}`, from })

const list: Cmdlet = (given, shell) => {
  const printed = variables(given, shell)
  if (printed !== undefined) return printed
  const files = paths(given, shell)
  const names = [...given.of('filter'), ...given.of('include')].flatMap((name) => ['-name', name])
  return given.has('recurse') || names.length > 0
    ? // What is in it, and not the directory itself.
      shell.start(['find', ...(files.length > 0 ? files : [known('.')]).map(inside), ...names])
    : shell.start(['ls', ...files])
}

const fetch: Cmdlet = (given, shell) => {
  const [uri = EMPTY, second] = [...given.of('uri'), ...given.of('source'), ...given.values]
  const target = [...given.of('outfile'), ...given.of('destination'), ...(second === undefined ? [] : [second])]
  const sent = [
    ...given.of('infile').flatMap((file) => ['-T', shell.path(file)]),
    ...given.of('body').flatMap((body) => ['--data-raw', body]),
    ...given.of('headers').flatMap((headers) => {
      const entries = [...(shell.entries(headers) ?? [])]
      return entries.flatMap(([name, value]) => ['-H', joinAll([known(`${name}: `), value])])
    }),
  ]
  const method = given.of('method').flatMap((name) => ['-X', name])
  return shell.start(['curl', ...method, ...sent, ...target.flatMap((file) => ['-o', shell.path(file)]), uri])
}

/** Saves it under the last part of its address, unless another name is given. */
const transfer: Cmdlet = (given, shell) => {
  const [uri = EMPTY, to = given.of('destination')[0]] = [...given.of('source'), ...given.values]
  return shell.start(['curl', ...(to === undefined ? ['-O'] : ['-o', shell.path(to)]), uri])
}

const make: Cmdlet = (given, shell) => {
  const type = [...given.of('itemtype'), ...given.of('type')][0]?.text.toLowerCase() ?? ''
  const parents = given.of('path').map((value) => shell.path(value))
  const names = [...given.of('name'), ...given.values].map((value) => shell.path(value))
  const made = parents.length > 0 && names.length > 0 ? joined(parents, names) : [...parents, ...names]
  if (type.startsWith('d')) return shell.start(['mkdir', '-p', ...made])
  if (/link|junction/.test(type))
    return shell.start(['ln', '-sf', ...given.of('target'), ...given.of('value'), ...made])
  return shell.start(['tee', ...made], given.of('value')[0] ?? EMPTY)
}

const joined = (parents: readonly Value[], names: readonly Value[]): readonly Value[] =>
  parents.flatMap((parent) => names.map((name) => ({ text: `${parent.text}/${name.text}`, from: parent.from })))

const begin: Cmdlet = (given, shell) => {
  const [program, ...rest] = [...given.of('filepath'), ...given.values]
  if (program === undefined) return EMPTY
  const path = { text: posixPath(program.text), from: program.from }
  const words = [path, ...[...rest, ...given.of('argumentlist')].flatMap((value) => wordsOf(value))]
  const isRaised = given.of('verb').some(({ text }) => /^runas$/i.test(text))
  return shell.start(isRaised ? ['sudo', ...words] : words)
}

/** A value in the registry, or an attribute of a file. */
const property =
  (...words: readonly string[]): Cmdlet =>
  (given, shell) => {
    const [path, ...rest] = paths(given, shell)
    const [name] = [...given.of('name'), ...(given.of('path').length > 0 ? given.values : rest)]
    if (path === undefined) return EMPTY
    return shell.start([...words, name === undefined ? path : joinAll([path, known('/'), name])])
  }

const statement: Cmdlet = (given, shell) => {
  for (const { text } of [...given.of('query'), ...given.values]) shell.system('sql', text)
  for (const file of given.of('inputfile')) shell.start(['cat', shell.path(file)])
  return EMPTY
}

/** Things of the system by their names, for what follows in the pipe. */
const things: Cmdlet = (given) =>
  joinAll([
    EMPTY,
    ...[...given.of('name'), ...given.values].flatMap((name, at) => (at === 0 ? [name] : [known('\n'), name])),
  ])

/** A module by its path is a script; by its name it is installed. */
const module: Cmdlet = (given, shell) => {
  for (const value of [...given.of('name'), ...given.values])
    if (/[\\/]|\.ps[dm]?1$/i.test(value.text)) shell.start(['pwsh', '-File', value])
  return EMPTY
}

/** Methods that end, delete or install something, of whatever they are called on. */
const CHANGES =
  /^(?:terminate|delete\w*|format|uninstall|win32shutdown|shutdown|reboot|change\w*|stopservice|install)$/i

/** `Invoke-CimMethod Win32_Process Create @{ CommandLine = '…' }` */
const remote: Cmdlet = (given, shell) => {
  const [method] = [...given.of('methodname'), ...given.of('name')]
  if (method !== undefined && CHANGES.test(method.text)) shell.system('settings', method.text)
  const tables = [...given.of('arguments'), ...given.of('argumentlist'), ...given.values]
  for (const value of tables)
    for (const line of shell.entries(value)?.values() ?? [value])
      if (isKnown(line.text) && line.text.includes(' ')) shell.start(['cmd', '/c', line])
  return EMPTY
}

/** `New-Object IO.StreamReader $x`: also with brackets right behind the type. */
const object: Cmdlet = (given, shell) => {
  const [type = EMPTY, ...args] = [
    ...given.of('typename'),
    ...given.of('comobject'),
    ...given.values,
    ...given.of('argumentlist'),
  ]
  return construct(type, args, shell)
}

const combine: Cmdlet = (given) => {
  const [first = EMPTY, ...rest] = [...given.of('path'), ...given.values, ...given.of('childpath')]
  return rest.length === 0 ? first : joinAll([first, ...rest.flatMap((part) => [known('/'), part])])
}

const stop: Cmdlet = (given, shell) =>
  given.of('name').length > 0
    ? shell.start(['pkill', ...given.of('name')])
    : given.of('id').length + given.values.length === 0 && isKnown(shell.stdin.text) && shell.stdin.text !== ''
      ? shell.start(['pkill', ...shell.stdin.text.split('\n').map((name) => known(name))])
      : shell.start(['kill', ...given.of('id'), ...given.values])

const evaluate: Cmdlet = (given, shell) => shell.evaluate(given.of('command')[0] ?? given.values[0] ?? shell.stdin)

const search: Cmdlet = (given, shell) => {
  const words = [...given.of('pattern'), ...given.values]
  const files = [...given.of('path'), ...given.of('literalpath')]
  const [pattern = EMPTY, ...rest] = words
  return shell.start(['grep', '-e', pattern, ...[...rest, ...files].map((file) => shell.path(file))])
}

const print: Cmdlet = ({ values, of }) => {
  const [first = EMPTY, ...rest] = [...of('inputobject'), ...values]
  return rest.length === 0 ? first : joinAll([first, ...rest])
}

const pass: Cmdlet = (_, { stdin }) => stdin

/** What cmdlets do, in the words of the programs that do the same. */
export const CMDLETS: ReadonlyMap<string, Cmdlet> = new Map(
  Object.entries({
    'remove-item': remove,
    'clear-content': onPaths('truncate', '-s', '0'),
    'clear-item': onPaths('truncate', '-s', '0'),
    'get-content': read,
    'import-csv': onPaths('cat'),
    'import-clixml': onPaths('cat'),
    'format-hex': onPaths('cat'),
    'get-filehash': onPaths('sha256sum'),
    'get-childitem': list,
    'get-item': list,
    'resolve-path': list,
    'test-path': onPaths('stat'),
    'select-string': search,
    'set-content': write(),
    'out-file': write(),
    'tee-object': write(),
    'export-csv': write(),
    'export-clixml': write(),
    'set-item': write(),
    'add-content': write('-a'),
    'new-item': make,
    'copy-item': across('cp', '-r'),
    'move-item': across('mv', '-f'),
    'rename-item': across('mv', '-f'),
    'set-itemproperty': property('tee'),
    'new-itemproperty': property('tee'),
    'rename-itemproperty': property('tee'),
    'copy-itemproperty': property('tee'),
    'remove-itemproperty': property('rm', '-f'),
    'clear-itemproperty': property('tee'),
    'new-object': object,
    'invoke-item': begin,
    'invoke-sqlcmd': statement,
    'invoke-cimmethod': remote,
    'invoke-wmimethod': remote,
    'join-path': combine,
    'compress-archive': across('cp', '-r'),
    'expand-archive': across('cp', '-r'),
    'invoke-webrequest': fetch,
    'invoke-restmethod': fetch,
    'start-bitstransfer': transfer,
    'start-process': begin,
    'stop-process': stop,
    'invoke-expression': evaluate,
    'set-location': (given, shell) => shell.start(['cd', ...paths(given, shell)]),
    'push-location': (given, shell) => shell.start(['cd', ...paths(given, shell)]),
    'write-output': print,
    'write-host': print,
    'get-process': things,
    'get-service': things,
    'get-scheduledtask': things,
    'get-localuser': things,
    'import-module': module,
    'set-acl': (given, shell) =>
      joinAll([EMPTY, ...paths(given, shell).map((path) => shell.start(['takeown', '/r', '/f', path]))]),
    ...Object.fromEntries(
      'select-object sort-object where-object foreach-object get-unique group-object measure-object out-string out-null convertfrom-json convertto-json format-table format-list invoke-command start-job receive-job wait-job get-date get-command get-help get-location get-variable set-variable start-sleep split-path add-type set-strictmode'
        .split(' ')
        .map((name) => [name, pass]),
    ),
  } satisfies Record<string, Cmdlet>),
)
