import { EMPTY, known, type Value } from '../words/value.ts'

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
  system(what: 'halt' | 'format' | 'destroy-storage', detail: string): void
}

type Cmdlet = (given: Given, shell: Shell) => Value

const SWITCHES =
  'recurse force append nonewline passthru asplaintext usebasicparsing wait whatif confirm verbose hidden file directory quiet raw noclobber asjob'
const VALUED =
  'path literalpath destination value filter include exclude itemtype type uri outfile infile body method headers argumentlist filepath newname name target encoding pattern erroraction command scriptblock computername id depth first last property contenttype credential inputobject delimiter source destinationpath variable'
const ALL = [...SWITCHES.split(' '), ...VALUED.split(' ')]

/** `-r` is `-Recurse`, `-fo` is `-Force`: any beginning will do. */
export function optionNamed(text: string): { readonly name: string; readonly isSwitch: boolean } {
  const given = text.toLowerCase()
  const name = ALL.includes(given) ? given : (ALL.find((one) => one.startsWith(given)) ?? given)
  return { name, isSwitch: !VALUED.split(' ').includes(name) }
}

const paths = (given: Given, shell: Shell, ...options: readonly string[]): readonly Value[] => {
  const named = ['path', 'literalpath', ...options].flatMap((option) => given.of(option))
  return [...named, ...(named.length > 0 ? [] : given.values)].map((value) => shell.path(value))
}

/** A program on the paths that are named, or on those that come through the pipe. */
const onPaths =
  (...words: readonly string[]): Cmdlet =>
  (given, shell) => {
    const named = paths(given, shell)
    return named.length > 0 ? shell.start([...words, ...named]) : shell.start(['xargs', ...words])
  }

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

const list: Cmdlet = (given, shell) => {
  if (given.values.some(({ text }) => /^env:/i.test(text))) return shell.start(['printenv'])
  const named = paths(given, shell)
  const names = [...given.of('filter'), ...given.of('include')].flatMap((name) => ['-name', name])
  return given.has('recurse') || names.length > 0
    ? shell.start(['find', ...(named.length > 0 ? named : ['.']), ...names])
    : shell.start(['ls', ...named])
}

const fetch: Cmdlet = (given, shell) => {
  const [uri = EMPTY] = [...given.of('uri'), ...given.of('source'), ...given.values]
  const output = [...given.of('outfile'), ...given.of('destination')].flatMap((file) => ['-o', shell.path(file)])
  const sent = [
    ...given.of('infile').flatMap((file) => ['-T', shell.path(file)]),
    ...[...given.of('body'), ...given.of('headers')].flatMap((body) => ['--data-raw', body]),
  ]
  const method = given.of('method').flatMap((name) => ['-X', name])
  return shell.start(['curl', ...method, ...sent, ...output, uri])
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
  return program === undefined ? EMPTY : shell.start([program, ...rest, ...given.of('argumentlist')])
}

const stop: Cmdlet = (given, shell) =>
  given.of('name').length > 0
    ? shell.start(['pkill', ...given.of('name')])
    : shell.start(['kill', ...given.of('id'), ...given.values])

const evaluate: Cmdlet = (given, shell) => shell.evaluate(given.of('command')[0] ?? given.values[0] ?? shell.stdin)

const search: Cmdlet = (given, shell) => {
  const words = [...given.of('pattern'), ...given.values]
  const files = [...given.of('path'), ...given.of('literalpath')]
  const [pattern = EMPTY, ...rest] = words
  return shell.start(['grep', '-e', pattern, ...[...rest, ...files].map((file) => shell.path(file))])
}

const halt =
  (what: 'halt' | 'format' | 'destroy-storage'): Cmdlet =>
  (given, shell) => {
    shell.system(what, given.values[0]?.text ?? '')
    return EMPTY
  }

const pass: Cmdlet = (_, { stdin }) => stdin

/** What cmdlets do, in the words of the programs that do the same. */
export const CMDLETS: ReadonlyMap<string, Cmdlet> = new Map(
  Object.entries({
    'remove-item': remove,
    'clear-content': onPaths('truncate', '-s', '0'),
    'clear-item': onPaths('truncate', '-s', '0'),
    'get-content': onPaths('cat'),
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
    'compress-archive': across('cp', '-r'),
    'expand-archive': across('cp', '-r'),
    'invoke-webrequest': fetch,
    'invoke-restmethod': fetch,
    'start-bitstransfer': fetch,
    'start-process': begin,
    'stop-process': stop,
    'invoke-expression': evaluate,
    'set-location': (given, shell) => shell.start(['cd', ...paths(given, shell)]),
    'push-location': (given, shell) => shell.start(['cd', ...paths(given, shell)]),
    'write-output': ({ values }) => values[0] ?? EMPTY,
    'write-host': () => EMPTY,
    'stop-computer': halt('halt'),
    'restart-computer': halt('halt'),
    'format-volume': halt('format'),
    'initialize-disk': halt('format'),
    'clear-disk': halt('destroy-storage'),
    'remove-partition': halt('destroy-storage'),
    'get-process': () => known(''),
    ...Object.fromEntries(
      'select-object sort-object where-object foreach-object get-unique group-object measure-object out-string out-null convertfrom-json convertto-json format-table format-list invoke-command start-job receive-job wait-job get-date get-command get-help get-location get-variable set-variable start-sleep join-path split-path new-object add-type import-module set-strictmode'
        .split(' ')
        .map((name) => [name, pass]),
    ),
  } satisfies Record<string, Cmdlet>),
)

export const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'remove-item': 'ri rm rmdir rd del erase',
    'get-childitem': 'gci ls dir',
    'get-item': 'gi',
    'get-content': 'gc cat type',
    'set-content': 'sc',
    'add-content': 'ac',
    'clear-content': 'clc',
    'copy-item': 'cpi cp copy',
    'move-item': 'mi mv move',
    'rename-item': 'rni ren',
    'new-item': 'ni',
    'tee-object': 'tee',
    'invoke-webrequest': 'iwr curl wget',
    'invoke-restmethod': 'irm',
    'invoke-expression': 'iex',
    'invoke-command': 'icm',
    'start-process': 'saps start',
    'stop-process': 'spps kill',
    'set-location': 'sl cd chdir',
    'push-location': 'pushd',
    'select-string': 'sls',
    'write-output': 'echo write',
    'foreach-object': '% foreach',
    'where-object': '? where',
    'select-object': 'select',
    'sort-object': 'sort',
    'start-job': 'sajb',
  }).flatMap(([name, aliases]) => aliases.split(' ').map((alias) => [alias, name] as const)),
)

/** Outside of Windows these are the programs of that name, so that both readings count. */
export const NATIVE = new Set('rm rmdir ls cat cp mv tee curl wget kill sort'.split(' '))
