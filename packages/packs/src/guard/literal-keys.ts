import type { Budget, Effects, Run } from '@holdpoint/shell'
import {
  ADDRESS_WITH_PASSWORD,
  isPlaceholder,
  looksSecret,
  SECRET_NAMED,
  tokenPatternsFor,
} from '../shared/secret-tokens.ts'

/** Keys and passwords that are written out in a command; each is named, never shown. */
export function literalKeys({ runs, system }: Effects, budget: Budget): readonly string[] {
  const exported = system.filter(({ what }) => what === 'inject').map(({ detail }) => detail)
  const inRuns = runs.filter((run) => !run.maybe && !SEARCHING.has(run.program)).flatMap((run) => keysOf(run, budget))
  return [...exported.flatMap(assigned), ...inRuns]
}

/** Their arguments are patterns: someone looks for a key that got out. */
const SEARCHING = new Set(['grep', 'egrep', 'fgrep', 'rg', 'ag', 'ack'])

function keysOf(run: Run, budget: Budget): readonly string[] {
  const { args, env, stdin = '' } = run
  const given = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const texts = [...args, ...given, stdin].filter((text) => text.length >= SHORTEST && text.length <= LONGEST)
  if (!budget.spend(args.length + texts.length)) return []
  return [
    ...[...args, ...given].flatMap(assigned),
    ...optionValues(run),
    ...texts.filter((text) => budget.spend(text.length / 16)).flatMap(tokensIn),
  ]
}

const SHORTEST = 12
const LONGEST = 20_000

/** `NAME=value`, also behind an option or in a header. */
function assigned(text: string): readonly string[] {
  const [, name = '', value = ''] =
    /^(?:-{0,2}[\w-]*[ =])?["']?([\w-]{1,80})["']?(?:=|:\s*)(\S{8,300})$/s.exec(text) ?? []
  if (!SECRET_NAMED.test(name) && !name.endsWith('_KEY')) return []
  return isKey(value) || (value.length >= LONG_ENOUGH && looksSecret(value)) ? [name] : []
}

/** The beginning names the issuer, so that it may be short. */
const isKey = (value: string): boolean => ISSUED.test(value) && !isHarmless(value)
const ISSUED = /^(?:sk-|sk_|gh[pousr]_|github_pat_|xox[abp]-|AKIA|AIza|glpat-|npm_|ya29\.|eyJ)[\w.-]{6,}$/

const LONG_ENOUGH = 16

/** Keys for tests, and those that are made to be seen. */
const isHarmless = (token: string): boolean => /^(?:[srp]k_test_|pk[_-])/.test(token) || isPlaceholder(token)

function tokensIn(text: string): readonly string[] {
  if (!/\d/.test(text)) return []
  const tokens = tokenPatternsFor(text)
    .flatMap((pattern) => text.match(pattern) ?? [])
    .filter((token) => !isHarmless(token))
  const passwords = [...text.matchAll(ADDRESS_WITH_PASSWORD)].filter(
    ({ 0: address, 1: password = '', index }) =>
      looksSecret(password) && !LOCAL.test(text.slice(index + address.length)),
  )
  return [
    ...tokens.map((token) => `a key that begins with ${token.slice(0, 4)}`),
    ...passwords.map(() => 'a password in an address'),
  ]
}

const LOCAL =
  /^(?:localhost|127\.|0\.0\.0\.0|\[::1\]|host\.docker\.internal|[\w-]+(?:[:/?]|$)|[\w.-]+\.(?:local|test)\b)/i

/** `-u name:password`, `--password x`, `mysql -px`. */
function optionValues({ program, args }: Run): readonly string[] {
  return args.flatMap((arg, index) => {
    const next = args[index + 1] ?? ''
    const login = arg === '-u' || arg === '--user' ? /^[^:\s]+:(\S+)$/.exec(next)?.[1] : undefined
    const attached = ATTACHED.has(program) ? /^-p(\S+)$/.exec(arg)?.[1] : undefined
    const apart = program === 'sshpass' && arg === '-p' ? next : undefined
    const named =
      /^--?[\w-]+$/.test(arg) && SECRET_NAMED.test(arg) && !/stdin|file|env|name/i.test(arg) ? next : undefined
    const value = login ?? attached ?? apart ?? named
    return value !== undefined && looksSecret(value) && (value.length >= SHORTEST || named === undefined)
      ? [`an option of ${program}`]
      : []
  })
}

/** Programs whose `-p` takes the password in the same word. */
const ATTACHED = new Set(['mysql', 'mysqldump', 'mysqladmin', 'mariadb', 'mariadb-dump', 'sshpass', '7z', '7za', '7zz'])
