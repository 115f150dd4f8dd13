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
  /** What stands there instead, and where; absent when nothing does. */
  readonly statusText?: string
  readonly statusLine?: number
  /** Absent when there is no such heading. */
  readonly decisionLog?: { readonly line: number; readonly isEmpty: boolean }
  readonly decisions: readonly string[]
  readonly requirements: readonly string[]
}

/** Something the plan names by an id, well formed or not. */
export interface Named {
  readonly id: string
  readonly line: number
}

export interface Decision extends Named {
  /** Deprecated or superseded: nobody has to build it any more. */
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
  /** The heading under which the request stands as the user made it, when something does stand there. */
  readonly intent: Heading | undefined
  readonly phases: readonly Phase[]
  /** Whether it names issues, or tasks to be done. */
  readonly hasTasks: boolean
  /** Each id once, where it stands first. */
  readonly decisions: readonly Decision[]
  readonly requirements: readonly Requirement[]
  /** Ids of neither form, such as `DEC-AUTH-1`. */
  readonly malformed: readonly Named[]
  /** Every well-formed DEC id in the file, also in examples and comments. */
  readonly mentioned: readonly string[]
}

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
    intent: sections.find((section) => INTENT.test(section.text) && hasWords(linesBelow(section, lines))),
    phases: phasesIn(sections, lines),
    hasTasks: lines.some(({ text: words }) => TASK.test(words)),
    decisions: once
      .filter(({ id }) => DECISION.test(id))
      .map((named) => ({ ...named, retired: retired.has(named.id) })),
    requirements: once.flatMap((named) => {
      const category = REQUIREMENT.exec(named.id)?.[1]
      return category === undefined ? [] : [{ ...named, category, addressed: addressed.has(named.id) }]
    }),
    malformed: once.filter(({ id }) => !DECISION.test(id) && !REQUIREMENT.test(id)),
    mentioned: [...new Set(lines.flatMap(({ raw }) => decisionIds(raw)))],
  }
}

const DECISION = /^DEC-[A-Z][A-Z0-9]*-\d{3}$/
const REQUIREMENT = /^REQ-([A-Z0-9]+)-\d{3}$/
const CANDIDATE = /\b(?:DEC|REQ)-[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*/g
const TASK = /^\s*[-*+] \[[ xX]\]|(?:^|[^\w&#])#\d{1,7}\b|\b(?:issues?|tasks?)\b/i
const INTENT = /\b(?:intent|vision)\b|\boriginal (?:request|prompt)\b|\buser(?:['’]s)? request\b/i

/** What looks like an id: it has a number. `DEC-COMPONENT-NNN` explains the form, and `DEC-2026` is a month. */
function idsIn(text: string): readonly string[] {
  return (text.match(CANDIDATE) ?? []).filter((word) => /\d/.test(word) && !/^(?:DEC|REQ)-\d{4,}$/.test(word))
}

/** Well-formed ids of decisions, in the order in which they stand. */
export const decisionIds = (text: string): readonly string[] => idsIn(text).filter((id) => DECISION.test(id))

function firstOfEach(ids: readonly Named[]): readonly Named[] {
  const seen = new Set<string>()
  return ids.filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** `## Phase 2: Log in` */
const PHASE = /^phase\s+\d/i
const DECISION_LOG = /\bdecision log\b/i
const STATUS = /^[\s>*+-]*status[*\s]*:[*\s]*(.*)$/i

function phasesIn(sections: readonly Section[], lines: readonly PlanLine[]): readonly Phase[] {
  return sections.flatMap((section, index) => {
    if (section.level !== 2 || !PHASE.test(section.text)) return []
    const inside: Section[] = []
    for (let at = index + 1; (sections[at]?.line ?? section.end) < section.end; at++)
      inside.push(sections[at] as Section)
    return [phaseOf(section, inside, lines)]
  })
}

function phaseOf(section: Section, inside: readonly Section[], lines: readonly PlanLine[]): Phase {
  const own = linesBelow(section, lines)
  const log = inside.find(({ text }) => DECISION_LOG.test(text))
  const { stated, status } = statusOf(own, inside[0]?.line ?? section.end)
  const ids = [...new Set([section.text, ...own.map(({ text }) => text)].flatMap(idsIn))]
  return {
    title: section.text,
    line: section.line,
    status,
    ...(stated !== undefined && { statusText: wordOf(stated), statusLine: stated.number }),
    ...(log !== undefined && { decisionLog: { line: log.line, isEmpty: !hasWords(linesBelow(log, lines)) } }),
    decisions: ids.filter((id) => DECISION.test(id)),
    requirements: ids.filter((id) => REQUIREMENT.test(id)),
  }
}

/** The status of the phase itself, and not of something below it that has one too. */
function statusOf(
  own: readonly PlanLine[],
  firstInside: number,
): { stated: PlanLine | undefined; status: PhaseStatus | undefined } {
  const all = own.filter(({ text }) => STATUS.test(text))
  const direct = all.find(({ number }) => number < firstInside)
  const stated = direct ?? all.find((line) => phaseStatus(wordOf(line)) !== undefined) ?? all[0]
  return { stated, status: stated && phaseStatus(wordOf(stated)) }
}

const wordOf = ({ text }: PlanLine): string => (STATUS.exec(text)?.[1] ?? '').replace(/[*_`]/g, '').trim()

/** `completed (2026-02-01)` is completed. */
const phaseStatus = (word: string): PhaseStatus | undefined =>
  PHASE_STATUSES.find((status) => word.toLowerCase().split(/[^a-z-]/, 1)[0] === status)

const RETIRED = /\b(?:deprecated|superseded)\b/i
const STATUS_BELOW = 2

/**
 * An id is given up where the same line says so behind it, where it is struck out, or where a `Status:` says so in
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
      if (/\bstatus\b/i.test(next) && RETIRED.test(next)) retired.add(subject)
    }
  })
  return retired
}

function retiredOn(text: string): readonly string[] {
  const struck = (text.match(/~~[^~]*~~/g) ?? []).flatMap(decisionIds)
  const said = RETIRED.exec(text)
  if (said === null) return struck
  const ids = decisionIds(text)
  // A row of a table is about the id in its first cell.
  const before = /^\s*\|/.test(text) ? ids.slice(0, 1) : decisionIds(text.slice(0, said.index))
  return [...struck, before.at(-1) ?? ids[0] ?? '']
}

function addressedRequirements(lines: readonly PlanLine[], retired: ReadonlySet<string>): ReadonlySet<string> {
  const addressed = new Set<string>()
  for (const { text } of lines) {
    const at = text.search(/\baddresses\**\s*:/i)
    if (at === -1) continue
    const [subject] = decisionIds(text)
    if (subject !== undefined && retired.has(subject)) continue
    for (const id of idsIn(text.slice(at))) addressed.add(id)
  }
  return addressed
}
