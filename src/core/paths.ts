import { ANY, ONE, UNKNOWN } from './effects.ts'

/** Absolute and without `.`, `..` and doubled slashes; nothing is looked up on disk. Unknown parts stay where they are. */
export function absolutePath(path: string, base: string): string {
  const whole = path.startsWith('/') || path.startsWith(UNKNOWN) ? path : `${base}/${path}`
  const parts: string[] = []
  for (const part of whole.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    // One step up from something unknown may lead anywhere, but not nowhere.
    else if (parts.at(-1)?.includes(UNKNOWN) !== true) parts.pop()
  }
  const joined = parts.join('/')
  return joined.startsWith(UNKNOWN) ? joined : `/${joined}`
}

/** Whether `path` is `directory` or lies below it; on directory boundaries. */
export const isWithin = (path: string, directory: string): boolean =>
  path === directory || path.startsWith(directory === '/' ? '/' : `${directory}/`)

/** Whether a path with unknown parts or patterns may turn out to be exactly `target`. */
export function mayBe(path: string, target: string): boolean {
  if (path === target) return true
  return MARK.test(path) && patternOf(path).test(target)
}

/** Whether a path with unknown parts or patterns may turn out to be `directory` or something below it. */
export function mayBeWithin(path: string, directory: string): boolean {
  if (isWithin(path, directory)) return true
  if (!MARK.test(path)) return false
  if (path.includes(UNKNOWN)) return patternOf(path).test(directory) || startsAlike(path, directory)
  // A pattern keeps to its level: compare as many levels as the directory has.
  const head = path.split('/').slice(0, directory.split('/').length).join('/')
  return patternOf(head).test(directory)
}

const MARK = new RegExp(`[${UNKNOWN}${ANY}${ONE}]`)

/** What stands before the first unknown part decides what can be told. */
function startsAlike(path: string, directory: string): boolean {
  const known = path.slice(0, path.search(MARK))
  return known.startsWith(`${directory}/`) || directory.startsWith(known)
}

function patternOf(path: string): RegExp {
  const source = path
    .replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(UNKNOWN, '[^]*')
    // An unquoted pattern does not match a leading dot.
    .replaceAll(`/${ANY}`, String.raw`/(?!\.)[^/]*`)
    .replaceAll(ANY, '[^/]*')
    .replaceAll(ONE, '[^/]')
  return new RegExp(`^${source}$`)
}
