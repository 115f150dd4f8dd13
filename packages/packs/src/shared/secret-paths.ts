import { foldPath, mayBe, ANY, ONE, UNKNOWN } from '@holdpoint/shell'

/** Which files hold credentials, judged by their paths alone. */

/** Names that mean key material or credentials in any directory. */
export const NAMES: readonly RegExp[] = [
  /^\.env(\..+)?$|^\S+\.env$/,
  /^id_(rsa|dsa|ecdsa|ed25519|xmss)(_sk)?([._-].+)?$/,
  /\.(pem|key|p8|p12|pfx|keystore|jks|ppk|kdbx|keytab|keychain|keychain-db|tfstate)(\.(bak|backup|old|orig))?$/,
  /^[._]?(netrc|npmrc|pypirc|pgpass|my\.cnf|mylogin\.cnf|dockercfg|htpasswd|vault-token|git-credentials|s3cfg|boto|databrickscfg)$/,
  /^\.credentials$|^\.?credentials\.(json|ya?ml|toml|ini|xml|db|csv|txt)$/,
  /^\.?secrets?\.(json|ya?ml|toml|ini|env|txt)$/,
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
  /^(.*[-_.])?(cert|certs|certificate|ca|ca-bundle|cacert|chain|fullchain|csr)([-_.].*)?\.pem$/,
  /^(.*[-_.])?(public|pubkey|pub)([-_.].*)?\.(pem|key)$/,
  /\.(md|rst|html|ts)$/,
]

/** Directories that hold credentials, and the public files in them. `a/b` means `b` directly in `a`. */
const DIRECTORIES: readonly { readonly at: string; readonly except?: RegExp }[] = [
  { at: '.ssh', except: /^(known_hosts|config|authorized_keys|rc$|allowed_signers|readme)|\.pub(\.|$)/ },
  { at: '.gnupg', except: /^(gpg|gpg-agent|dirmngr)\.conf$|^readme/ },
  { at: '.aws', except: /^readme/ },
  { at: '.password-store' },
  { at: '.config/gcloud' },
  { at: '.config/gh', except: /^config\.yml$/ },
  { at: '.config/glab-cli' },
  { at: '.config/hub' },
  { at: '.config/op' },
  { at: '.config/doctl' },
  { at: '.config/stripe' },
  { at: '.config/ngrok' },
  { at: '.config/containers/auth.json' },
  { at: '.config/helm/registry' },
  { at: '.config/sops/age' },
  { at: '.config/solana' },
  { at: '.config/rclone' },
  { at: '.config/git/credentials' },
  { at: '.kube/config' },
  { at: '.docker/config.json' },
  { at: '.terraform.d/credentials.tfrc.json' },
  { at: '.cargo/credentials' },
  { at: '.cargo/credentials.toml' },
  { at: '.gem/credentials' },
  { at: '.m2/settings.xml' },
  { at: '.composer/auth.json' },
  { at: '.kaggle/kaggle.json' },
  { at: '.cache/huggingface/token' },
  { at: '.huggingface/token' },
  { at: '.snowsql/config' },
  { at: '.subversion/auth' },
  { at: '.ngrok2' },
  { at: '.cloudflared' },
  { at: '.fly/config.yml' },
  { at: '.codex/auth.json' },
  { at: '.claude/.credentials.json' },
  { at: '.gemini/oauth_creds.json' },
  { at: '.local/share/keyrings' },
  { at: '.local/share/opencode/auth.json' },
  { at: 'library/keychains' },
  { at: '.mozilla/firefox' },
  { at: '.config/google-chrome' },
  { at: '.config/chromium' },
  { at: '.config/bravesoftware' },
  { at: 'application support/google/chrome' },
  { at: 'application support/firefox' },
  { at: 'application support/bravesoftware' },
]

/** Only in a home directory; elsewhere the same name means something else. */
const IN_A_HOME: readonly string[] = ['.azure', '.oci', '.bluemix', '.config/heroku']

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
  /\/\.ssh\//,
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
  if (DIRECTORIES.some(({ at, except }) => isBelow(plain, at, except))) return true
  const homes = homesOf(plain, home)
  if (IN_A_HOME.some((at) => homes.some((place) => isOrBelow(plain, `${place}/${at}`)))) return true
  return path !== plain && path.length <= LONGEST_PATH && maySpell(path, home)
}

/** Whether a path must not be sent to the network, although reading it is harmless. */
export function isPrivatePath(path: string, home: string | undefined): boolean {
  return isSecretPath(path, home) || NOT_TO_BE_SENT.some((rule) => rule.test(foldPath(path)))
}

/** No file system allows longer names, so the rules need not be fast on them. */
const LONGEST_PATH = 4096
const LONGEST_NAME = 255

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).slice(-LONGEST_NAME)
const isHarmless = (name: string): boolean => HARMLESS.some((rule) => rule.test(name))
const isOrBelow = (path: string, directory: string): boolean => path === directory || path.startsWith(`${directory}/`)

function isBelow(path: string, at: string, except: RegExp | undefined): boolean {
  const start = `${path}/`.indexOf(`/${at}/`)
  if (start === -1) return false
  const rest = path.slice(start + at.length + 2)
  return except === undefined || rest === '' || !except.test(rest)
}

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
