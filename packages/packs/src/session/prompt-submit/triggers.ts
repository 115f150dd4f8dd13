/** What the words of a prompt suggest. Advice only: a wrong guess costs one line. */

const PLAN = /\b(?:plan|plans|planned|implement\w*|phases?|master.?plan|status|progress|demo)\b/i
const HISTORY = /\b(?:merge\w*|commit\w*|push\w*|PR|pull.?requests?)\b/i
const DEFERRED =
  /\b(?:later|defer\w*|backlog|eventually|someday|remind me|come back to|park (?:this|that|it))\b|\bfuture (?:todo|task|idea)s?\b|\bnote (?:for|to) (?:later|self)\b/i
const BROAD = /\b(?:everything|all of|entire|comprehensive|complete overhaul)\b/i
const VERBS = /\b(?:implement|add|create|build|fix|update|refactor|migrate|convert|rewrite)\b/gi
const STEP = /^[ \t]*(?:\d{1,3}[.)]|[-*+])[ \t]+\S/gm
const CLAIMING = /\b(?:work(?:ing)? on|fix(?:es|ing)?|implement(?:s|ing)?|tackle|start|handle|address|resolve|close)\b/i

export const asksForPlan = (prompt: string): boolean => PLAN.test(prompt)
export const asksForHistory = (prompt: string): boolean => HISTORY.test(prompt)
export const defersWork = (prompt: string): boolean => DEFERRED.test(prompt)

interface LargeTask {
  readonly steps: number
  readonly words: number
  readonly verbs: number
}

/** Why a prompt holds many tasks; empty when it does not. */
export function largeReasons(prompt: string, limit: LargeTask): readonly string[] {
  const steps = prompt.match(STEP)?.length ?? 0
  const words = prompt.split(/\s+/).filter((word) => word !== '').length
  const verbs = new Set((prompt.match(VERBS) ?? []).map((verb) => verb.toLowerCase())).size
  return [
    ...(steps >= limit.steps ? [`${steps} steps`] : []),
    ...(words > limit.words && verbs > limit.verbs ? [`${verbs} kinds of work in ${words} words`] : []),
    ...(BROAD.test(prompt) && verbs > 0 ? ['a very broad scope'] : []),
  ]
}

const MAX_ISSUES = 10

/** `fix #42 and #43`: every number after such a word, on the same line. */
export function claimedIssues(prompt: string): readonly number[] {
  const numbers = prompt.split('\n').flatMap((line) => {
    const at = line.search(CLAIMING)
    return at === -1 ? [] : [...line.slice(at).matchAll(/(?<![\w#&])#(\d{1,7})\b/g)].map(([, digits]) => Number(digits))
  })
  return [...new Set(numbers)].slice(0, MAX_ISSUES)
}

const MAX_NAMES = 10

/** Words that look like the path of a file. */
export function namedFiles(prompt: string): readonly string[] {
  const words = prompt.match(/[\w@.~/+-]{1,300}\.[A-Za-z]{1,5}\b/g) ?? []
  return [...new Set(words.map((word) => word.replace(/^@/, '')))].slice(0, MAX_NAMES)
}
