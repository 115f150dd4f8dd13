import { isWithin, mayBe, ANY, ONE, UNKNOWN } from '@holdpoint/shell'
import { type ToolBefore, globListMatcher, type Services, attempt } from '@holdpoint/engine'
import { isPrivatePath, isSecretPath } from '../secrets.ts'

export interface Options {
  readonly paths: readonly string[]
  readonly allow: readonly string[]
}

/** Which paths are secret here: by name, by the user's own lists, and by the files on disk. */
export interface Secrets {
  readonly home: string | undefined
  readonly root: string
  exists(path: string): boolean
  /** The secret that a path with patterns may turn out to be, if any. */
  find(path: string): string | undefined
  /** The same for a name that a listing printed, of which only a part is known. */
  findListed(path: string): string | undefined
  /** A secret that such a name may turn out to be, whether or not it is there. */
  findLikely(path: string): string | undefined
  /** The secret in what is sent: the path itself, or one below it. */
  findSent(path: string): string | undefined
}

const MAX_NAMES = 2000
const MAX_DIRECTORIES = 50
const GLOB = new RegExp(`[${ANY}${ONE}]`)

export function secretsOf(event: ToolBefore, options: Options, { env, files }: Services): Secrets {
  const home = env('HOME')
  const { root } = event
  const isMore = globListMatcher(
    options.paths.map((glob) => absoluteGlob(glob, root, home)),
    { ignoreCase: true },
  )
  const isAllowed = globListMatcher(
    options.allow.map((glob) => absoluteGlob(glob, root, home)),
    { ignoreCase: true },
  )
  const list = (directory: string): readonly string[] =>
    attempt(() =>
      files
        .list(directory)
        .slice(0, MAX_NAMES)
        .map((name) => `${directory}/${name}`),
    ) ?? []
  const listings = new Map<string, readonly string[]>()
  /** Cached: a command may name a thousand patterns in one directory. */
  const secretsIn = (directory: string): readonly string[] => {
    const found = listings.get(directory) ?? list(directory).filter(is)
    listings.set(directory, found)
    return found
  }
  const holdsNone = (path: string): boolean => {
    const telling = TELLING.find(({ name }) => name.test(path))
    const text = telling && attempt(() => files.read(path, { maxBytes: 1 << 16 }))
    return telling !== undefined && text !== undefined && !telling.secret.test(text)
  }

  const is = (path: string): boolean => {
    if (isAllowed(path)) return false
    if (isMore(path)) return true
    return isSecretPath(path, home) && !(isTellingHere(path, home) && holdsNone(path))
  }

  const find = (path: string): string | undefined => {
    if (is(path)) return path
    const cut = path.lastIndexOf('/')
    const directory = path.slice(0, cut)
    // `cat *` and `head conf/*.json`: the names on disk decide.
    if (!GLOB.test(path.slice(cut)) || GLOB.test(directory) || path.includes(UNKNOWN)) return undefined
    return secretsIn(directory).find((real) => mayBe(path, real))
  }

  /** What a listing names, where two letters of it are known: the names on disk decide, as for a pattern. */
  const findListed = (path: string): string | undefined => {
    const cut = path.lastIndexOf('/')
    const [directory, name] = [path.slice(0, cut), path.slice(cut + 1)]
    const isOpen = name.includes(UNKNOWN) && name.replace(/[^a-z0-9]/gi, '').length >= 2
    if (!isOpen || GLOB.test(directory) || directory.includes(UNKNOWN)) return undefined
    return secretsIn(directory).find((real) => mayBe(path, real))
  }

  /** What a listing may name as well: a well-known name of which most is known. */
  const findLikely = (path: string): string | undefined => {
    const cut = path.lastIndexOf('/')
    const [directory, name] = [path.slice(0, cut), path.slice(cut + 1)]
    // Everything below a home, hidden directories included.
    if (
      name === UNKNOWN &&
      path !== UNKNOWN &&
      home !== undefined &&
      isWithin(home, directory === '' ? '/' : directory)
    )
      return `${home}/.ssh`
    const letters = lettersOf(name)
    if (!MARKED.test(name) || letters < 3) return undefined
    const likely = TYPICAL.find((each) => letters * 2 >= lettersOf(each) && mayBe(`/${name}`, `/${each}`))
    return likely === undefined || isAllowed(`${directory}/${likely}`) ? undefined : `${directory}/${likely}`
  }

  return {
    home,
    root,
    exists: (path) => files.stat(path) !== undefined,
    find,
    findListed,
    findLikely,
    findSent: (path) => find(path) ?? (isPrivatePath(path, home) && !isAllowed(path) ? path : below(path, is, list)),
  }
}

/** Names that a search for `env` or `secret` is likely to find. */
const TYPICAL = [
  '.env',
  '.netrc',
  '.npmrc',
  '.git-credentials',
  'id_rsa',
  'id_ed25519',
  'credentials.json',
  'secrets.yml',
  'secrets.json',
  'secret.txt',
  'server.key',
]

const MARKED = new RegExp(`[${UNKNOWN}${ANY}]`)
const lettersOf = (name: string): number => name.replace(/[^a-z0-9]/gi, '').length

/** For these the content decides whether they hold a secret. */
const TELLING = [
  { name: /\.npmrc$/i, secret: /_auth|_password/i },
  { name: /\.pem$/i, secret: /PRIVATE KEY/ },
]

/** `~/.npmrc` is secret without reading it. */
const isTellingHere = (path: string, home: string | undefined): boolean =>
  TELLING.some(({ name }) => name.test(path)) && path !== `${home}/.npmrc`

/** The first secret in a directory, at most two levels down, within MAX_DIRECTORIES directories. */
function below(
  path: string,
  is: (path: string) => boolean,
  list: (directory: string) => readonly string[],
): string | undefined {
  let visited = 0
  const search = (directory: string, depth: number): string | undefined => {
    if (++visited > MAX_DIRECTORIES) return undefined
    const paths = list(directory)
    const found = paths.find(is)
    if (found !== undefined || depth === 0) return found
    for (const inner of paths) {
      if (/\/(node_modules|\.git)$/.test(inner)) continue
      const deeper = search(inner, depth - 1)
      if (deeper !== undefined) return deeper
    }
    return undefined
  }
  return search(path, 1)
}

/** A name without a slash matches in every directory. */
function absoluteGlob(given: string, root: string, home: string | undefined): string {
  const isNegated = given.startsWith('!')
  const glob = isNegated ? given.slice(1) : given
  const absolute = glob.startsWith('/')
    ? glob
    : glob.startsWith('~/')
      ? `${home ?? '/nonexistent'}${glob.slice(1)}`
      : glob.replace(/\/\*\*$/, '').includes('/')
        ? `${root}/${glob.replace(/^\.\//, '')}`
        : `**/${glob}`
  return isNegated ? `!${absolute}` : absolute
}
