import { foldPath, mayBe, ANY, ONE, UNKNOWN } from '@holdpoint/shell'
import { PLACES } from './secret-places.ts'

/** Which files hold credentials, judged by their paths alone. */

/** Names that mean key material or credentials in any directory. */
export const NAMES: readonly RegExp[] = [
  /^\.env(\..+)?$|^\S+\.env$/,
  /^id_(rsa|dsa|ecdsa|ed25519|xmss)(_sk)?([._-].+)?$/,
  /\.(pem|key|p8|p12|pfx|keystore|jks|ppk|kdbx|keytab|keychain|keychain-db|kdb|agekey|tfstate)(\.(bak|backup|old|orig))?$/,
  /^[._]?(netrc|npmrc|pypirc|pgpass|my\.cnf|mylogin\.cnf|dockercfg|htpasswd|vault-token|git-credentials|s3cfg|boto|databrickscfg)$/,
  /^\.credentials$|^\.?credentials\.(json|ya?ml|toml|ini|xml|db|csv|txt)$/,
  /^\.?secrets?(\.auto)?\.(json|ya?ml|toml|ini|env|txt|tfvars)$/,
  /^\.?(passwords?|passwd|api[-_]?keys?|access[-_]?keys?|private[-_]?keys?)\.(txt|csv|json|ya?ml|toml|ini|xlsx?)$/,
  /^\.?vault[-_]?pass(word)?(\.txt)?$|^wallet\.dat$/,
  /^(login data|cookies\.sqlite|logins\.json|key[34]\.db)(-journal|-wal)?$/,
  /^(client_secret|service[-_]?account|firebase-adminsdk|gcp-key|gcloud-key|application_default_credentials).*\.json$/,
  /^.+[-_]service[-_]?account.*\.json$/,
  /^(.*\.)?kubeconfig$/,
  /^(\.(bash|zsh|sh|python|psql|mysql|sqlite|rediscli|node_repl|irb)_history|fish_history)$/,
]

/** Names of sources, which match none of these: the first use of a regex is slow, and most files are sources. */
export const EVERYDAY =
  /^(?!id_)[a-z0-9_-][a-z0-9_.-]*\.(?:[jt]sx?|[cm][jt]s|py|rs|go|java|kt|swift|[ch]|[ch]pp|cs|rb|php|css|html|md)$/

/** The same names where they hold no secret: a template, the public half of a key, a certificate. */
const HARMLESS: readonly RegExp[] = [
  /\.(example|sample|template|tmpl|tpl|dist|default|defaults|schema)(\.|$)/,
  /^(example|sample|template|default)\.env$/,
  /\.pub(\.|$)/,
  /^(.*[-_.])?(cert|certs|certificate|certificates|ca|ca-bundle|cabundle|cacerts?|ca-?certs?|ca-certificates|chain|fullchain|csr)([-_.].*)?\.pem$/,
  /^(.*[-_.])?(public|pubkey|pub)([-_.].*)?\.(pem|key)$/,
  /\.(md|rst|html|ts)$/,
]

/** Credentials of the system. */
export const SYSTEM: readonly RegExp[] = [
  /^\/etc\/g?shadow-?$/,
  /^\/etc\/(master\.passwd|krb5\.keytab|kubernetes\/admin\.conf|rancher\/k3s\/k3s\.yaml)$/,
  /^\/etc\/(ssl\/private|wireguard|networkmanager\/system-connections)(\/|$)/,
  /^\/etc\/ssh\/ssh_host_[^/]*key$/,
  /^\/proc\/[^/]+(\/task\/[^/]+)?\/(environ|mem)$/,
  /^(\/proc\/kcore|\/dev\/k?mem)$/,
  /^(\/var)?\/run\/secrets(\/|$)/,
]

/** Directories that contain all of these. */
export const OF_SYSTEM = /^\/(?:etc|proc|dev|run|var\/run)\//

/** Readable locally, but must not be sent to the network. */
const NOT_TO_BE_SENT: readonly RegExp[] = [
  /^\/etc\/(passwd|group|hosts|sudoers)(\.d\/.*)?$/,
  /^\/proc\//,
  /\/\.ssh\/(?!.*\.pub$)/,
  /\/\.(gitconfig|git\/config|claude\.json)$/,
]

/** In an unknown directory these names most likely hold a login. */
const ANYWHERE = new RegExp(`^${UNKNOWN}/(auth\\.json|credentials|oauth_creds\\.json|accesstokens\\.json)$`)

/** Names that a pattern such as `.en?` is likely meant to match. */
const LIKELY: readonly string[] = [
  '.env',
  '.env.local',
  '.env.production',
  'id_rsa',
  'id_ed25519',
  '.ssh',
  '.aws',
  '.gnupg',
  '.netrc',
  '.npmrc',
  '.git-credentials',
]

const MARKS = new RegExp(`[${UNKNOWN}${ANY}${ONE}]`, 'g')

/**
 * Whether a path leads to credentials or key material, or to a directory of them. The path is absolute and may hold
 * unknown parts; it is compared folded, because many file systems do so.
 */
export function isSecretPath(given: string, home: string | undefined): boolean {
  const path = foldPath(given)
  // Whatever the value of an unknown part, the rest of the name counts.
  const plain = path.replace(MARKS, 'x')
  const name = nameOf(plain)
  if (!EVERYDAY.test(name) && NAMES.some((rule) => rule.test(name)) && !isHarmless(name)) return true
  if (path.startsWith(UNKNOWN) && ANYWHERE.test(path)) return true
  if (OF_SYSTEM.test(plain) && SYSTEM.some((rule) => rule.test(plain))) return true
  if (isInPlace(path, plain, home)) return true
  return path !== plain && path.length <= LONGEST_PATH && maySpell(path, home)
}

/** Whether a path must not be sent to the network, although reading it is harmless. */
export function isPrivatePath(path: string, home: string | undefined): boolean {
  return isSecretPath(path, home) || NOT_TO_BE_SENT.some((rule) => rule.test(foldPath(path)))
}

/** The place of secrets that a directory of the user contains; everything that a home contains is too much to say. */
export function secretBelow(given: string, home: string | undefined): string | undefined {
  const path = foldPath(given)
  const own = foldPath(home ?? '')
  if (own === '' || !path.startsWith(`${own}/`)) return undefined
  const rest = `${path.slice(own.length + 1)}/`
  for (const { anywhere = [], home: ofHome = [], config = [] } of PLACES) {
    const names = [...anywhere, ...ofHome, ...config.map((name) => `.config/${name}`)]
    const found = names.find((name) => name.startsWith(rest))
    if (found !== undefined) return `${home}/${found}`
  }
  return undefined
}

/** Whether a file decides who gets in, although it holds no secret. */
export const isAccessList = (path: string): boolean => /\/\.ssh\/authorized_keys2?$/.test(foldPath(path))

/** No file system allows longer names, so the rules need not be fast on them. */
const LONGEST_PATH = 4096
const LONGEST_NAME = 255

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).slice(-LONGEST_NAME)
const isHarmless = (name: string): boolean => HARMLESS.some((rule) => rule.test(name))

type Kind = 'anywhere' | 'home' | 'config'

interface Named {
  readonly kind: Kind
  readonly names: string
  readonly except: RegExp | undefined
}

/** By the first name in the path of a place: a path has few names, and there are many places. */
const byFirstName = new Map<string, readonly Named[]>()
for (const place of PLACES)
  for (const kind of ['anywhere', 'home', 'config'] as const)
    for (const names of place[kind] ?? []) {
      const first = names.split('/', 1)[0] ?? ''
      byFirstName.set(first, [...(byFirstName.get(first) ?? []), { kind, names, except: place.except }])
    }

function isInPlace(path: string, plain: string, home: string | undefined): boolean {
  for (let start = plain.indexOf('/'); start >= 0; start = plain.indexOf('/', start + 1)) {
    const end = plain.indexOf('/', start + 1)
    const places = byFirstName.get(plain.slice(start + 1, end < 0 ? undefined : end))
    if (places?.some((place) => isAt(place, path, plain, start, home)) === true) return true
  }
  return false
}

function isAt(
  { kind, names, except }: Named,
  path: string,
  plain: string,
  start: number,
  home: string | undefined,
): boolean {
  if (!`${plain}/`.startsWith(`${names}/`, start + 1)) return false
  const rest = plain.slice(start + 1 + names.length + 1)
  if (except !== undefined && rest !== '' && except.test(rest)) return false
  const before = plain.slice(0, start)
  if (kind === 'home') return homesOf(plain, home).includes(before)
  return kind === 'anywhere' || CONFIG.test(before) || path.slice(0, start) === UNKNOWN
}

/** Directories for the settings and the data of programs. */
const CONFIG =
  /\/(?:\.config|\.local\/share|\.local\/state|\.cache|library\/(?:application support|preferences|caches)|appdata\/(?:roaming|local|locallow))$/

/** The homes that may contain a path: the user's own, and those of other users in the usual place. */
function homesOf(path: string, home: string | undefined): readonly string[] {
  const usual = /^(\/(home|users)\/[^/]+|\/root)(?=\/|$)/.exec(path)?.[0]
  return [foldPath(home ?? ''), usual ?? ''].filter((place) => place !== '' && place !== '/')
}

/** Whether a pattern with at least two literal letters matches a well-known name. */
function maySpell(path: string, home: string | undefined): boolean {
  const parts = path.split('/')
  return parts.some((part, index) => {
    const own = part.replace(MARKS, '')
    if (own === part || own.length < 2 || part.includes(UNKNOWN)) return false
    return LIKELY.some((name) => mayBe(`/${part}`, `/${name}`) && isSecretPath(parts.with(index, name).join('/'), home))
  })
}
