import { EVENT_WORDS } from '../../event-words.ts'
import type { EventKind } from '../../event.ts'
import { closest } from '../../lib/names.ts'
import { quote, unknownName } from '../../lib/wording.ts'
import type { Path, TrackedReport } from './check-values.ts'
import { DEFAULT_EVENT, KINDS_FOR, KINDS_OF, TOOL_KINDS, wordOf, type Conditions, type Rule } from './rule.ts'
import { kindsOf } from './tools.ts'
import { PLACEHOLDERS } from './words.ts'

/** Well-formed and still a mistake: conditions that never hold, answers that the host ignores. */
export function checkSense(rule: Rule, path: Path, report: TrackedReport): void {
  const events = rule.when.event ?? [DEFAULT_EVENT]
  checkConditions(rule.when, [...path, 'when'], events, report)
  for (const [index, conditions] of (rule.unless ?? []).entries()) {
    // One mapping is returned as a list of one.
    checkConditions(conditions, [...path, 'unless', index], conditions.event ?? events, report)
  }
  checkAction(rule, path, events, report)
  if (rule.overrules !== undefined && rule.then !== 'allow')
    report([...path, 'overrules'], '`overrules` lifts objections, so it needs `then: allow`.', 'key')
  checkMessage(rule, path, report)
  const { from = '00:00', to = '24:00' } = rule.between ?? {}
  if (from === to) report([...path, 'between'], `\`from\` and \`to\` are both ${quote(from)}, which is no time at all.`)
}

const kindOf = (word: string): EventKind | undefined => EVENT_WORDS[word]

function misfit(kinds: readonly EventKind[] | undefined, events: readonly string[]): string | undefined {
  return kinds && events.find((word) => !kinds.some((kind) => kind === kindOf(word)))
}

/** `PreToolUse, PermissionRequest`. */
const wordsFor = (kinds: readonly EventKind[] = []): string =>
  Object.keys(EVENT_WORDS)
    .filter((word) => kinds.some((kind) => kind === kindOf(word)))
    .join(', ')

function checkConditions(conditions: Conditions, path: Path, events: readonly string[], report: TrackedReport): void {
  for (const key of Object.keys(conditions) as (keyof Conditions)[]) {
    const event = misfit(KINDS_OF[key], events)
    if (event === undefined) continue
    report([...path, key], `\`${key}\` can never hold at ${event}; it can at ${wordsFor(KINDS_OF[key])}.`, 'key')
  }
  for (const key of ['writes', 'deletes', 'reads', 'touches'] as const)
    checkGlobs(conditions[key], [...path, key], report)
  checkNames(conditions, path, report)
  const isAboutTools = events.every((word) => KINDS_OF.tool?.some((kind) => kind === kindOf(word)))
  if (isAboutTools && kindsOf(conditions).length === 0) {
    report(path, 'These conditions can never hold together: no tool does all of that.')
  }
}

function checkGlobs(globs: readonly string[] | undefined, path: Path, report: TrackedReport): void {
  if (globs === undefined) return
  if (globs.every((glob) => glob.startsWith('!')))
    report(path, 'Every pattern takes something back, and there is nothing yet.')
  const outside = globs.find((glob) => glob.replace(/^!/, '').split('/').includes('..'))
  if (outside !== undefined) {
    report(path, `${quote(outside)} leads out of the project; name such a place from \`/\` or \`~/\`.`)
  }
}

function checkNames(
  { tool = [], runs = [], git = [], fetches = [] }: Conditions,
  path: Path,
  report: TrackedReport,
): void {
  for (const name of tool) {
    const kind = (TOOL_KINDS as readonly string[]).includes(name) ? undefined : closest(name, TOOL_KINDS)
    if (kind !== undefined && /^[a-z]+$/.test(name))
      report([...path, 'tool'], unknownName('kind of tool', name, TOOL_KINDS))
  }
  if (runs.some((text) => text.trim() === '')) report([...path, 'runs'], 'An empty text names no program.')
  const phrase = git.find((text) => /\s/.test(text.trim()))
  if (phrase !== undefined) {
    report(
      [...path, 'git'],
      `${quote(phrase)} is more than one word; \`runs: "git ${phrase.replace(/^git\s+/, '')}"\` takes several.`,
    )
  }
  const address = fetches.find((text) => /[/\s:]/.test(text))
  if (address !== undefined)
    report([...path, 'fetches'], `${quote(address)} is no name of a machine; write it like \`api.example.com\`.`)
}

const INSTEAD: Readonly<Record<string, string>> = {
  deny: ' Use `block` there.',
  block: ' Use `deny` there.',
  feedback: ' Use `warn` or `context` there.',
}

function checkAction(
  { then, escalate, limit }: Rule,
  path: Path,
  events: readonly string[],
  report: TrackedReport,
): void {
  const word = wordOf(then)
  const checkAnswer = (answer: string, at: Path): void => {
    const event = misfit(KINDS_FOR[answer], events)
    if (event === undefined) return
    const other = answer === 'deny' ? 'block' : 'deny'
    const isHelpful = !['deny', 'block'].includes(answer) || misfit(KINDS_FOR[other], [event]) === undefined
    report(
      at,
      `\`${answer}\` is not possible at ${event}; it is at ${wordsFor(KINDS_FOR[answer])}.${isHelpful ? (INSTEAD[answer] ?? '') : ''}`,
    )
  }
  checkAnswer(word, [...path, 'then'])
  if (escalate !== undefined) {
    if (escalate.to === then)
      report(
        [...path, 'escalate', 'to'],
        `It is \`${escalate.to}\` from the beginning; there is nothing to escalate to.`,
      )
    else checkAnswer(escalate.to, [...path, 'escalate', 'to'])
  }
  if (limit !== undefined && word === 'allow') {
    report(
      [...path, 'limit'],
      'A limit says when a rule begins to speak; calls above a limit cannot be meant to be approved.',
      'key',
    )
  }
}

function checkMessage({ message, then }: Rule, path: Path, report: TrackedReport): void {
  if (message !== undefined && wordOf(then) === 'context') {
    report([...path, 'message'], 'A rule with `context` says that text; it has no other message.', 'key')
  }
  const parts =
    typeof message === 'object' ? Object.entries(message) : message === undefined ? [] : [['', message] as const]
  for (const [part, text] of parts) {
    for (const [whole, name = ''] of text.matchAll(/\{([a-z]+)\}/g)) {
      const meant = PLACEHOLDERS.includes(name) ? undefined : closest(name, PLACEHOLDERS)
      const at = part === '' ? [...path, 'message'] : [...path, 'message', part]
      if (meant !== undefined) report(at, `there is no ${quote(whole)}; did you mean \`{${meant}}\`?`)
    }
  }
}
