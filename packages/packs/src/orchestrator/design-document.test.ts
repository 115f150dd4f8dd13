import fc from 'fast-check'
import {
  incompleteIn,
  parseDesign,
  TASK_STATUSES,
  totalOf,
  type TaskCounts,
  type TaskStatus,
} from './design-document.ts'

const table = (rows: readonly string[], header = '| # | Task | Status |\n|---|:--|:-:|'): string =>
  [header, ...rows].join('\n')
const row = (status: string): string => `| 1 | do it | ${status} |`
const under = (heading: string, ...parts: readonly string[]): string => [heading, '', ...parts, ''].join('\n')
const countsOf = (text: string): Partial<Record<TaskStatus, number>> =>
  Object.fromEntries(Object.entries(parseDesign(text).counts).filter(([, count]) => count > 0))

const TASKS = '## Implementation Tasks'

describe('counting tasks', () => {
  it.each<[string, string, Partial<TaskCounts>]>([
    ['nothing', '', {}],
    [
      'the five statuses',
      under(TASKS, table(TASK_STATUSES.map(row))),
      Object.fromEntries(TASK_STATUSES.map((s) => [s, 1])),
    ],
    ['words that are none', under(TASKS, table([row('done'), row('not pending'), row('pendingg'), row('')])), {}],
    [
      'ORC-21: rows with more cells than the header',
      under(TASKS, table(['| 1 | a | complete | impl-1 |', '| 2 | b | pending | impl-2 | x |'])),
      { complete: 1, pending: 1 },
    ],
    ['ORC-21: only the column Status', under(TASKS, table(['| pending | in-progress | complete |'])), { complete: 1 }],
    [
      'ORC-21: only below the heading',
      `${under('## Rollout', table([row('pending')]))}\n${under('### 3. Implementation Tasks (wave 1)', table([row('blocked')]))}`,
      { blocked: 1 },
    ],
    [
      'every table below the heading',
      under(TASKS, '### Wave 1', '', table([row('complete')]), '', '### Wave 2', '', table([row('pending')])),
      { complete: 1, pending: 1 },
    ],
    [
      'a table of no status beside them',
      under(TASKS, table([row('complete')]), '', '| Risk | Level |\n|--|--|\n| pending | escalated |'),
      { complete: 1 },
    ],
    ['a heading without a table', `${under('## Rollout', table([row('pending')]))}\n${TASKS}\n\n- none\n`, {}],
    [
      'the section ends with the next heading of its level',
      under(TASKS, table([row('complete')]), '', '## Review', '', table([row('pending')])),
      { complete: 1 },
    ],
    [
      'headings inside each other count once',
      under(TASKS, '### Implementation tasks of the API', '', table([row('pending')])),
      { pending: 1 },
    ],
    [
      'ORC-21: without the heading, every table with a status',
      table([row('pending'), row('complete')]),
      { pending: 1, complete: 1 },
    ],
    [
      'ORC-21: without the heading and the column, any cell, once for each row',
      table(['| pending | blocked | x |', '| a | b | complete |'], '| a | b | c |\n|--|--|--|'),
      { pending: 1, complete: 1 },
    ],
    [
      'without a heading and with another table',
      `${table([row('complete')])}\n\n| x | y |\n|--|--|\n| pending | z |`,
      { complete: 1 },
    ],
    ['no outer bars', 'Task | Status\n--|--\na | pending\n', { pending: 1 }],
    ['a table of one column', '| Status |\n|--|\n| pending |\n', { pending: 1 }],
    ['no table: no line below the header', '| Task | Status |\n| a | pending |\n', {}],
    [
      'ORC-25: emphasis, back quotes and case',
      under(TASKS, table(['`pending`', '**Pending**', '_in_progress_', '~~complete~~', '***`BLOCKED`***'].map(row))),
      { pending: 2, 'in-progress': 1, complete: 1, blocked: 1 },
    ],
    ['ORC-25: in_progress', table([row('in_progress'), row('in-progress'), row('IN_PROGRESS')]), { 'in-progress': 3 }],
    ['ORC-25: a header with emphasis', '| Task | **STATUS** |\n|--|--|\n| a | pending |', { pending: 1 }],
    [
      'ORC-25: fences',
      `${TASKS}\n\n\`\`\`md\n${table([row('pending')])}\n\`\`\`\n\n${table([row('complete')])}`,
      { complete: 1 },
    ],
    ['a fence of tildes that is never closed', `~~~\n${table([row('pending')])}`, {}],
    ['a comment', `<!--\n${table([row('pending')])}\n-->`, {}],
    [
      'Windows line ends and a byte order mark',
      `\uFEFF${under(TASKS, table([row('pending'), row('complete')]))}`.replaceAll('\n', '\r\n'),
      { pending: 1, complete: 1 },
    ],
    ['bars behind a backslash', under(TASKS, table(['| 1 | grep "a\\|b" | pending |'])), { pending: 1 }],
    ['bars in code shift what follows', under(TASKS, table(['| 1 | run `a | b` | pending |'])), { pending: 1 }],
    [
      'a blank line between rows',
      under(TASKS, table([row('complete')]), '', row('pending')),
      { complete: 1, pending: 1 },
    ],
    [
      'text between tables ends the first',
      under(TASKS, table([row('complete')]), '', 'And:', row('pending')),
      { complete: 1 },
    ],
    ['rows without enough cells', under(TASKS, table(['| 1 |', '|', '||', '| 1 | a'])), {}],
    ['indented in a list', under(TASKS, table([row('pending')]).replace(/^/gm, '  ')), { pending: 1 }],
  ])('%s', (_, text, expected) => {
    expect(countsOf(text)).toEqual(expected)
  })

  it('ORC-22: a status without tasks is counted as 0', () => {
    const { counts } = parseDesign(table([row('pending'), row('pending')]))
    expect(counts).toEqual({ pending: 2, 'in-progress': 0, complete: 0, blocked: 0, escalated: 0 })
    expect([incompleteIn(counts), totalOf(counts)]).toEqual([2, 2])
  })

  const cell = fc.constantFrom('a', '—', '`x|y`', 'a \\| b', '', ' ', '**bold**', 'see #1', '☃', '\\')
  const dressed = (status: TaskStatus) =>
    fc.constantFrom(
      status,
      ` ${status} `,
      `**${status}**`,
      `\`${status}\``,
      `_${status}_`,
      status.toUpperCase(),
      `*\`${status}\`*`,
    )
  const task = fc
    .record({ status: fc.constantFrom(...TASK_STATUSES), end: fc.array(cell, { maxLength: 3 }) })
    .chain(({ status, end }) =>
      dressed(status).map((text) => ({
        status,
        line: ['', '1', 'a \\| b', text, ...end.filter((c) => !c.includes('|') || c.includes('\\|')), ''].join('|'),
      })),
    )
  const noise = fc.constantFrom(
    '',
    'Words.',
    '- [ ] pending',
    '```\n| a | pending |\n```',
    '<!-- | x | pending | -->',
    '**Status:** pending',
  )

  it('finds each task once, whatever surrounds it', () => {
    fc.assert(
      fc.property(
        fc.array(task, { maxLength: 40 }),
        fc.array(noise),
        fc.array(noise),
        fc.constantFrom('\n', '\r\n'),
        (tasks, before, after, end) => {
          const text = [
            ...before,
            '',
            TASKS,
            '',
            '| # | Task | Status |',
            '|--|--|--|',
            ...tasks.map(({ line }) => line),
            '',
            ...after,
          ]
            .join('\n')
            .replaceAll('\n', end)
          const { counts } = parseDesign(text)
          for (const status of TASK_STATUSES)
            expect(counts[status]).toBe(tasks.filter((one) => one.status === status).length)
        },
      ),
    )
  })

  it('answers for any text', () => {
    const piece = fc.constantFrom(
      '|',
      '\\',
      '-',
      '#',
      '```',
      '~~~',
      '<!--',
      '-->',
      '\n',
      '\r',
      ' ',
      'Status',
      'pending',
      '# ',
      '## Implementation Tasks\n',
      '|--|--|\n',
      '*',
      '_',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 200 }), (pieces) => {
        const { counts } = parseDesign(pieces.join(''))
        expect(TASK_STATUSES.every((status) => Number.isSafeInteger(counts[status]) && counts[status] >= 0)).toBe(true)
      }),
    )
  })

  // If one of these were not linear, the test would time out.
  it.each<[string, string]>([
    ['bars', '|'.repeat(1 << 20)],
    ['dashes', `|a|\n|${'-'.repeat(1 << 20)}x`],
    ['stars', `${table([])}\n| a | b | ${'*'.repeat(1 << 20)} |`],
    ['underscores', `${table([])}\n| a | b | ${'_'.repeat(1 << 20)}x |`],
    ['backslashes', `${table([])}\n|${'\\|'.repeat(1 << 19)}`],
    ['headings', `${TASKS}\n`.repeat(50_000)],
    ['headings and tables', `${TASKS}\n\n${table([row('pending')])}\n\n`.repeat(10_000)],
    ['rules', '|--|--|\n'.repeat(100_000)],
    ['rows', table(Array.from({ length: 100_000 }, () => row('pending')))],
    ['blanks', `# ${' '.repeat(1 << 20)}x`],
  ])('a megabyte of %s', (_, text) => {
    expect(parseDesign(text).counts.complete).toBe(0)
  })
})

describe('the title', () => {
  it.each<[string, string, string | undefined]>([
    ['the first heading', '**Status:** x\n\n# One\n\n# Two\n', 'One'],
    ['none', '## Second level\n#Not one\n', undefined],
    ['ORC-25: not in code', '```sh\n# a comment\n```\n# Real\n', 'Real'],
    ['an empty one is none', '# \n# Real\n', 'Real'],
    ['quotes and an emoji', '# "A" \\ 🚀\r\n', '"A" \\ 🚀'],
    ['a byte order mark', '\uFEFF# A\n', 'A'],
  ])('%s', (_, text, title) => {
    expect(parseDesign(text).title).toBe(title)
  })
})

it.each<[string, boolean]>([
  ['## Worktree\n', true],
  ['## Worktrees\r\n', true],
  ['### Worktrees\n', false],
  ['see ## Worktrees\n', false],
  ['```\n## Worktrees\n```\n', false],
])('ORC-47: %j has a section on work trees: %s', (text, has) => {
  expect(parseDesign(text).hasWorktrees).toBe(has)
})
