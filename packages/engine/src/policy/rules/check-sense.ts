import { EVENT_WORDS } from '../../event-words.ts'
import type { EventKind } from '../../event.ts'
import { closest } from '../../lib/names.ts'
import { quote, unknownName } from '../../lib/wording.ts'
import type { Path, Tell } from './check-values.ts'
import { DEFAULT_EVENT, KINDS_FOR, KINDS_OF, TOOL_KINDS, wordOf, type Conditions, type Rule } from './rule.ts'
import { kindsOf } from './tools.ts'
import { PLACEHOLDERS } from './words.ts'

/** What is well-formed and still cannot be meant: conditions that never hold, answers that nobody heeds. */
export function checkSense(rule: Rule, path: Path, tell: Tell): void {
  const events = rule.when.event ?? [DEFAULT_EVENT]
  checkConditions(rule.when, [...path, 'when'], events, tell)
  for (const [index, conditions] of (rule.unless ?? []).entries()) {
    // One mapping is given back as a list of one.
    checkConditions(conditions, [...path, 'unless', index], conditions.event ?? events, tell)
  }
  checkAction(rule, path, events, tell)
  checkMessage(rule, path, tell)
  const { from = '00:00', to = '24:00' } = rule.between ?? {}
  if (from === to) tell([...path, 'between'], `\`from\` and \`to\` are both ${quote(from)}, which is no time at all.`)
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

function checkConditions(conditions: Conditions, path: Path, events: readonly string[], tell: Tell): void {
  for (const key of Object.keys(conditions) as (keyof Conditions)[]) {
    const event = misfit(KINDS_OF[key], events)
    if (event === undefined) continue
    tell([...path, key], `\`${key}\` can never hold at ${event}; it can at ${wordsFor(KINDS_OF[key])}.`, 'key')
  }
  for (const key of ['writes', 'deletes', 'reads', 'touches'] as const)
    checkGlobs(conditions[key], [...path, key], tell)
  checkNames(conditions, path, tell)
  const isAboutTools = events.every((word) => KINDS_OF.tool?.some((kind) => kind === kindOf(word)))
  if (isAboutTools && kindsOf(conditions).length === 0) {
    tell(path, 'These conditions can never hold together: no tool does all of that.')
  }
}

function checkGlobs(globs: readonly string[] | undefined, path: Path, tell: Tell): void {
  if (globs === undefined) return
  if (globs.every((glob) => glob.startsWith('!')))
    tell(path, 'Every pattern takes something back, and there is nothing yet.')
  const outside = globs.find((glob) => glob.replace(/^!/, '').split('/').includes('..'))
  if (outside !== undefined) {
    tell(path, `${quote(outside)} leads out of the project; name such a place from \`/\` or \`~/\`.`)
  }
}

function checkNames({ tool = [], runs = [], git = [], fetches = [] }: Conditions, path: Path, tell: Tell): void {
  for (const name of tool) {
    const kind = (TOOL_KINDS as readonly string[]).includes(name) ? undefined : closest(name, TOOL_KINDS)
    if (kind !== undefined && /^[a-z]+$/.test(name))
      tell([...path, 'tool'], unknownName('kind of tool', name, TOOL_KINDS))
  }
  if (runs.some((text) => text.trim() === '')) tell([...path, 'runs'], 'An empty text names no program.')
  const phrase = git.find((text) => /\s/.test(text.trim()))
  if (phrase !== undefined) {
    tell(
      [...path, 'git'],
      `${quote(phrase)} is more than one word; \`runs: "git ${phrase.replace(/^git\s+/, '')}"\` takes several.`,
    )
  }
  const address = fetches.find((text) => /[/\s:]/.test(text))
  if (address !== undefined)
    tell([...path, 'fetches'], `${quote(address)} is no name of a machine; write it like \`api.example.com\`.`)
}

const INSTEAD: Readonly<Record<string, string>> = {
  deny: ' Use `block` there.',
  block: ' Use `deny` there.',
  feedback: ' Use `warn` or `context` there.',
}

function checkAction({ then, escalate, limit }: Rule, path: Path, events: readonly string[], tell: Tell): void {
  const word = wordOf(then)
  const told = (answer: string, at: Path): void => {
    const event = misfit(KINDS_FOR[answer], events)
    if (event === undefined) return
    const other = answer === 'deny' ? 'block' : 'deny'
    const isHelpful = !['deny', 'block'].includes(answer) || misfit(KINDS_FOR[other], [event]) === undefined
    tell(
      at,
      `\`${answer}\` is not possible at ${event}; it is at ${wordsFor(KINDS_FOR[answer])}.${isHelpful ? (INSTEAD[answer] ?? '') : ''}`,
    )
  }
  told(word, [...path, 'then'])
  if (escalate !== undefined) {
    if (escalate.to === then)
      tell([...path, 'escalate', 'to'], `It is \`${escalate.to}\` from the beginning; there is nothing to escalate to.`)
    else told(escalate.to, [...path, 'escalate', 'to'])
  }
  if (limit !== undefined && word === 'allow') {
    tell(
      [...path, 'limit'],
      'A limit says when a rule begins to speak; calls above a limit cannot be meant to be approved.',
      'key',
    )
  }
}

function checkMessage({ message, then }: Rule, path: Path, tell: Tell): void {
  if (message !== undefined && wordOf(then) === 'context') {
    tell([...path, 'message'], 'A rule with `context` says that text; it has no other message.', 'key')
  }
  const parts =
    typeof message === 'object' ? Object.entries(message) : message === undefined ? [] : [['', message] as const]
  for (const [part, text] of parts) {
    for (const [whole, name = ''] of text.matchAll(/\{([a-z]+)\}/g)) {
      const meant = PLACEHOLDERS.includes(name) ? undefined : closest(name, PLACEHOLDERS)
      const at = part === '' ? [...path, 'message'] : [...path, 'message', part]
      if (meant !== undefined) tell(at, `there is no ${quote(whole)}; did you mean \`{${meant}}\`?`)
    }
  }
}
