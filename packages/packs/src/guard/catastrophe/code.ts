import { isWithin, shown, type CodeEffect, type Effects, type NetEffect } from '@holdpoint/shell'
import { ask, deny, ifSure, type CatastropheFinding, type Facts, type Rule } from './finding.ts'

/** Code that runs without having been reviewed. */
export const unread: Rule = ({ code }) => code.flatMap((effect) => ifSure(!effect.run.maybe, judge(effect)))

/** Tools whose output is meant to be evaluated: `eval "$(brew shellenv)"`. */
const FOR_EVAL =
  /^(?:(?:ssh|gpg)-agent|brew shellenv|(?:py|rb|nod|pl|go|j|swift)env (?:init|virtualenv-init)|(?:micro)?mamba shell|keychain --eval|hub alias|fnm (?:env|completions)|nvm|direnv (?:hook|export)|starship init|zoxide init|mise (?:activate|env|hook)|asdf|rtx activate|atuin init|mcfly init|thefuck|dircolors|luarocks path|opam env|conda shell\.\w+|docker-machine env|minikube (?:docker-env|completion)|resize|lesspipe|register-python-argcomplete|tput|stty|vcpkg|oh-my-posh init|[\w-]+ completions?|[\w-]+ (?:completion-script|generate-shell-completion|shellenv|shell-init|print-dev-env|docker-env))(?:\s|$)/

function judge({ interpreter, from }: CodeEffect): readonly CatastropheFinding[] {
  const data = { interpreter }
  if (from.network) return [deny('download', data)]
  if (from.decoded) return [deny('decoded', data)]
  if (from.programs.length > 0 && from.files.length === 0 && from.programs.every((program) => FOR_EVAL.test(program)))
    return []
  return [ask('unseen', { ...data, from: origin(from) })]
}

const origin = ({ files, programs }: CodeEffect['from']): string =>
  files.length > 0
    ? files.map((path) => `\`${shown(path)}\``).join(', ')
    : programs.length > 0
      ? `${programs[0]?.startsWith('$') === true ? '' : 'the output of '}\`${shown(programs[0] ?? '')}\``
      : 'a variable or a pipe'

/** Reverse shells: a remote host controls them. */
export const remoteShell: Rule = (effects) => {
  const named = effects.system
    .filter(({ what }) => what === 'remote-shell')
    .map(({ detail }) => deny('remote-shell', { target: shown(detail) }))
  const line = effects.net.find(
    ({ twoWay, run }) => twoWay && !/^(?:ssh|mosh|autossh|telnet|s?ftp|openssl)$/.test(run.program),
  )
  return line !== undefined && hasOpenShell(effects, line)
    ? [...named, deny('remote-shell', { target: shown(line.target) })]
    : named
}

const hasOpenShell = ({ runs }: Effects, { run }: NetEffect): boolean =>
  runs.some(
    ({ program, args, via }) =>
      /^(?:ba|z|k|da|a|fi|c|tc|mk)?sh$/.test(program) &&
      (args.length === 0 || args.some((arg) => /^-[a-z]*i$/.test(arg))) &&
      !via.includes('ssh') &&
      (run.program === '' || via.includes(run.program) || args.length > 0),
  )

const LIBRARIES =
  /^(?:LD_PRELOAD|LD_LIBRARY_PATH|LD_AUDIT|DYLD_\w+|BASH_ENV|PROMPT_COMMAND|PYTHONSTARTUP|PYTHONPATH|PERL5OPT|PERL5LIB|RUBYOPT|RUBYLIB|NODE_PATH)=(?!$)/
const NODE_OPTIONS = /^NODE_OPTIONS=.*(?:--require|-r\b|--import|--loader|--experimental-loader|--eval)/
/** Code of an installed package, as tests have it: `--import tsx`, `-r ts-node/register`. */
const FROM_PACKAGES =
  /(?:^|\s)(?:--require|-r|--import|--loader|--experimental-loader)[= ]+(?:@[\w.-]+\/)?[a-z0-9][\w-]*(?:\/[\w./-]*)?(?=\s|$)/g

/** Variables that make other programs load code from a path in their value. */
export const injections: Rule = ({ runs, system, git, net }, facts) => {
  const set = [
    ...system.filter(({ what }) => what === 'inject').map(({ detail }) => detail),
    ...runs.flatMap(({ env }) => Object.entries(env).map(([name, value]) => `${name}=${value}`)),
  ]
  // git executes the program configured as its ssh as soon as it connects.
  const connected = new Set(net.map(({ run }) => run))
  const connecting = git.filter(({ run }) => connected.has(run))
  const replaced = connecting.flatMap(
    ({ run, config }) => config['core.sshcommand'] ?? run.env['GIT_SSH_COMMAND'] ?? run.env['GIT_SSH'] ?? [],
  )
  return [
    ...set
      .filter((text) => isInjection(text, facts))
      .map((text) => ask('inject', { name: text.slice(0, text.indexOf('=')) })),
    ...replaced
      .filter((command) => !/^(?:\S*\/)?ssh(?:\s|$)/.test(command))
      .map(() => ask('inject', { name: 'GIT_SSH_COMMAND' })),
  ]
}

/** Path lists in the project are allowed, and so are packages by name. */
const isInjection = (text: string, { own }: Facts): boolean => {
  const value = text.slice(text.indexOf('=') + 1)
  if (NODE_OPTIONS.test(text)) return NODE_OPTIONS.test(`NODE_OPTIONS=${value.replaceAll(FROM_PACKAGES, '')}`)
  const isOutside = (path: string): boolean => path.startsWith('/') && !own.some((place) => isWithin(path, place))
  const isPathList = /^(?:PYTHONPATH|NODE_PATH|PERL5LIB|RUBYLIB|LD_LIBRARY_PATH|DYLD_LIBRARY_PATH)=/.test(text)
  return LIBRARIES.test(text) && (!isPathList || value.split(':').some(isOutside))
}

const SCRIPT = /\.(?:sh|bash|zsh|py|pl|rb|ps1|bat|exe|msi|pkg|run|bin|dmg|deb|rpm|AppImage)(?:[?#]|$)/
const LOCAL = /^http:\/\/(?:localhost|127\.|\[::1\]|0\.0\.0\.0|host\.docker\.internal)/

/** A program downloaded without verifying the server. */
export const plainHttp: Rule = ({ net }) =>
  net
    .filter(({ target }) => target.startsWith('http://') && SCRIPT.test(target) && !LOCAL.test(target))
    .map(({ target }) => ask('plain-http', { target: shown(target) }))

/** Hosts reachable only from this network: routers, internal services, cloud metadata endpoints. */
const PRIVATE =
  /^(?:[a-z]+:\/\/)?(?:[^/@]*@)?(?:10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|169\.254\.\d+\.\d+|100\.100\.100\.200|metadata\.google\.internal)(?:[:/]|$)/i

/** Where a cloud tells a machine who it is, in every spelling of the number: it hands out logins to whoever asks. */
const METADATA =
  /^(?:[a-z]+:\/\/)?(?:[^/@]*@)?(?:169\.254\.(?:169|170)\.\d+|169\.254\.43518|169\.16689662|2852039166|0xa9fea9fe|0xa9\.0xfe\.0xa9\.0xfe|0251\.0376\.0251\.0376|025177524776|\[(?:fd00:ec2::254|fd20:ce::254|::ffff:(?:169\.254\.169\.254|a9fe:a9fe))\]|100\.100\.100\.200|192\.0\.0\.192|metadata(?:\.google\.internal|\.goog|\.tencentyun\.com|\.azure\.internal|\.packet\.net)\.?|instance-data(?:\.ec2\.internal)?)(?:[:/?#\uFFFC]|$)/i

export const privateNetwork: Rule = ({ net }) =>
  net
    .filter(
      ({ target, run }) =>
        METADATA.test(target) || (PRIVATE.test(target) && /^(?:curl|wget|https?|xhs?|)$/.test(run.program)),
    )
    .map(({ target }) => ask('private-network', { target: shown(target) }))

/** Parts of the command that the parser could not read. */
export const inexact: Rule = ({ doubts }) =>
  doubts
    .filter(({ about }) => about !== 'syntax' && about !== 'number')
    .map(({ about, text }) =>
      ask('inexact', {
        what: about === 'program' ? `the program \`${shown(text).slice(0, 80)}\`` : shown(text).slice(0, 120),
      }),
    )
