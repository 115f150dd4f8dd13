/** Only names and separators: a list of exact names. Anything else is a regular expression, not anchored. */
const NAME_LIST = /^[A-Za-z0-9_\-\s,|]+$/

export const isNameList = (matcher: string): boolean => NAME_LIST.test(matcher)

/** Written in front of a matcher to switch it off and keep its text. */
const DISABLED = 'DISABLED_'

export const isDisabledMatcher = (matcher: string | undefined): boolean => matcher?.startsWith(DISABLED) === true

/** An event without subjects ignores its matcher, unless that is disabled. */
export function matches(matcher: string | undefined, subjects: readonly string[] | undefined): boolean {
  if (isDisabledMatcher(matcher)) return false
  if (matcher === undefined || matcher === '' || matcher === '*' || subjects === undefined) return true
  const test = testOf(matcher)
  return subjects.some(test)
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
    const names = matcher
      .split(/[,|]/)
      .map((name) => name.trim())
      .filter((name) => name !== '')
    return (subject) => names.includes(subject)
  }
  try {
    const pattern = new RegExp(matcher)
    return (subject) => pattern.test(subject)
  } catch {
    return () => false
  }
}
