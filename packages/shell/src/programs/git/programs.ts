import { isLocalAddress } from '../../services/address.ts'
import { isFalse } from '../../git/git-config.ts'
import { gitArguments } from '../../git/git-grammar.ts'
import { valuesOf, wordsOf, type GitArguments } from '../../git/git-options.ts'
import { quoted } from './words.ts'
import type { GitStart } from './start.ts'

export type GitVariables = Readonly<Record<string, string>>

/** Commands that talk to another repository, and so may start ssh, a proxy or a helper for passwords. */
const NETWORK = [
  'archive',
  'clone',
  'fetch',
  'fetch-pack',
  'http-fetch',
  'http-push',
  'imap-send',
  'lfs',
  'ls-remote',
  'maintenance',
  'pull',
  'push',
  'remote',
  'send-email',
  'send-pack',
  'submodule',
  'subtree',
]

/** Commands that may open an editor. */
const EDITING = [
  'add',
  'am',
  'branch',
  'cherry-pick',
  'commit',
  'config',
  'merge',
  'notes',
  'pull',
  'rebase',
  'replace',
  'revert',
  'send-email',
  'tag',
]

const NETWORK_KEY =
  /^(?:core\.(?:sshcommand|gitproxy|askpass)|credential(?:\..*)?\.helper|remote\..*\.(?:uploadpack|receivepack|vcs)|sendemail\.(?:.*\.)?(?:sendmailcmd|tocmd|cccmd|headercmd|smtpserver)|imap\.tunnel|submodule\..*\.update)$/
const NETWORK_VARIABLES = ['GIT_SSH_COMMAND', 'GIT_SSH', 'GIT_PROXY_COMMAND', 'GIT_ASKPASS', 'SSH_ASKPASS']

const EDITOR_KEY = /^(?:core\.editor|sequence\.editor)$/
const EDITOR_VARIABLES = ['GIT_EDITOR', 'GIT_SEQUENCE_EDITOR', 'VISUAL', 'EDITOR']

const ANY_KEY =
  /^(?:core\.(?:pager|fsmonitor|alternaterefscommand)|pager\..*|interactive\.difffilter|diff\.external|(?:diff|diff\..*)\.(?:command|textconv)|merge\..*\.driver|(?:difftool|mergetool|guitool|browser|man)\..*\.cmd|filter\..*\.(?:clean|smudge|process)|gpg(?:\..*)?\.program|gpg\.ssh\.defaultkeycommand|trailer\..*\.(?:command|cmd)|uploadpack\.packobjectshook|tar\..*\.command|hook\..*\.command|instaweb\.(?:httpd|browser)|(?:help|web)\.browser)$/
const ANY_VARIABLES = ['GIT_PAGER', 'PAGER', 'GIT_EXTERNAL_DIFF']

/** Values that name no program: these settings may also be switched on and off, and a pager may be none at all. */
const NO_PROGRAM = /^(?:true|false|yes|no|on|off|0|1|cat|:|)$/i

/** Command lines that git would hand to a shell. */
export function programsOf({ command, args, config }: GitStart, env: GitVariables): readonly string[] {
  const given = gitArguments(command, args)
  const named = command === 'clone' ? { ...config, ...assignments(valuesOf(given, 'config')) } : config
  return [
    ...fromConfig(command, named),
    ...fromEnvironment(command, env),
    ...fromArguments(command, args, given),
    ...wordsOf(given).flatMap(extCommand),
  ].filter((line) => !NO_PROGRAM.test(line.trim()))
}

function fromConfig(command: string, config: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(config).flatMap(([key, value]) => {
    const counts =
      ANY_KEY.test(key) ||
      (NETWORK.includes(command) && NETWORK_KEY.test(key)) ||
      (EDITING.includes(command) && EDITOR_KEY.test(key))
    if (counts) return programIn(key, value)
    return key === 'core.hookspath' && value !== '/dev/null' ? hooksOf(command).map((hook) => `${value}/${hook}`) : []
  })
}

/** The files that git runs from a directory of hooks. */
const HOOKS: Readonly<Record<string, readonly string[]>> = {
  am: ['applypatch-msg', 'pre-applypatch', 'post-applypatch'],
  checkout: ['post-checkout'],
  clone: ['post-checkout'],
  commit: ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit'],
  merge: ['pre-merge-commit', 'commit-msg', 'post-merge'],
  pull: ['pre-merge-commit', 'post-merge'],
  push: ['pre-push'],
  rebase: ['pre-rebase', 'post-rewrite'],
  switch: ['post-checkout'],
}

const hooksOf = (command: string): readonly string[] => [...ownHooksOf(command), 'reference-transaction']

/** Without those that run for any change. */
export const ownHooksOf = (command: string): readonly string[] =>
  Object.hasOwn(HOOKS, command) ? (HOOKS[command] ?? []) : []

/** `!` marks a line for a shell; a helper for passwords without a path is git's own `credential-…`. */
function programIn(key: string, value: string): readonly string[] {
  if (value.startsWith('!')) return [value.slice(1)]
  if (key.startsWith('submodule.')) return []
  if (key.endsWith('.helper') && !value.startsWith('/')) return [`git credential-${value}`]
  return [value]
}

function fromEnvironment(command: string, env: GitVariables): readonly string[] {
  const names = [
    ...ANY_VARIABLES,
    ...(NETWORK.includes(command) ? NETWORK_VARIABLES : []),
    ...(EDITING.includes(command) ? EDITOR_VARIABLES : []),
  ]
  return names.flatMap((name) => env[name] ?? [])
}

/** Options whose value is a command line. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  archive: ['exec'],
  clone: ['upload-pack'],
  difftool: ['extcmd'],
  fetch: ['upload-pack'],
  'filter-branch': [
    'env-filter',
    'tree-filter',
    'index-filter',
    'parent-filter',
    'msg-filter',
    'commit-filter',
    'tag-name-filter',
    'setup',
  ],
  grep: ['open-files-in-pager'],
  'ls-remote': ['upload-pack', 'exec'],
  pull: ['upload-pack'],
  push: ['receive-pack', 'exec'],
  rebase: ['exec'],
  'send-email': ['to-cmd', 'cc-cmd', 'header-cmd', 'sendmail-cmd'],
  'send-pack': ['receive-pack', 'exec'],
}

function fromArguments(command: string, args: readonly string[], given: GitArguments): readonly string[] {
  const named = Object.hasOwn(OPTIONS, command) ? (OPTIONS[command] ?? []) : []
  return [...named.flatMap((name) => valuesOf(given, name)), ...trailing(command, args), ...configured(command, given)]
}

/** Commands that take another command as their last arguments. */
function trailing(command: string, args: readonly string[]): readonly string[] {
  const [sub, ...rest] = args
  if (command === 'bisect' && sub === 'run') return [rest.map(quoted).join(' ')]
  if (command === 'submodule' && args.includes('foreach')) {
    const line = args.slice(args.indexOf('foreach') + 1)
    while (['--recursive', '--quiet', '-q', '--'].includes(line[0] ?? '')) line.shift()
    // One word is a line for the shell, several are a program and its arguments.
    return [line.length === 1 ? (line[0] ?? '') : line.map(quoted).join(' ')]
  }
  if (command === 'for-each-repo')
    return [
      `git ${args
        .filter((arg) => !arg.startsWith('--'))
        .map(quoted)
        .join(' ')}`,
    ]
  if (command === 'merge-index') return [args.find((arg) => !arg.startsWith('-')) ?? '']
  return []
}

/** `git config alias.x '!cmd'` starts nothing yet, but the next command shows only `git x`. */
function configured(command: string, given: GitArguments): readonly string[] {
  if (command !== 'config') return []
  const words = wordsOf(given)
  const [key = '', value] = words[0] === 'set' ? words.slice(1) : words
  if (value === undefined) return []
  const name = key.toLowerCase()
  if (name.startsWith('alias.')) return [value.startsWith('!') ? value.slice(1) : `git ${value}`]
  // Helpers of git's own are asked by git, later, and nothing of it is printed.
  if (name.endsWith('.helper') && /^[\w-]+(?:\s|$)/.test(value)) return []
  return [ANY_KEY, NETWORK_KEY, EDITOR_KEY].some((keys) => keys.test(name)) ? programIn(name, value) : []
}

/** `ext::sh -c "…"` as the address of a repository runs that command; `% ` is a space within a word. */
const extCommand = (word: string): readonly string[] =>
  word.startsWith('ext::')
    ? [
        word
          .slice('ext::'.length)
          .replaceAll('% ', String.raw`\ `)
          .replaceAll('%%', '%'),
      ]
    : []

const assignments = (texts: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    texts.map((text) => {
      const [key = '', ...value] = text.split('=')
      return [key.toLowerCase(), value.join('=')]
    }),
  )

/** Hooks, templates and files of settings that every repository of the user gets. */
const EVERYWHERE_KEY = /^(?:core\.hookspath|init\.templatedir|include\.path|includeif\..*\.path)$/

/** A bare name, or a program of the system: `vim`, `code --wait`, `/usr/bin/gpg`. */
const USUAL_PROGRAM = /^(?:\/usr\/(?:local\/)?bin\/|\/opt\/homebrew\/bin\/)?[\w.+-]+(?: +-{0,2}[\w-]+)*$/

/** Whether a setting of this repository makes git run something that lies elsewhere. */
export function actsHere(key: string, value: string, directory: string): boolean {
  const name = key.toLowerCase()
  const runs = [ANY_KEY, NETWORK_KEY, EDITOR_KEY, EVERYWHERE_KEY].some((keys) => keys.test(name))
  const program = value.replace(/^!\s*/, '')
  return runs && ELSEWHERE.test(program) && !USUAL_PROGRAM.test(program) && !program.startsWith(`${directory}/`)
}

const ELSEWHERE = /^(?:\/|\.\.\/)/

/** Whether a setting for all repositories makes git run something else, or trust another server. */
export function actsEverywhere(key: string, value: string): boolean {
  const name = key.toLowerCase()
  if (EVERYWHERE_KEY.test(name)) return value !== ''
  // A program by its path; what an alias runs by name is judged by that.
  if (name.startsWith('alias.')) return /^!\s*(?:(?:\w+\s+)?[/~.]|(?:ba|z|da|k)?sh\s+-c)/.test(value)
  if (/^(?:http|https|remote)\.(?:.*\.)?proxy$|^core\.gitproxy$/.test(name))
    return value !== '' && !isLocalAddress(value)
  if (/^http\.(?:.*\.)?sslverify$/.test(name)) return isFalse(value)
  const [, address] = /^url\.(.*)\.(?:push)?insteadof$/s.exec(name) ?? []
  const replaced = hostOf(value.toLowerCase())
  if (address !== undefined) return replaced !== undefined && hostOf(address) !== replaced
  const runs = [ANY_KEY, NETWORK_KEY, EDITOR_KEY].some((keys) => keys.test(name))
  return runs && !NO_PROGRAM.test(value) && !USUAL_PROGRAM.test(value)
}

/** `https://host/`, `git@host:`; a short name of its own, as in `gh:`, stands for no host. */
const hostOf = (address: string): string | undefined => /(?:@|\/\/)([^/:@]+)(?:[/:]|$)/.exec(address)?.[1]
