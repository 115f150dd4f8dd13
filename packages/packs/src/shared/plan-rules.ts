import { PHASE_STATUSES, type MasterPlan, type Phase } from './master-plan.ts'

/** Rules that a plan must follow. */

export interface PlanFinding {
  readonly level: 'error' | 'warning'
  /** The line of the problem; 1 when something is missing altogether. */
  readonly line: number
  readonly rule: 'intent' | 'status' | 'decision-log' | 'id' | 'phases' | 'sections' | 'requirements'
  readonly text: string
}

/** Every problem, in the order of the file. */
export function planFindings(plan: MasterPlan): readonly PlanFinding[] {
  const findings = [
    ...intentFindings(plan),
    ...plan.phases.flatMap(phaseFindings),
    ...idFindings(plan),
    ...sectionFindings(plan),
  ]
  return findings.toSorted((a, b) => a.line - b.line)
}

/** `line 12: …`, the form for users and models. */
export const shownFinding = ({ line, text }: PlanFinding): string => `line ${line}: ${text}`

const error = (rule: PlanFinding['rule'], line: number, text: string): PlanFinding => ({
  level: 'error',
  rule,
  line,
  text,
})
const warning = (rule: PlanFinding['rule'], line: number, text: string): PlanFinding => ({
  level: 'warning',
  rule,
  line,
  text,
})

const MAX_WORD = 60
const quoted = (text: string): string => `\`${text.length > MAX_WORD ? `${text.slice(0, MAX_WORD)}…` : text}\``

const intentFindings = ({ intent }: MasterPlan): readonly PlanFinding[] =>
  intent !== undefined
    ? []
    : [
        error(
          'intent',
          1,
          'there is no section with the original intent. Add `## Original Intent` with the user’s request, word for word.',
        ),
      ]

function phaseFindings({
  title,
  line,
  status,
  statusText,
  statusLine,
  decisionLog,
  requirements,
}: Phase): readonly PlanFinding[] {
  const name = quoted(title)
  const allowed = PHASE_STATUSES.map((word) => `\`${word}\``).join(', ')
  if (status === undefined) {
    return [
      statusLine === undefined
        ? error('status', line, `${name} has no Status. Add \`**Status:** planned\` below its heading (${allowed}).`)
        : error('status', statusLine, `${name} has the Status ${quoted(statusText ?? '')}. Allowed are ${allowed}.`),
    ]
  }
  if (status !== 'completed') return []
  return [
    ...(decisionLog === undefined
      ? [
          error(
            'decision-log',
            line,
            `${name} is completed and has no Decision Log. Add \`### Decision Log\` and say what was decided.`,
          ),
        ]
      : decisionLog.isEmpty
        ? [
            error(
              'decision-log',
              decisionLog.line,
              `${name} is completed and its Decision Log is empty. Say what was decided, and why.`,
            ),
          ]
        : []),
    ...(requirements.length === 0
      ? [
          warning(
            'requirements',
            line,
            `${name} is completed and names no REQ id. Say which requirements it satisfies.`,
          ),
        ]
      : []),
  ]
}

const idFindings = ({ malformed }: MasterPlan): readonly PlanFinding[] =>
  malformed.map(({ id, line }) =>
    error(
      'id',
      line,
      id.startsWith('DEC')
        ? `${quoted(id)} is not of the form DEC-COMPONENT-NNN: one word in capitals, three digits, such as \`DEC-AUTH-001\`.`
        : `${quoted(id)} is not of the form REQ-CATEGORY-NNN: a category in capitals, three digits, such as \`REQ-P0-001\`.`,
    ),
  )

const SECTIONS: readonly { readonly name: string; readonly test: (heading: string) => boolean }[] = [
  { name: 'Goals', test: (heading) => /\bgoals?\b/i.test(heading.replace(/\bnon[- ]?goals?\b/gi, '')) },
  { name: 'Non-Goals', test: (heading) => /\bnon[- ]?goals?\b/i.test(heading) },
  { name: 'Requirements', test: (heading) => /\brequirements?\b|\bmust[- ]have\b/i.test(heading) },
  { name: 'Success Metrics', test: (heading) => /\bsuccess (?:metrics?|criteria)\b/i.test(heading) },
]

/** Sections that the plan lacks, by name. */
export const missingSections = ({ headings }: MasterPlan): readonly string[] =>
  SECTIONS.filter(({ test }) => !headings.some(({ text }) => test(text))).map(({ name }) => name)

function sectionFindings(plan: MasterPlan): readonly PlanFinding[] {
  const missing = missingSections(plan)
  return [
    ...(plan.phases.length === 0
      ? [warning('phases', 1, 'there is no phase. Add `## Phase 1: <name>` with `**Status:** planned`.')]
      : []),
    ...(missing.length === 0 ? [] : [warning('sections', 1, `sections are missing: ${missing.join(', ')}.`)]),
  ]
}
