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

/** Whether `path` is `directory` or below it; on directory boundaries. */
export const isWithin = (path: string, directory: string): boolean =>
  path === directory || path.startsWith(directory === '/' ? '/' : `${directory}/`)

/** Whether a path with unknown parts or patterns may turn out to be exactly `target`. */
export function mayBe(path: string, target: string): boolean {
  return path === target || (MARK.test(path) && fits(path, target))
}

/** Whether a path with unknown parts or patterns may turn out to be `directory` or something below it. */
export function mayBeWithin(path: string, directory: string): boolean {
  if (isWithin(path, directory)) return true
  if (!MARK.test(path)) return false
  if (path.includes(UNKNOWN)) return fits(path, directory) || startsAlike(path, directory)
  // A pattern keeps to its level: compare as many levels as the directory has.
  const head = path.split('/').slice(0, directory.split('/').length).join('/')
  return fits(head, directory)
}

const MARK = new RegExp(`[${UNKNOWN}${ANY}${ONE}]`)

/** Compares only the text before the first unknown part. */
function startsAlike(path: string, directory: string): boolean {
  const known = path.slice(0, path.search(MARK))
  return known.startsWith(`${directory}/`) || directory.startsWith(known)
}

/**
 * Whether the marks in `pattern` can match what is in `target`. All positions in the pattern that may have been reached
 * are followed at once, so that no row of marks takes longer than another.
 */
function fits(pattern: string, target: string): boolean {
  // Most differ in the text before the first mark.
  const first = pattern.search(MARK)
  if (first > 0 && !target.startsWith(pattern.slice(0, first))) return false
  const steps = Array.from(pattern.slice(0, MAX_PATTERN))
  let places = new Set([0])
  const open = (place: number): void => {
    for (let at = place; places.add(at) && (steps[at] === UNKNOWN || steps[at] === ANY); at++);
  }
  open(0)
  let previous = '/'
  for (const char of target) {
    const before = places
    places = new Set()
    for (const place of before) {
      const step = steps[place]
      if (step === UNKNOWN) open(place)
      // An unquoted pattern does not match a leading dot.
      else if (step === ANY && char !== '/' && !(char === '.' && previous === '/' && steps[place - 1] === '/'))
        open(place)
      else if (step === ONE ? char !== '/' : step === char) open(place + 1)
    }
    if (places.size === 0) return false
    previous = char
  }
  return places.has(steps.length)
}

/** No file system has longer paths. */
const MAX_PATTERN = 4096
