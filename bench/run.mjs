// npm run bench [-- parts…] [--rounds n] [--json | --markdown] [--write]
//   [--events n] [--dist path] [--against path]
// Runs the parts one after another and prints their tables. With --write they take their place in docs/performance.md.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { machine, versionOf } from './lib/machine.mjs'
import { sectionOf, writePage } from './lib/page.mjs'
import { bin } from './lib/project.mjs'
import { textTable } from './lib/table.mjs'

/** In the order of the page; each is the file of its name. Without names all but those of the team server run. */
const TEAM = ['server-ingest', 'server-machines', 'server-size', 'server-faults']
const OWN = ['mix', 'guard', 'daemon', 'growth', 'events', 'rules', 'planning', 'audit', 'dashboard', 'replay']
const PARTS = [...OWN, ...TEAM]

const USAGE = `Usage: npm run bench -- [parts] [options]
Parts: ${PARTS.join(', ')}
  --rounds n       how often; what it counts differs by part
  --json           print figures as JSON
  --markdown       print sections for docs/performance.md
  --write          replace these sections in docs/performance.md
  --events n       mix: only its first events, to try something out
  --dist path      mix: measure the build in this dist/bin directory
  --against path   mix, daemon: measure a second build in the same run
  --seconds n      server-ingest: for each level; server-machines: in all
  --machines n     server-machines
  --lines n        server-size
  --sends n        server-faults`

const COUNTS = ['rounds', 'events', 'seconds', 'machines', 'lines', 'sends']
const OPTIONS = {
  parts: { type: 'string' },
  rounds: { type: 'string' },
  json: { type: 'boolean', default: false },
  markdown: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  events: { type: 'string' },
  dist: { type: 'string' },
  against: { type: 'string' },
  seconds: { type: 'string' },
  machines: { type: 'string' },
  lines: { type: 'string' },
  sends: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
}

const { parts, counts, json, markdown, write, builds } = given()
if (Number.parseInt(versionOf('bash') ?? '0', 10) < 5) {
  console.error('The bench starts programs from bash 5 or newer, which is not on this machine.')
  process.exit(1)
}

function given() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS })
    if (values.help) usage(0)
    const named = [...positionals, ...(values.parts?.split(',') ?? [])]
    const unknown = named.find((part) => !PARTS.includes(part))
    if (unknown !== undefined) throw new Error(`There is no part ${unknown}.`)
    const counts = Object.fromEntries(COUNTS.map((name) => [name, countOf(name, values[name])]))
    return { ...values, counts, builds: buildsOf(values), parts: named.length === 0 ? OWN : named }
  } catch (error) {
    console.error(error.message)
    return usage(1)
  }
}

function countOf(name, text) {
  if (text === undefined) return undefined
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`--${name} takes a number above 0.`)
  return Number(text)
}

/** What the mix measures: this build or the one in `--dist`, and the one in `--against` in the same rounds. */
function buildsOf({ dist, against }) {
  const programIn = (folder) => {
    const path = join(resolve(folder), 'holdpoint.cjs')
    if (!existsSync(path)) throw new Error(`There is no holdpoint.cjs in ${folder}.`)
    return path
  }
  return [
    { name: 'this', bin: dist === undefined ? bin : programIn(dist) },
    ...(against === undefined ? [] : [{ name: 'other', bin: programIn(against) }]),
  ]
}

function usage(code) {
  console.error(USAGE)
  process.exit(code)
}

/** Progress on stderr: a line that replaces itself, or one that stays. */
const note = (text, isPassing = false) => {
  if (process.stderr.isTTY) process.stderr.write(isPassing ? `\r${text}\u001B[K` : `\r\u001B[K${text}\n`)
  else if (!isPassing) process.stderr.write(`${text}\n`)
}

process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143))
const results = {}
for (const part of parts) {
  note(`${part} …`)
  try {
    const { run } = await import(`./${part}.mjs`)
    results[part] = await run({ ...counts, note, builds })
    note('', true)
    if (markdown) console.log(sectionOf(results[part]))
    else if (!json) show(results[part])
  } catch (error) {
    // The results of the other parts are still useful.
    note(`${part} failed: ${error.stack}`)
    process.exitCode = 1
  }
}
const report = { machine: machine(), parts: results }
if (json) console.log(JSON.stringify(report, undefined, 2))
if (write) note(`written: ${writePage(report, PARTS).join(', ')}`)

function show({ title, text, tables }) {
  console.log(`\n# ${title}\n${text.map((paragraph) => `\n${paragraph}\n`).join('')}`)
  for (const table of tables)
    console.log(`${table.title === undefined ? '' : `${table.title}\n\n`}${textTable(table)}\n`)
}
