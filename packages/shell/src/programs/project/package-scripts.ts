import { own } from '../../own.ts'
import type { Context } from '../../read/context.ts'
import { sameProgram, type Programs } from '../program.ts'
import { runScriptsIn } from './scripts-in-json.ts'

/** Package managers run scripts of package.json: by name, and automatically around what they do. */

const AROUND: Readonly<Record<string, readonly string[]>> = {
  install: ['preinstall', 'install', 'postinstall', 'preprepare', 'prepare', 'postprepare'],
  publish: ['prepublishOnly', 'prepack', 'prepare', 'postpack', 'publish', 'postpublish'],
  pack: ['prepack', 'prepare', 'postpack'],
  version: ['preversion', 'version', 'postversion'],
}

const SAME: Readonly<Record<string, string>> = {
  i: 'install',
  ci: 'install',
  add: 'install',
  'clean-install': 'install',
  'install-test': 'install',
  rebuild: 'install',
  link: 'install',
  t: 'test',
  tst: 'test',
}

const RUN = /^(?:run|run-script|rum|urn)$/
/** Scripts that have a command of their own. */
const NAMED = /^(?:test|start|stop|restart)$/
/** Commands of the managers that take any script's name as a command; these are not scripts. */
const COMMANDS =
  /^(?:exec|dlx|create|init|remove|rm|un|uninstall|update|up|upgrade|why|list|ls|outdated|audit|config|cache|info|view|pkg|set|get|dedupe|store|fetch|import|patch|deploy|login|logout|whoami|bin|root|prune|workspaces?|global|help|version|pm|repl|node|plugin|constraints)$/

const VALUED = new Set(['--prefix', '-C', '--dir', '--cwd', '-w', '--workspace', '--filter', '-F', '--loglevel'])

interface Words {
  readonly directory: string
  readonly verb: string
  readonly rest: readonly string[]
}

function wordsOf({ texts, state, path }: Context): Words {
  let directory = state.cwd
  const words: string[] = []
  for (let at = 0; at < texts.length; at++) {
    const word = texts[at] ?? ''
    const [name = '', inline] = word.split('=', 2)
    const value = VALUED.has(name) ? (inline ?? texts[++at] ?? '') : undefined
    if (value !== undefined && /^(?:--prefix|-C|--dir|--cwd)$/.test(name)) directory = path(value)
    if (value !== undefined || (word.startsWith('-') && words.length === 0)) continue
    words.push(word)
  }
  const [verb = '', ...rest] = words
  return { directory, verb, rest }
}

function scriptsOf(manager: string, { verb, rest }: Words): readonly string[] {
  const command = own(SAME, verb) ?? verb
  if (RUN.test(verb)) return around(rest.find((word) => !word.startsWith('-')))
  // `bun test` is a program of its own; `yarn` without a word installs.
  if (NAMED.test(command)) return manager === 'bun' && command === 'test' ? [] : around(command)
  if (command === '') return /^(?:yarn|pnpm|bun)$/.test(manager) && verb === '' ? (AROUND['install'] ?? []) : []
  const named = own(AROUND, command)
  if (named !== undefined) return named
  return manager !== 'npm' && !COMMANDS.test(command) && !(manager === 'bun' && command === 'x') ? around(command) : []
}

const around = (name: string | undefined): readonly string[] =>
  name === undefined ? [] : [`pre${name}`, name, `post${name}`]

function runScripts(context: Context): void {
  const words = wordsOf(context)
  const names = scriptsOf(context.name, words)
  const args = words.rest.slice(RUN.test(words.verb) ? 1 : 0).filter((word) => word !== '--')
  const isNamed = names[0]?.startsWith('pre') === true && own(AROUND, own(SAME, words.verb) ?? words.verb) === undefined
  runScriptsIn(context, ['package.json'], words.directory, {
    names,
    ...(isNamed && { args }),
    via: `${context.name} ${words.verb}`.trim(),
  })
  const [first = '', second = ''] = words.rest
  if (words.verb === 'pkg' && first === 'set') setScripts(context, words)
  if (words.verb === 'set-script') setScripts(context, { ...words, rest: [`scripts.${first}=${second}`] })
}

/** `npm pkg set scripts.test=…` */
function setScripts(context: Context, { directory, rest }: Words): void {
  const pairs = rest.flatMap((word) => {
    const [, name, command] = /^scripts\.([^=]+)=(.*)$/s.exec(word) ?? []
    return name === undefined ? [] : [`${JSON.stringify(name)}: ${JSON.stringify(command)}`]
  })
  context.edit(`${directory}/package.json`, pairs.join('\n'))
}

/** `run-s build test`, `npm-run-all clean build`: scripts by their names. */
function runAll(context: Context): void {
  const names = context.texts.filter((text) => !text.startsWith('-')).flatMap(around)
  runScriptsIn(context, ['package.json'], context.state.cwd, { names, via: context.name })
}

const COMPOSER_AROUND = [
  'pre-install-cmd',
  'post-install-cmd',
  'pre-update-cmd',
  'post-update-cmd',
  'post-autoload-dump',
]

function runComposer(context: Context): void {
  const { directory, verb, rest } = wordsOf(context)
  const isRun = /^(?:run|run-script|exec)$/.test(verb)
  const isInstall = /^(?:install|update|require|dump-autoload)$/.test(verb)
  const names = isRun ? rest.slice(0, 1) : isInstall ? COMPOSER_AROUND : [verb]
  runScriptsIn(context, ['composer.json'], directory, { names, via: `composer ${verb}` })
}

/** `node --run test`, `deno task test`. */
function runNamed(context: Context): void {
  const [first = '', second = ''] = context.texts
  const isTask = context.name === 'deno' && first === 'task'
  const name = isTask ? second : (/^--run=(.+)$/.exec(first)?.[1] ?? (first === '--run' ? second : ''))
  const files = isTask ? ['deno.json', 'deno.jsonc', 'package.json'] : ['package.json']
  const names = name === '' ? [] : [name]
  runScriptsIn(context, files, context.state.cwd, { names, via: `${context.name} ${first}` })
}

export const packageScripts: Programs = {
  ...sameProgram('npm pnpm yarn bun', runScripts),
  ...sameProgram('npm-run-all npm-run-all2 run-s run-p', runAll),
  ...sameProgram('node deno', runNamed),
  composer: runComposer,
}
