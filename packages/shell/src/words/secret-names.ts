/** Variables whose names say that their values are secret, by shape: `GITHUB_TOKEN`, `DB_PASSWORD`, `STRIPE_KEY`. */
export function isSecretVariable(name: string): boolean {
  if (!/^[A-Z][A-Z0-9_]*$/.test(name) || name.length > MAX_NAME) return false
  const plain = name.replace(FOR_WHAT, '')
  return SECRET.test(plain) && !NO_SECRET.test(plain)
}

const MAX_NAME = 200

/** The environment or the form it is kept in: `API_KEY_PROD`, `PRIVATE_KEY_BASE64`, `SECRET_KEY_BASE`. */
const FOR_WHAT =
  /(?:_(?:PROD|PRODUCTION|DEV|DEVELOPMENT|STAGING|STAGE|TEST|LIVE|BASE|BASE64|B64|RAW|VALUE|JSON|OLD|NEW|\d+))+$/

const SECRET =
  /(?:^|_)(?:\w*TOKEN|\w*SECRET|\w*PASSWORD|PASSWD|\w*PASSPHRASE|CREDENTIALS?|CREDS|API_?KEY)$|_(?:KEY|PASS|PWD|PAT)$|^SSHPASS$/

/** Keys of data and of tables, public halves, places in a list, names of files. */
const NO_SECRET =
  /(?:^|_)(?:PUBLIC|PUB|PUBLISHABLE|PRIMARY|FOREIGN|SORT|PARTITION|CACHE|INDEX|UNIQUE|HASH|RANGE|GROUP|ROUTING|QUERY|OBJECT|STORAGE|LOOKUP|MAP|ITEM|ISSUE|PROJECT|REGISTRY|HOT|ARROW|SHARD|IDEMPOTENCY|I18N|LOCALE)_KEY$|(?:^|_)(?:NEXT|PAGE|CONTINUATION|SYNC|MAX|EOS|BOS|PAD|UNK|STOP|START)_?TOKEN$|APPLICATION_CREDENTIALS$|(?:^|_)(?:BY|LOW|HIGH|MULTI|FIRST|SECOND)_?PASS$/
