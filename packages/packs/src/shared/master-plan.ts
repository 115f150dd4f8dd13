import { categoryOf, idsIn, isDecision } from './plan-ids.ts'
import { hasWords, linesBelow, planLines, sectionsOf, type Heading, type PlanLine, type Section } from './plan-lines.ts'

/** MASTER_PLAN.md, read in one place: what the packs, the command line and the documents mean by a plan. */

export const PLAN_FILE = 'MASTER_PLAN.md'

export const PHASE_STATUSES = ['planned', 'in-progress', 'completed'] as const
export type PhaseStatus = (typeof PHASE_STATUSES)[number]

export interface Phase {
  /** The whole heading: `Phase 2: Log in`. */
  readonly title: string
  readonly line: number
  readonly status: PhaseStatus | undefined
  /** The value found instead, with its line; absent when there is none. */
  readonly statusText?: string
  readonly statusLine?: number
  /** Undefined when there is no such heading. */
  readonly decisionLog: { readonly line: number; readonly isEmpty: boolean } | undefined
  readonly decisions: readonly string[]
  readonly requirements: readonly string[]
}

/** Something the plan names by an id, well formed or not. */
export interface Named {
  readonly id: string
  readonly line: number
}

export interface Decision extends Named {
  /** Deprecated or superseded: it no longer has to be built. */
  readonly retired: boolean
}

interface Requirement extends Named {
  /** `P0`, `GOAL`, `NOGO`, … */
  readonly category: string
  /** Whether a decision that holds says `Addresses:` and this id. */
  readonly addressed: boolean
}

export interface MasterPlan {
  readonly title: string | undefined
  readonly headings: readonly Heading[]
  /** The heading of the user's original request, when the section is not empty. */
  readonly intent: Heading | undefined
  readonly phases: readonly Phase[]
  /** Whether it names issues, or tasks to be done. */
  readonly hasTasks: boolean
  /** Each id once, at its first line. */
  readonly decisions: readonly Decision[]
  readonly requirements: readonly Requirement[]
  /** Ids of neither form, such as `DEC-AUTH-1`. */
  readonly malformed: readonly Named[]
  /** Every well-formed DEC id in the file, also in examples and comments. */
  readonly mentioned: readonly string[]
}

/** Parts that only some callers need are computed on first access. */
export function parsePlan(text: string): MasterPlan {
  const lines = planLines(text)
  const sections = sectionsOf(lines)
  const retired = retiredDecisions(lines)
  const addressed = addressedRequirements(lines, retired)
  const ids = lines.flatMap(({ text: words, number }) => idsIn(words).map((id) => ({ id, line: number })))
  const once = firstOfEach(ids)
  return {
    title: sections.find(({ level }) => level === 1)?.text,
    headings: sections,
    get intent() {
      return sections.find((section) => INTENT.test(section.text) && hasWords(linesBelow(section, lines)))
    },
    phases: phasesIn(sections, lines),
    get hasTasks() {
      return lines.some(({ text: words }) => TASK.test(words))
    },
    decisions: once.filter(({ id }) => isDecision(id)).map((named) => ({ ...named, retired: retired.has(named.id) })),
    requirements: once.flatMap((named) => {
      const category = categoryOf(named.id)
      return category === undefined ? [] : [{ ...named, category, addressed: addressed.has(named.id) }]
    }),
    malformed: once.filter(({ id }) => !isDecision(id) && categoryOf(id) === undefined),
    mentioned: [...new Set(lines.flatMap(({ raw }) => decisionIds(raw)))],
  }
}

const TASK = /^\s*[-*+] \[[ xX]\]|(?:^|[^\w&#])#\d{1,7}\b|\b(?:issues?|tasks?)\b/i
const INTENT = /\b(?:intent|vision)\b|\boriginal (?:request|prompt)\b|\buser(?:['’]s)? request\b/i

/** Well-formed ids of decisions, in the order of the text. */
export const decisionIds = (text: string): readonly string[] => idsIn(text).filter(isDecision)

function firstOfEach(ids: readonly Named[]): readonly Named[] {
  const seen = new Set<string>()
  return ids.filter(({ id }) => !seen.has(id) && seen.add(id))
}

const DECISION_LOG = /\bdecision log\b/i

/** A cheap check before the regex, which few headings need. */
const isDecisionLog = (text: string): boolean => text.toLowerCase().includes('decision log') && DECISION_LOG.test(text)

/** `## Phase 2: Log in` */
function isPhase({ level, text }: Section): boolean {
  if (level !== 2 || text.slice(0, PHASE.length).toLowerCase() !== PHASE) return false
  const behind = text.slice(PHASE.length)
  const number = behind.trimStart()
  return number.length < behind.length && number.charAt(0) >= '0' && number.charAt(0) <= '9'
}

const PHASE = 'phase'

function phasesIn(sections: readonly Section[], lines: readonly PlanLine[]): readonly Phase[] {
  return sections.flatMap((section, index) => {
    if (!isPhase(section)) return []
    const inside: Section[] = []
    for (let at = index + 1; (sections[at]?.line ?? section.end) < section.end; at++)
      inside.push(sections[at] as Section)
    return [phaseOf(section, inside, lines)]
  })
}

function phaseOf(section: Section, inside: readonly Section[], lines: readonly PlanLine[]): Phase {
  const own = linesBelow(section, lines)
  const log = inside.find(({ text }) => isDecisionLog(text))
  const { stated, status } = statusOf(own, inside[0]?.line ?? section.end)
  const ids = [...new Set([section.text, ...own.map(({ text }) => text)].flatMap(idsIn))]
  return {
    title: section.text,
    line: section.line,
    status,
    ...(stated !== undefined && { statusText: wordOf(stated), statusLine: stated.number }),
    decisionLog: log && { line: log.line, isEmpty: !hasWords(linesBelow(log, lines)) },
    decisions: ids.filter(isDecision),
    requirements: ids.filter((id) => categoryOf(id) !== undefined),
  }
}

/** The status of the phase itself, not of a section below it. */
function statusOf(
  own: readonly PlanLine[],
  firstInside: number,
): { stated: PlanLine | undefined; status: PhaseStatus | undefined } {
  const all = own.filter(({ text }) => statusOn(text) !== undefined)
  const direct = all.find(({ number }) => number < firstInside)
  const stated = direct ?? all.find((line) => phaseStatus(wordOf(line)) !== undefined) ?? all[0]
  return { stated, status: stated && phaseStatus(wordOf(stated)) }
}

/** The value of a line such as `- **Status:** planned`, unchanged. */
function statusOn(text: string): string | undefined {
  const at = text.toLowerCase().indexOf(STATUS)
  if (at === -1 || afterMarks(text, 0, '>*+-') !== at) return undefined
  const colon = afterMarks(text, at + STATUS.length, '*')
  return text[colon] === ':' ? text.slice(afterMarks(text, colon + 1, '*')) : undefined
}

const STATUS = 'status'

/** The index after the marks and the space among them. */
function afterMarks(text: string, from: number, marks: string): number {
  let at = from
  while (at < text.length && (marks.includes(text.charAt(at)) || text.charAt(at).trim() === '')) at++
  return at
}

const wordOf = ({ text }: PlanLine): string =>
  (statusOn(text) ?? '').replaceAll('*', '').replaceAll('_', '').replaceAll('`', '').trim()

/** `completed (2026-02-01)` is completed, `planned-later` is no status. */
function phaseStatus(text: string): PhaseStatus | undefined {
  const word = text.toLowerCase()
  return PHASE_STATUSES.find((status) => word.startsWith(status) && !isOfWord(word.charAt(status.length)))
}

const isOfWord = (letter: string): boolean => (letter >= 'a' && letter <= 'z') || letter === '-'

const RETIRED = /\b(?:deprecated|superseded)\b/i

/** A cheap check before the regex, which few lines need. */
function mayRetire(text: string): boolean {
  const words = text.toLowerCase()
  return words.includes('deprecated') || words.includes('superseded')
}

const STATUS_BELOW = 2

/**
 * An id is retired where the same line says so after it, where it is struck out, or where a `Status:` says so in
 * one of the two lines below it.
 */
function retiredDecisions(lines: readonly PlanLine[]): ReadonlySet<string> {
  const retired = new Set<string>()
  lines.forEach(({ text }, index) => {
    const [subject] = decisionIds(text)
    if (subject === undefined) return
    for (const id of retiredOn(text)) retired.add(id)
    for (const { text: next } of lines.slice(index + 1, index + 1 + STATUS_BELOW)) {
      if (next.trim() === '' || /^\s*(?:#|[-*+|]\s*\**DEC-)/.test(next)) break
      if (mayRetire(next) && /\bstatus\b/i.test(next) && RETIRED.test(next)) retired.add(subject)
    }
  })
  return retired
}

function retiredOn(text: string): readonly string[] {
  const struck = text.includes('~~') ? (text.match(/~~[^~]*~~/g) ?? []).flatMap(decisionIds) : []
  const said = mayRetire(text) ? RETIRED.exec(text) : null
  if (said === null) return struck
  const ids = decisionIds(text)
  // A row of a table is about the id in its first cell.
  const before = /^\s*\|/.test(text) ? ids.slice(0, 1) : decisionIds(text.slice(0, said.index))
  return [...struck, before.at(-1) ?? ids[0] ?? '']
}

function addressedRequirements(lines: readonly PlanLine[], retired: ReadonlySet<string>): ReadonlySet<string> {
  const addressed = new Set<string>()
  for (const { text } of lines) {
    if (!text.toLowerCase().includes('addresses')) continue
    const at = text.search(/\baddresses\**\s*:/i)
    if (at === -1) continue
    const [subject] = decisionIds(text)
    if (subject !== undefined && retired.has(subject)) continue
    for (const id of idsIn(text.slice(at))) addressed.add(id)
  }
  return addressed
}
