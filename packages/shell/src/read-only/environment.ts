import { isKnown } from '../effects.ts'
import { risky, unclassified, type Objection } from './usage.ts'

/** What variables are called that hold a secret. */
export const SECRET_NAME = /SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY|CREDENTIAL/i

type Variables = Readonly<Record<string, string>>

/** Variables that change how things look or how much is said, never what is run or where it is found. */
const HARMLESS = new RegExp(
  `^(?:${[
    'LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|COLORTERM|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE',
    'CI|NODE_ENV|RAILS_ENV|RACK_ENV|APP_ENV|DEBUG|VERBOSE|LOG_LEVEL|RUST_LOG|RUST_BACKTRACE|GOOS|GOARCH|CGO_ENABLED',
    'PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|PYTHONUTF8|PYTHONIOENCODING|AWS_PROFILE|AWS_REGION|AWS_DEFAULT_REGION',
    'GIT_TERMINAL_PROMPT|GIT_OPTIONAL_LOCKS|GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)',
    'DOCKER_CLI_HINTS|HOMEBREW_NO_AUTO_UPDATE|HOMEBREW_NO_ENV_HINTS',
  ].join('|')})$`,
)

/** Through these even a program that asks nothing of the environment finds itself and its libraries. */
const LOADER =
  /^(?:HOME|IFS|ENV|SHELL|GCONV_PATH|LD_.*|DYLD_.*|GLIBC_.*|MALLOC_.*|BASH.*|PS\d|.*(?:PATH|OPTIONS|OPTS|PRELOAD|COMMAND|CONFIG))$/

/** A pager that is none. */
const isNoPager = (name: string, value: string): boolean =>
  /^[A-Z_]*PAGER$/.test(name) && isKnown(value) && /^(?:cat|'cat'|"cat"|''|"")?$/.test(value)

export const isHarmlessVariable = (name: string): boolean => HARMLESS.test(name)

/** Undefined: these variables cannot make a program do anything else. */
export function environmentFinding(variables: Variables): Objection | undefined {
  const odd = Object.entries(variables).find(([name, value]) => !HARMLESS.test(name) && !isNoPager(name, value))
  return odd === undefined ? undefined : mayChange(odd[0])
}

/** The same for a program that asks only for variables whose names are known. */
export function namedFinding(variables: Variables): Objection | undefined {
  const odd = Object.entries(variables).find(
    ([name, value]) => (LOADER.test(name) || OBEYED.test(name)) && !HARMLESS.test(name) && !isNoPager(name, value),
  )
  return odd === undefined ? undefined : mayChange(odd[0])
}

/** The same for a program that asks nothing of the environment. */
export function loaderFinding(variables: Variables): Objection | undefined {
  const odd = Object.keys(variables).find((name) => LOADER.test(name))
  return odd === undefined ? undefined : mayChange(odd)
}

/** Variables that many programs obey. To set one for the shell is to set it for all that follows, if it was exported. */
const OBEYED =
  /PAGER|EDITOR|VISUAL|BROWSER|FLAGS|ASKPASS|PROXY|proxy|^LESS|^GIT|^SSH_|^SSL_|^CURL|^GPG|^GNUPG|^XDG_|^TMPDIR$|^NODE_|^PYTHON|^RUBY|^PERL|^JAVA|^npm_|^NPM_|^PIP_|^UV_/

/** What is assigned anywhere in the text of a command. */
export function assignmentFinding(command: string): Objection | undefined {
  const assigned = [...command.matchAll(/(?<=^|[\s;&|({])([A-Za-z_]\w*)\+?=(\S*)/g)]
  const odd = assigned.find(
    ([, name = '', value = '']) =>
      (LOADER.test(name) || OBEYED.test(name)) && !HARMLESS.test(name) && !isNoPager(name, value.replace(/;$/, '')),
  )
  return odd === undefined ? undefined : mayChange(odd[1] ?? '')
}

function mayChange(name: string): Objection {
  const isObeyed = LOADER.test(name) || OBEYED.test(name)
  return (isObeyed ? risky : unclassified)(`The variable \`${name}\` may change what runs.`)
}
