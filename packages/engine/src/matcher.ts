/** Only names and separators: a list of exact names. Anything else is a regular expression, not anchored. */
const NAME_LIST = /^[A-Za-z0-9_\-\s,|]+$/

export const isNameList = (matcher: string): boolean => NAME_LIST.test(matcher)

/** Written in front of a matcher to switch it off and keep its text. */
const DISABLED = 'DISABLED_'

export const isDisabledMatcher = (matcher: string | undefined): boolean => matcher?.startsWith(DISABLED) === true

/** An event without subjects ignores its matcher, unless that is disabled. */
export function matches(matcher: string | undefined, subjects: readonly string[] | undefined): boolean {
  if (isDisabledMatcher(matcher)) return false
  if (matcher === undefined || isEverything(matcher) || subjects === undefined) return true
  const test = testOf(matcher)
  return subjects.some(test)
}

const isEverything = (matcher: string | undefined): boolean =>
  matcher === undefined || matcher === '' || matcher === '*'

/** Whether all that `inner` matches is matched by `outer` as well, decided without trying values. */
export function coversMatcher(outer: string | undefined, inner: string | undefined): boolean {
  if (isEverything(outer) || outer === inner) return true
  if (outer === undefined || inner === undefined || isEverything(inner)) return false
  if (isDisabledMatcher(outer)) return false
  if (isDisabledMatcher(inner)) return true
  if (!isNameList(outer) || !isNameList(inner)) return false
  const names = namesIn(outer)
  return namesIn(inner).every((name) => names.includes(name))
}

/** Why a matcher can never match, or undefined when it is fine. */
export function matcherProblem(matcher: string): string | undefined {
  if (matcher === '*' || isDisabledMatcher(matcher) || NAME_LIST.test(matcher)) return undefined
  try {
    void new RegExp(matcher)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'not a regular expression'
  }
}

function testOf(matcher: string): (subject: string) => boolean {
  if (NAME_LIST.test(matcher)) {
    const names = namesIn(matcher)
    return (subject) => names.includes(subject)
  }
  try {
    const pattern = new RegExp(matcher)
    return (subject) => pattern.test(subject)
  } catch {
    return () => false
  }
}

const namesIn = (list: string): readonly string[] =>
  list
    .split(/[,|]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
