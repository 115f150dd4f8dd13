import fc from 'fast-check'
import { decisionIds, parsePlan, type MasterPlan } from './master-plan.ts'
import { planFindings } from './plan-rules.ts'

const head = '# MASTER_PLAN: Demo\n\n## Original Intent\n\n> Make it so.\n\n'
const sections = '## Goals & Non-Goals\n\n## Requirements\n\n## Success Metrics\n\n'
const phase = (number: number, body: string): string => `## Phase ${number}: Step ${number}\n\n${body}\n\n`
const whole = (body: string): string => head + sections + body

describe('phases', () => {
  const statuses = (text: string): unknown =>
    parsePlan(text).phases.map(({ title, line, status }) => [title, line, status])

  it('are level-two headings that begin with Phase and a number', () => {
    const text =
      '# Phase 1\n## Phase 1: Log in\n**Status:** completed\n### Phase 9\n## phase 2\nStatus: planned\n## Phases\n## Phase out\n'
    expect(statuses(text)).toEqual([
      ['Phase 1: Log in', 2, 'completed'],
      ['phase 2', 5, 'planned'],
    ])
  })

  it.each([
    ['**Status:** planned', 'planned'],
    ['**Status**: in-progress', 'in-progress'],
    ['Status: completed', 'completed'],
    ['- **Status:** `completed`', 'completed'],
    ['* status : Planned', 'planned'],
    ['> **Status:** completed (2026-02-01, #12)', 'completed'],
    ['**Status:** completed.', 'completed'],
    ['**Status:** in progress', undefined],
    ['**Status:** done', undefined],
    ['**Status:**', undefined],
    ['**Status:** planned-later', undefined],
    ['The status: planned', undefined],
    ['```\n**Status:** planned\n```', undefined],
    ['<!-- **Status:** planned -->', undefined],
  ])('have the status that %j says', (line, status) => {
    expect(parsePlan(`## Phase 1\n${line}\n`).phases[0]?.status).toBe(status)
  })

  it('have their own status, not that of a decision below', () => {
    const text = '## Phase 1\n### Planned Decisions\n- DEC-A-001: x\n  Status: accepted\n### End\n**Status:** planned\n'
    expect(parsePlan(text).phases[0]?.status).toBe('planned')
    expect(parsePlan('## Phase 1\n**Status:** odd\n### X\nStatus: planned\n').phases[0]?.status).toBeUndefined()
  })
})

describe('decisions and requirements', () => {
  const retired = (text: string): readonly string[] =>
    parsePlan(text)
      .decisions.filter((decision) => decision.retired)
      .map(({ id }) => id)

  it.each<[string, readonly string[]]>([
    ['- DEC-B-001: old way (superseded)', ['DEC-B-001']],
    ['- DEC-B-001: old way. Status: superseded by DEC-C-001', ['DEC-B-001']],
    ['- DEC-B-001: old way\n  Status: deprecated', ['DEC-B-001']],
    ['- DEC-B-001: old way\n  - why\n  - **Status:** Superseded', ['DEC-B-001']],
    ['### DEC-B-001: old way\n**Status:** superseded', ['DEC-B-001']],
    ['| DEC-B-001 | replaced by DEC-C-001 | superseded |', ['DEC-B-001']],
    ['- ~~DEC-B-001~~: old way', ['DEC-B-001']],
    ['**Decision IDs:** DEC-A-001, DEC-B-001 (superseded), DEC-C-001', ['DEC-B-001']],
    ['Superseded: DEC-B-001', ['DEC-B-001']],
    ['- DEC-C-001: new way, supersedes DEC-B-001', []],
    ['- DEC-B-001: x\n- DEC-C-001: y\n  Status: superseded', ['DEC-C-001']],
    ['- DEC-B-001: x\n\nStatus: superseded', []],
    ['- DEC-B-001: x\n## Superseded\nStatus: superseded', []],
    ['- DEC-B-001: handles deprecation', []],
    ['<!-- DEC-B-001 superseded -->\nDEC-B-001', []],
  ])('HAR-SURF-03: in %j given up are %j', (text, ids) => {
    expect(retired(text)).toEqual(ids)
  })

  it('HAR-SURF-04: a requirement is addressed by a decision that holds', () => {
    const text = [
      '- REQ-P0-001: a\n- REQ-P0-002: b\n- REQ-P0-003: c\n- REQ-NOGO-001: d',
      '- DEC-A-001: x — Addresses: REQ-P0-001, REQ-P1-001',
      '- DEC-B-001: y — **Addresses**: REQ-P0-002 (superseded)',
    ].join('\n')
    const named = parsePlan(text).requirements.map(({ id, category, addressed }) => [id, category, addressed])
    expect(named).toEqual([
      ['REQ-P0-001', 'P0', true],
      ['REQ-P0-002', 'P0', false],
      ['REQ-P0-003', 'P0', false],
      ['REQ-NOGO-001', 'NOGO', false],
      ['REQ-P1-001', 'P1', true],
    ])
  })

  it('what only an example or a comment names is mentioned, and not planned', () => {
    const { decisions, mentioned } = parsePlan('DEC-A-001\n```\nDEC-B-001\n```\n<!-- DEC-C-001 -->\n')
    expect(decisions.map(({ id }) => id)).toEqual(['DEC-A-001'])
    expect(mentioned).toEqual(['DEC-A-001', 'DEC-B-001', 'DEC-C-001'])
  })

  it('belong to the phase that contains them', () => {
    const text = `DEC-Z-001\n${phase(1, 'DEC-A-001 REQ-P0-001')}${phase(2, '### X\nDEC-B-001\nDEC-A-001')}## End\nDEC-Y-001\n`
    expect(parsePlan(text).phases.map(({ decisions, requirements }) => [decisions, requirements])).toEqual([
      [['DEC-A-001'], ['REQ-P0-001']],
      [['DEC-B-001', 'DEC-A-001'], []],
    ])
  })
})

describe('any text', () => {
  const piece = fc.constantFrom(
    '# ',
    '## ',
    '### ',
    'Phase 1',
    'Phase',
    '**Status:**',
    ' planned',
    ' completed',
    ' ',
    '\n',
    '\r\n',
    '\r',
    '```',
    '~~~',
    '<!--',
    '-->',
    'DEC-A-001',
    'DEC-',
    'REQ-P0-001',
    'REQ-x-1',
    '###### Decision Log',
    'Addresses:',
    'superseded',
    '~~',
    '|',
    '-',
    '\uFEFF',
    'é',
    '\0',
  )
  const text = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 60 }).map((parts) => parts.join('')),
  )

  it('is a plan, and its findings are within its lines', () => {
    fc.assert(
      fc.property(text, (words) => {
        const plan = parsePlan(words)
        const last = words.split(/\r\n|\n|\r/).length
        const lines = [...planFindings(plan), ...plan.headings, ...plan.decisions, ...plan.requirements].map(
          ({ line }) => line,
        )
        expect(lines.every((line) => line >= 1 && line <= last)).toBe(true)
        expect(plan.phases.length).toBeLessThanOrEqual(plan.headings.length)
        expect(plan.decisions.every(({ id }) => plan.mentioned.includes(id))).toBe(true)
      }),
    )
  })

  it('means the same with the line ends of another system and a mark at its beginning', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (parts) => {
        const unix = parts.join('').replace(/\r\n?|\uFEFF/g, '\n')
        const same = (other: string): void => expect(parsePlan(other)).toEqual(parsePlan(unix))
        same(unix.replaceAll('\n', '\r\n'))
        same(unix.replaceAll('\n', '\r'))
        same(`\uFEFF${unix}`)
      }),
    )
  })

  it('that is put together well has no errors, and keeps what was put in', () => {
    const id = fc.tuple(fc.constantFrom('A', 'AUTH', 'DB2'), fc.integer({ min: 0, max: 999 }))
    const decision = id.map(([component, number]) => `DEC-${component}-${String(number).padStart(3, '0')}`)
    const status = fc.constantFrom('planned', 'in-progress', 'completed')
    fc.assert(
      fc.property(fc.array(fc.tuple(status, fc.array(decision, { maxLength: 4 })), { maxLength: 5 }), (phases) => {
        const body = phases.map(([word, ids], index) =>
          phase(
            index + 1,
            `**Status:** ${word}\n**Requirements:** REQ-P0-001\n\n### Decision Log\n\nAll: ${ids.join(', ')}`,
          ),
        )
        const written = whole(body.join(''))
        expect(planFindings(parsePlan(written)).filter(({ rule }) => rule !== 'phases')).toEqual([])
        const read: MasterPlan = parsePlan(written)
        expect(read.phases.map((one) => one.status)).toEqual(phases.map(([word]) => word))
        expect(read.decisions.map((one) => one.id)).toEqual([...new Set(phases.flatMap(([, ids]) => ids))])
      }),
    )
  })
})

describe('a megabyte', () => {
  const filled = (part: string): string => part.repeat(Math.ceil((1 << 20) / part.length))
  it.each([
    ['phases', '## Phase 1\n'],
    ['nested headings', '###### a\n# b\n'],
    ['one line of stars', '*'],
    ['one line of ids', 'DEC-A-001 '],
    ['one id', 'DEC-A'.slice(4)],
    ['comments that never end', '<!-- '],
    ['fences', '```\n'],
    ['a status of spaces', ' '],
    ['strikes', '~~a~'],
    ['hashes', '## a ##### \n'],
    ['lines with a decision each', '- DEC-A-001: superseded\n  Status: deprecated\n'],
  ])('of %s is read in time that grows with its length', (_, part) => {
    const prefix = part === 'A' ? 'DEC-' : part === ' ' ? '## Phase 1\nStatus:' : ''
    expect(parsePlan(prefix + filled(part)).headings.length).toBeGreaterThanOrEqual(0)
  })
})

it('decisionIds takes well-formed ids only', () => {
  expect(decisionIds('@decision DEC-A-001, DEC-B-1 DEC-C2-003.')).toEqual(['DEC-A-001', 'DEC-C2-003'])
})
