// npm run bench [-- parts…] [--rounds n] [--json] [--write]
// Runs the parts one after another and prints their tables. With --write they become docs/performance.md.
import { parseArgs } from 'node:util'
import { machine, versionOf } from './lib/machine.mjs'
import { textTable } from './lib/table.mjs'

/** In the order of the page; each is the file of its name. */
const PARTS = ['events', 'cold', 'guard', 'rules', 'planning', 'daemon', 'audit', 'dashboard', 'replay']
/** Without names: what the page shows. `cold` is a part of `events`. */
const USUAL = PARTS.filter((part) => part !== 'cold' && part !== 'replay')

const OPTIONS = {
  parts: { type: 'string' },
  rounds: { type: 'string' },
  json: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
}

const { parts, rounds, json, write } = given()
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
    const rounds = values.rounds === undefined ? undefined : Number(values.rounds)
    if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0))
      throw new Error('--rounds takes a number above 0.')
    return { ...values, rounds, parts: named.length === 0 ? USUAL : named }
  } catch (error) {
    console.error(error.message)
    return usage(1)
  }
}

function usage(code) {
  console.error(`Usage: npm run bench -- [parts] [--rounds n] [--json] [--write]\nParts: ${PARTS.join(', ')}`)
  process.exit(code)
}

/** What is going on, for whoever watches: a line that replaces itself, or one that stays. */
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
    results[part] = await run({ rounds, note })
    note('', true)
    if (!json) show(results[part])
  } catch (error) {
    // What the other parts find is worth having.
    note(`${part} failed: ${error.stack}`)
    process.exitCode = 1
  }
}
const report = { machine: machine(), parts: results }
if (json) console.log(JSON.stringify(report, undefined, 2))
if (write) {
  const { writePage } = await import('./lib/page.mjs')
  note(`written: ${writePage(report).join(', ')}`)
}

function show({ title, text, tables }) {
  console.log(`\n# ${title}\n${text.map((paragraph) => `\n${paragraph}\n`).join('')}`)
  for (const table of tables)
    console.log(`${table.title === undefined ? '' : `${table.title}\n\n`}${textTable(table)}\n`)
}
