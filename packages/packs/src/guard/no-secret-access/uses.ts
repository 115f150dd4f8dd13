import { type Budget, type Effects, type FileEffect, type Run, type Span, absolutePath } from '@holdpoint/shell'
import type { ToolBefore } from '@holdpoint/engine'

/** Programs that use a key or an environment file without printing its content. */

const SSH = ['-i', '-o']
const CLUSTER = ['--kubeconfig', '--client-key', '--client-certificate', '--certificate-authority']
const ENV_FILE = ['--env-file', '--env-file-if-exists']
const DOTENV = ['-e', '-f', '--env', '--file', '--env-file']

/** The options that name such a file; `undefined` means any argument. */
const USERS: Readonly<Record<string, readonly string[] | undefined>> = {
  ssh: SSH,
  scp: SSH,
  sftp: SSH,
  mosh: SSH,
  'ssh-copy-id': SSH,
  'ssh-add': undefined,
  'ssh-keygen': undefined,
  curl: ['--cert', '-E', '--key', '--cacert', '--netrc-file', '--proxy-cert', '--proxy-key'],
  wget: ['--certificate', '--private-key', '--ca-certificate'],
  docker: ENV_FILE,
  'docker-compose': ENV_FILE,
  podman: ENV_FILE,
  nerdctl: ENV_FILE,
  node: ENV_FILE,
  bun: ENV_FILE,
  deno: ENV_FILE,
  uv: ENV_FILE,
  foreman: DOTENV,
  honcho: DOTENV,
  overmind: DOTENV,
  dotenv: DOTENV,
  dotenvx: DOTENV,
  'dotenv-cli': DOTENV,
  'env-cmd': DOTENV,
  kubectl: CLUSTER,
  helm: CLUSTER,
  oc: CLUSTER,
  flux: CLUSTER,
  k9s: CLUSTER,
  ansible: ['--private-key', '--key-file', '--vault-password-file'],
  'ansible-playbook': ['--private-key', '--key-file', '--vault-password-file'],
  gcloud: ['--key-file', '--cred-file'],
  terraform: ['-var-file', '--var-file'],
  tofu: ['-var-file', '--var-file'],
  restic: ['-p', '--password-file'],
  sops: ['-i', '--in-place'],
  age: ['-i', '--identity'],
}

/** Whether a program only works with the file: logs in with a key, loads variables for another program. */
export function isOnlyUsed({ path, run, facts }: FileEffect, shows: boolean, budget: Budget): boolean {
  if (run === undefined) return false
  if (readsCertificates(run)) return /\.(?:pem|crt|cer|csr|crl|der|p7[bcs])$/i.test(path)
  if (isLoader(run)) return isHarmlessLoad(path, shows)
  if (facts === true) return true
  if (!Object.hasOwn(USERS, run.program)) return isLoadedByOption(path, run, budget) && !shows
  const options = USERS[run.program]
  if (options === undefined) return true
  return valuesOf(options, run, budget).has(path) && !(options.includes('--env-file') && shows)
}

/** Options that say what the file is: a key to log in with, variables to load, the settings of the program itself. */
const LOADING =
  /^--?(?:[a-z]+-)*(?:env-?file|dotenv|key-?file|cert-?file|ssl-?key|ssl-?cert|tls-?key|tls-?cert|private-?key|identity-?file|credentials-?file|kubeconfig|password-?file)$/i
const OWN_SETTINGS = /^--config(?:-file)?$/

/** A program that an option tells to loads the file. Which program it is does not matter then. */
function isLoadedByOption(path: string, run: Run, budget: Budget): boolean {
  budget.spend(run.args.length)
  const isOwn = path.split('/').some((part) => part === run.program || part === `.${run.program}`)
  return run.args.some((arg, index) => {
    const [option = '', inline] = arg.split('=', 2)
    if (!LOADING.test(option) && !(isOwn && OWN_SETTINGS.test(option))) return false
    return absolutePath(inline ?? run.args[index + 1] ?? '', run.cwd) === path
  })
}

/** Commands of openssl for certificates, requests and parameters: they print nothing of a private key, and fail on one. */
export const readsCertificates = ({ program, args }: Run): boolean =>
  program === 'openssl' &&
  (/^(?:x509|req|ca|crl|crl2pkcs7|pkcs7|nseq|verify|ocsp|ts|ecparam|dhparam|dsaparam|pkeyparam|s_client|storeutl)$/.test(
    args[0] ?? '',
  ) ||
    (/^(?:cms|smime)$/.test(args[0] ?? '') && args.includes('-verify'))) &&
  !args.some((arg) => /^-(?:key|inkey|signkey|keyout|CAkey|keys|rkey|signer)$/.test(arg))

export const isLoader = ({ program }: Run): boolean => program === 'source' || program === '.'

/** Variables for the commands that follow. The shell would print lines of a key sourced as a script in its errors. */
export const isHarmlessLoad = (path: string, shows: boolean): boolean => /\.env(\.[^/]*)?$/i.test(path) && !shows

/** Files that a program's options name; collected once, because a program may have thousands of arguments. */
function valuesOf(options: readonly string[], run: Run, budget: Budget): ReadonlySet<string> {
  const known = named.get(run)
  if (known !== undefined) return known
  budget.spend(run.args.length)
  const paths = new Set<string>()
  run.args.forEach((arg, index) => {
    const option = options.find((name) => arg === name || arg.startsWith(name.startsWith('--') ? `${name}=` : name))
    if (option === undefined) return
    const value = arg === option ? run.args[index + 1] : arg.slice(option.length).replace(/^=/, '')
    if (value === undefined) return
    paths.add(absolutePath(value, run.cwd))
    // `-o IdentityFile=/path`
    if (value.includes('=')) paths.add(value.slice(value.indexOf('=') + 1))
  })
  named.set(run, paths)
  return paths
}

const named = new WeakMap<Run, ReadonlySet<string>>()

/** Whether a command prints variables: all of them, or values that the command does not contain literally. */
export function showsEnvironment({ tool }: ToolBefore, { runs }: Effects, budget: Budget): boolean {
  const { command = '' } = tool
  const seen = new Map<string, boolean>()
  const isWritten = (arg: string, span: Span | undefined): boolean => {
    if (span !== undefined && command.slice(span.start, span.end).includes(arg)) return true
    const known = seen.get(arg)
    if (known !== undefined) return known
    const at = command.indexOf(arg)
    budget.spend(1 + (at < 0 ? command.length : at) / 64)
    seen.set(arg, at >= 0)
    return at >= 0
  }
  return runs.some(
    (run) =>
      !budget.spend() ||
      isDump(run) ||
      (run.program === 'set' && run.args.some((arg) => /^-[a-z]*[xv]|^(xtrace|verbose)$/.test(arg))) ||
      (['echo', 'printf', 'print'].includes(run.program) &&
        !run.args.every((arg, index) => !budget.isUsedUp && isWritten(arg, run.spans?.[index + 1]))) ||
      run.args.some((arg) => arg.includes('env') && /\b(printenv|process\.env|os\.environ|getenv)\b|^env$/.test(arg)),
  )
}

/** `env`, `printenv`, `set`, `export -p`: all variables. */
export function isDump({ program, args }: Run): boolean {
  if (program === 'env') return args.every((arg) => arg === '-0' || arg === '--null')
  if (program === 'printenv') return args.every((arg) => arg.startsWith('-'))
  if (program === 'set') return args.length === 0
  if (['export', 'declare', 'typeset'].includes(program)) return args.every((arg) => /^-[px]+$/.test(arg))
  if (program === 'tmux' || program === 'systemctl')
    return args.some((arg) => /^show-?env(?:ironment)?$/.test(arg)) && !args.some((arg) => /^[A-Z_]+$/.test(arg))
  // With the letter `e`, in the old way of writing, it prints what every program was started with.
  if (program === 'ps') return args.some((arg) => /^[a-z]*e[a-z]*$/.test(arg))
  return program === 'compgen' && args.some((arg) => /^-(?:v|e|A(?:variable|export))$/.test(arg))
}
