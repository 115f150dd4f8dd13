import { barChart } from './chart.mjs'
import { pageOf } from './page.mjs'
import { fixed, markdownTable, textTable, times } from './table.mjs'

const table = {
  head: ['event', 'ms'],
  rows: [
    ['a | b', '1.0'],
    ['longer', undefined],
  ],
}

describe('tables', () => {
  it('for a terminal', () => {
    expect(textTable(table)).toBe('event    ms\n------  ---\na | b   1.0\nlonger    –')
  })

  it('for a page', () => {
    expect(markdownTable(table)).toBe('| event | ms |\n| --- | --: |\n| a \\| b | 1.0 |\n| longer | – |')
  })

  it.each([
    [0.234, '0.23 x'],
    [12.34, '12.3 x'],
    [250.4, '250 x'],
    [Number.NaN, undefined],
    [undefined, undefined],
  ])('%s as a ratio', (value, expected) => {
    expect(times(value)).toBe(expected)
  })

  it('a figure that is not there', () => {
    expect(fixed(undefined)).toBeUndefined()
  })
})

describe('the chart', () => {
  it('has a bar for each value that is there, and is well-formed', () => {
    const groups = [
      { label: 'a < b & "c"', values: [4, 1] },
      { label: '`ls`', values: [undefined, Number.NaN] },
    ]
    const svg = barChart({ title: 'cost', series: ['x', 'y'], groups, show: String })
    expect(svg.match(/<rect/g)).toHaveLength(4)
    expect(svg).toContain('a &lt; b &amp; &quot;c&quot;')
    expect(svg).toContain('prefers-color-scheme:dark')
    expect(svg).not.toMatch(/NaN|undefined/)
  })
})

describe('the page', () => {
  it('says when and on what, and shows every table', () => {
    const machine = {
      date: '2026-01-02',
      cpu: '2 x A',
      memory: '8 GB',
      system: 'Linux',
      node: 'v20',
      tools: { jq: '1.6', yq: undefined },
    }
    const page = pageOf({
      machine,
      parts: { audit: { title: 'Audit', text: ['Some text.'], tables: [{ title: 'One', ...table }] } },
      before: '',
      order: ['audit'],
    })
    expect(page).toContain('Last written on 2026-01-02')
    expect(page).toContain('jq 1.6, no yq')
    expect(page).toContain('## Audit\n\nSome text.\n\n### One\n\n| event | ms |')
    expect(page).not.toContain('performance.svg')
  })

  it('has the sections in order, keeps those of parts that did not run, and drops those of no part', () => {
    const kept = 'Kept.\n\n### One\n\n<!-- npm run bench -- audit -->'
    const before = `# Performance\n\nOld.\n\n## Audit\n\n${kept}\n\n## Dashboard\n\nOld.\n\n## Gone\n\nOld.\n`
    const part = (title) => ({ title, text: ['New.'], tables: [] })
    const parts = { dashboard: part('Dashboard'), replay: part('Replay'), mix: part('The mix of a session') }
    const order = ['mix', 'audit', 'dashboard', 'replay']
    const page = pageOf({ machine: { tools: {} }, parts, before, order })
    expect(page.split(/^## /m).slice(1)).toEqual([
      'The mix of a session\n\nNew.\n\n<!-- npm run bench -- mix -->\n\n',
      `Audit\n\n${kept}\n\n`,
      'Dashboard\n\nNew.\n\n<!-- npm run bench -- dashboard -->\n\n',
      'Replay\n\nNew.\n\n<!-- npm run bench -- replay -->\n\n',
    ])
  })

  it('begins with every figure that misses its aim, also of a part that did not run', () => {
    const aims = (row) => ({
      title: 'T',
      text: [],
      tables: [{ head: ['figure', 'measured', 'aim', 'met'], rows: [row] }],
    })
    const old = pageOf({
      machine: { tools: {} },
      parts: { mix: aims(['cold', '3', '2', 'no, by 1.5']) },
      before: '',
      order: ['mix', 'audit'],
    })
    const page = pageOf({
      machine: { tools: {} },
      parts: { audit: aims(['warm', '1', '2', 'yes']) },
      before: old,
      order: ['mix', 'audit'],
    })
    const [slow = ''] = page.split(/^## /m).slice(1)
    expect(slow).toMatch(/^What is slow/)
    expect(slow).toMatch(/cold +\| +3 \| +2 \| +no, by 1\.5/)
    expect(slow).not.toContain('warm')
  })
})
