import { type GitEffect, type Run, absolutePath } from '@holdpoint/shell'

/** Programs whose purpose is to print what a store keeps secret. */
const REVEALING: Readonly<Record<string, RegExp>> = {
  security: /^(dump-keychain|export|find-(generic|internet)-password .*-[a-z]*[wg])/,
  gpg: /--export-secret-(sub)?keys/,
  gpg2: /--export-secret-(sub)?keys/,
  'secret-tool': /^(lookup|search)\b/,
  pass: /^show\b/,
  op: /^(read|item get|document get)\b/,
  bw: /^(get|export)\b/,
  vault: /^(kv get|read|print token)\b/,
  aws: /\b(configure (get .*(secret|token)|export-credentials)|secretsmanager get-secret-value|ssm get-parameter.* --with-decryption|sts (get-session-token|assume-role\S*))\b/,
  gcloud: /\b(auth (application-default )?print-(access|identity)-token|secrets versions access)\b/,
  az: /\b(account get-access-token|keyvault secret show)\b/,
  gh: /\bauth (token|status .*(-t|--show-token))\b/,
  kubectl: /\bget secrets?\b.* (-o|--output)[ =]?(ya?ml|json|jsonpath|go-template)|\bconfig view .*--raw/,
  heroku: /^(auth:token|config)\b/,
  doppler: /^secrets\b/,
  dotenv: /(^|\s)(list|get)(\s|$)/,
  dotenvx: /^(get|decrypt)\b/,
  sops: /(^|\s)(-d|--decrypt|decrypt)(\s|$)/,
  'ansible-vault': /^(view|decrypt)\b/,
}

export function isRevealing({ program, args }: Run): boolean {
  const rule = Object.hasOwn(REVEALING, program) ? REVEALING[program] : undefined
  return rule !== undefined && rule.test(args.join(' ').slice(0, 10_000))
}

/** Commands of git that print the content of the files they are given. */
const PRINTING = ['show', 'cat-file', 'diff', 'log', 'blame', 'annotate', 'archive', 'grep', 'difftool', 'format-patch']
/** Options whose value is text and no path. */
const WITH_TEXT = /^(-[SGLnm]|--(grep|author|committer|format|pretty|since|until|after|before|message))$/

/** Paths whose content a git command prints, those in older commits included. */
export function printedByGit({ command, args, directory }: GitEffect): readonly string[] {
  if (!PRINTING.includes(command)) return []
  const from = args.indexOf('--')
  const words = args.filter((arg, index) => !arg.startsWith('-') && !WITH_TEXT.test(args[index - 1] ?? ''))
  const paths = command === 'grep' ? (from === -1 ? [] : args.slice(from + 1)) : words
  return paths.map((word) => absolutePath(word.replace(/^[^:/]*:(\.\/)?/, ''), directory))
}

/** Paths that a git command makes a part of history. */
export function addedByGit({ command, args, directory }: GitEffect): readonly string[] {
  if (command !== 'add' && command !== 'stage') return []
  return args.filter((arg) => !arg.startsWith('-')).map((arg) => absolutePath(arg, directory))
}
