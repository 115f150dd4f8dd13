// docs/performance.md and its chart, from the results of a run.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BARS_HEAD } from './bars.mjs'
import { barChart } from './chart.mjs'
import { SCRIPTS } from './events.mjs'
import { root } from './project.mjs'
import { markdownTable, times } from './table.mjs'

const PAGE = 'docs/performance.md'
const CHART = 'docs/performance.svg'
const MISSED_TITLE = 'What is slow'

/** Replaces the sections of these parts, and adds those that are new; returns the names of the files. */
export function writePage({ machine, parts }, order) {
  const chart = parts.events === undefined ? undefined : chartOf(parts.events.data)
  if (chart !== undefined) writeFileSync(join(root, CHART), chart)
  const before = readFileSync(join(root, PAGE), 'utf8')
  writeFileSync(join(root, PAGE), pageOf({ machine, parts, before, order }))
  spawnSync(join(root, 'node_modules/.bin/oxfmt'), [join(root, PAGE)])
  return chart === undefined ? [PAGE] : [PAGE, CHART]
}

/** `order`: the names of all parts. A section of a part that did not run stays; one of no part goes. */
export function pageOf({ machine, parts, before, order }) {
  const { date, cpu, memory, system, node, tools } = machine
  const versions = Object.entries(tools).map(([name, version]) =>
    version === undefined ? `no ${name}` : `${name} ${version}`,
  )
  const written = Object.entries(parts).map(([name, part]) => [name, `${sectionOf(part)}\n\n${markOf(name)}`])
  const sections = new Map([...keptIn(before, order), ...written])
  return [
    '# Performance',
    `Measured with \`npm run bench\`; \`npm run bench -- --write\` writes this page. Last written on ${date}. Machine: ${cpu}, ${memory}; ${system}; Node ${node}; ${versions.join(', ')}.`,
    'Milliseconds belong to that machine; ratios travel better. Everything in one table was measured in the same run, in ' +
      'rounds that take each case once, so that a busy moment touches all of them. Nothing here is asserted by a test.',
    ...missedIn([...sections.values()]).map(sectionOf),
    ...order.flatMap((name) => sections.get(name)?.trim() ?? []),
    '',
  ].join('\n\n')
}

const markOf = (name) => `<!-- npm run bench -- ${name} -->`

const keptIn = (before, order) =>
  before.split(/^(?=## )/m).flatMap((section) => {
    const name = order.find((part) => section.includes(markOf(part)))
    return name === undefined ? [] : [[name, section]]
  })

/** Every figure on the page that misses its aim, in one table, also those of parts that did not run again. */
function missedIn(sections) {
  const rows = sections
    .flatMap((section) => section.split('\n'))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()))
  if (!rows.some((cells) => cells.join() === BARS_HEAD.join())) return []
  const missed = rows.filter((cells) => cells.length === BARS_HEAD.length && cells.at(-1).startsWith('no, by'))
  const text =
    missed.length === 0
      ? 'Every figure met its aim.'
      : 'Figures that miss their aim. All aims are in the sections below, each beside what was measured.'
  return [{ title: MISSED_TITLE, text: [text], tables: missed.length === 0 ? [] : [{ head: BARS_HEAD, rows: missed }] }]
}

export const sectionOf = ({ title, picture, text, tables }) =>
  [
    `## ${title}`,
    ...(picture === undefined ? [] : [picture]),
    ...text,
    ...tables.map((table) => `${table.title === undefined ? '' : `### ${table.title}\n\n`}${markdownTable(table)}`),
  ]
    .map((part) => part.trim())
    .join('\n\n')

/** What an event costs with the hooks of the harness: as scripts, as a process of ours, as a question to the daemon. */
export function chartOf({ node, events }) {
  const warm = ['bash', 'line', 'nc', 'http']
    .map((client) => `warm, ${client}, harness`)
    .find((way) => events.some(({ ways }) => way in ways))
  const ways = [SCRIPTS, 'cold, harness', ...(warm === undefined ? [] : [warm])]
  const names = { [SCRIPTS]: 'shell scripts, bash and jq', 'cold, harness': 'Holdpoint, a process for each event' }
  return barChart({
    title: 'CPU time for one event, as a multiple of a bare start of Node',
    series: ways.map((way) => names[way] ?? 'Holdpoint, with its daemon'),
    groups: events.map((event) => ({ label: event.label, values: ways.map((way) => event.ways[way]?.cpu / node.cpu) })),
    show: times,
  })
}
