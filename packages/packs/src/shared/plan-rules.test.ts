import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePlan } from './master-plan.ts'
import { driftOf } from './plan-drift.ts'
import { missingSections, planFindings, shownFinding } from './plan-rules.ts'

const head = '# MASTER_PLAN: Demo\n\n## Original Intent\n\n> Make it so.\n\n'
const sections = '## Goals & Non-Goals\n\n## Requirements\n\n## Success Metrics\n\n'
const phase = (number: number, body: string): string => `## Phase ${number}: Step ${number}\n\n${body}\n\n`
const whole = (body: string): string => head + sections + body

const findings = (text: string, level: 'error' | 'warning'): readonly string[] =>
  planFindings(parsePlan(text))
    .filter((finding) => finding.level === level)
    .map(shownFinding)
const errors = (text: string): readonly string[] => findings(text, 'error')
const warnings = (text: string): readonly string[] => findings(text, 'warning')

describe('errors', () => {
  it('an empty text lacks everything', () => {
    expect(errors('')).toEqual([expect.stringMatching(/^line 1: there is no section with the original intent/)])
    expect(warnings('')).toEqual([
      expect.stringContaining('no phase'),
      'line 1: sections are missing: Goals, Non-Goals, Requirements, Success Metrics.',
    ])
  })

  it.each(['## Original Intent', '### Vision', '# The user’s request', '## Original request', '## Our INTENT here'])(
    'the intent is under %s',
    (heading) => {
      expect(errors(`${heading}\n\nMake it so.\n`)).toEqual([])
    },
  )

  it.each(['## Intention', '## Original estimates', 'Intent: x', '```\n## Intent\nx\n```'])(
    '%j is no intent',
    (text) => {
      expect(errors(`${text}\n\nMake it so.\n`)).toHaveLength(1)
    },
  )

  it.each(['', '\n\n', '<!-- say what -->', '---', '<!-- a\nb\nc -->'])('an intent of %j counts as missing', (body) => {
    expect(errors(`## Original Intent\n${body}\n## Next\ntext\n`)).toHaveLength(1)
  })

  it('an intent may be an example, or be below its own heading', () => {
    expect(errors('## Original Intent\n```\nMake it so.\n```\n')).toEqual([])
    expect(errors('## Original Intent\n### As said\nMake it so.\n')).toEqual([])
  })

  it('HAR-PV-02: a phase without a status, or with another word, is named with its line', () => {
    expect(errors(whole(phase(1, '') + phase(2, '**Status:** done')))).toEqual([
      expect.stringMatching(/^line 13: `Phase 1: Step 1` has no Status\. Add `\*\*Status:\*\* planned`/),
      expect.stringMatching(/^line 19: `Phase 2: Step 2` has the Status `done`\. Allowed are `planned`, /),
    ])
  })

  const log = (body: string): string => `**Status:** completed\nREQ-P0-001\n\n### Decision Log\n${body}\n`
  it.each<[string, string, RegExp | undefined]>([
    ['without a log', '**Status:** completed\nREQ-P0-001', /^line 13: .* has no Decision Log/],
    ['with an empty log', log(''), /^line 18: .* its Decision Log is empty/],
    ['with a comment as its log', log('<!-- filled in\nlater -->'), /^line 18: .* is empty/],
    ['with marks as its log', log('-\n---'), /^line 18: .* is empty/],
    ['with a log', log('- DEC-A-001: kept'), undefined],
    ['with a log below a heading of its own', log('#### Week 1\nfine'), undefined],
  ])('HAR-PV-02: a completed phase %s', (_, body, message) => {
    const expected = message === undefined ? [] : [expect.stringMatching(message)]
    // Not only in the last phase: the heading of the next one is no content.
    expect(errors(whole(phase(1, body) + phase(2, '**Status:** planned')))).toEqual(expected)
    expect(errors(whole(phase(1, body)))).toEqual(expected)
  })

  it.each([
    'DEC-AUTH-1',
    'DEC-AUTH-0001',
    'DEC-Auth-001',
    'DEC-AUTH001',
    'DEC-001',
    'DEC-API-GW-001',
    'DEC-1A-001',
    'DEC_AUTH-001x'.replace('_', '-'),
  ])('HAR-PV-04: %s is no id of a decision', (id) => {
    expect(errors(`${whole('')}See ${id}.\n`)).toEqual([
      expect.stringMatching(new RegExp(`^line 13: \`${id}\` is not of the form DEC-COMPONENT-NNN`)),
    ])
  })

  it.each(['REQ-P0-1', 'REQ-p0-001', 'REQ-001', 'REQ-P0-0001', 'REQ-A-B-001'])(
    'HAR-PV-04: %s is no id of a requirement',
    (id) => {
      expect(errors(`${whole('')}- ${id}: x\n`)).toEqual([
        expect.stringContaining('is not of the form REQ-CATEGORY-NNN'),
      ])
    },
  )

  it.each([
    'DEC-COMPONENT-NNN',
    'REQ-{CATEGORY}-NNN',
    'DEC-2026',
    'XDEC-A-1',
    'DEC-AUTH',
    'REQ-',
    '`DEC-X-YYY`',
    'decDEC-A-1',
  ])('%s is no id at all', (text) => {
    expect(errors(`${whole('')}See ${text}.\n`)).toEqual([])
  })

  it('an id in an example is not judged, and the same one is named once', () => {
    expect(errors(`${whole('')}\`\`\`\nDEC-A-1\n\`\`\`\n<!-- DEC-A-2 -->\nDEC-A-3 DEC-A-3\nDEC-A-3\n`)).toHaveLength(1)
  })

  it('HAR-PV-04: all of them at once, in the order of the file', () => {
    const lines = errors('DEC-A-1\n## Phase 1\n## Phase 2\n**Status:** completed\nREQ-x\nREQ-P0-1\n').map(
      (text) => text.split(':')[0],
    )
    expect(lines).toEqual(['line 1', 'line 1', 'line 2', 'line 3', 'line 6'])
  })
})

describe('warnings', () => {
  it.each([
    ['## Goals & Non-Goals\n', ['Requirements', 'Success Metrics']],
    ['## Goals\n### Must-Have (P0)\n## Success criteria\n', ['Non-Goals']],
    ['## Non-Goals\n## Requirements\n## Success Metrics\n', ['Goals']],
  ])('HAR-PV-03: sections that %j lacks', (text, missing) => {
    expect(warnings(`${head}${phase(1, '**Status:** planned')}${text}`)).toEqual([
      `line 1: sections are missing: ${missing.join(', ')}.`,
    ])
  })

  it('HAR-PV-03: a completed phase without a requirement', () => {
    const body = '**Status:** completed\n### Decision Log\nDEC-A-001 was right.'
    expect(warnings(whole(phase(1, body)))).toEqual([expect.stringMatching(/^line 13: .* names no REQ id/)])
  })
})

/** The example that people copy. */
const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/quality-and-plan.md'), 'utf8')
const example = /^```markdown MASTER_PLAN\.md\n([\s\S]*?)^```$/m.exec(guide)?.[1] ?? ''

describe('the example plan of the guide', () => {
  const plan = parsePlan(example)

  it('is in order', () => {
    expect(planFindings(plan)).toEqual([])
    expect(missingSections(plan)).toEqual([])
  })

  it('has everything a plan can have', () => {
    expect(plan.title).toBe('MASTER_PLAN: Sign in with a link')
    expect(plan.intent?.text).toBe('Original Intent')
    expect(plan.phases.map(({ title, status }) => [title, status])).toEqual([
      ['Phase 1: Tokens', 'completed'],
      ['Phase 2: Mail', 'in-progress'],
    ])
    expect(plan.decisions.map(({ id, retired }) => [id, retired])).toEqual([
      ['DEC-TOKEN-001', false],
      ['DEC-TOKEN-002', true],
      ['DEC-MAIL-001', false],
    ])
    const p0 = plan.requirements.filter(({ category }) => category === 'P0')
    expect(p0.map(({ id, addressed }) => [id, addressed])).toEqual([
      ['REQ-P0-001', true],
      ['REQ-P0-002', true],
    ])
  })

  it('marks unimplemented decisions of later phases as open', () => {
    expect(driftOf(plan, [])).toEqual({
      unplanned: [],
      unimplemented: ['DEC-TOKEN-001', 'DEC-MAIL-001'],
      open: ['DEC-MAIL-001'],
    })
  })
})
