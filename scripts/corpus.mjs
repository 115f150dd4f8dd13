// Scores the guard hooks on JSON lines of {command, expected, source?, scope?, grade?, cwd?}, or with {tool, input}
// instead of a command: what they catch, and which harmless commands they stop. Nothing is executed.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { importSource } from './bundle.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    misses: { type: 'boolean' },
    grade: { type: 'string' },
    scope: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help || positionals.length === 0) {
  console.log(`Usage: npm run corpus -- [options] <file.jsonl …>

Scores commands with a known answer: \`block\` rows should be denied or asked about, \`allow\` rows should not.
Rows are JSON objects with "command" and "expected" (block, allow; anything else is left out), and optionally
"source", "scope", "grade" and "cwd". A row with "tool" and "input" instead is judged as a call of that tool, and
counted by its scope. Nothing is executed.

Options:
  --grade <g>    only rows of this grade (hard, soft)
  --scope <s,s>  only rows of these scopes
  --misses       list every row that was judged wrongly, and by which hook
  --json         the figures as JSON

Examples:
  npm run corpus -- corpus/commands.jsonl
  npm run corpus -- --misses --grade hard --scope core,net,self rows/*.jsonl`)
  process.exit(values.help ? 0 : 2)
}

const { judgeCall } = await importSource(`export { judgeCall } from './packages/testing/src/judge-command.ts'`)
const scopes = values.scope?.split(',')
const rows = positionals.flatMap((file) => readRows(file)).filter(isWanted)
const results = []
for (const row of rows) {
  const verdict = await judgeCall(row.tool ?? 'Bash', row.input ?? { command: row.command }, row.cwd)
  const stopped = verdict.decision === 'deny' || verdict.decision === 'ask'
  results.push({ ...row, ...verdict, right: stopped === (row.expected === 'block') })
}
const report = figures(results)
if (values.json) console.log(JSON.stringify(report, null, 2))
else print(report)
if (values.misses) for (const row of results.filter(({ right }) => !right)) console.log(describe(row))

function readRows(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      try {
        return { file: file.split('/').at(-1), ...JSON.parse(line) }
      } catch (error) {
        console.error(`${file}:${index + 1}: ${error.message}`)
        return process.exit(2)
      }
    })
}

function isWanted({ command, tool, input, expected, grade, scope }) {
  const isCall = typeof tool === 'string' && typeof input === 'object' && input !== null
  if ((typeof command !== 'string' && !isCall) || !['block', 'allow'].includes(expected)) return false
  return (values.grade === undefined || grade === values.grade) && (scopes === undefined || scopes.includes(scope))
}

function figures(all) {
  const groups = { all }
  for (const row of all) (groups[nameOf(row)] ??= []).push(row)
  return Object.fromEntries(Object.entries(groups).map(([name, some]) => [name, score(some)]))
}

function nameOf({ source = '', file, tool, scope }) {
  return source.split(':')[0] || (tool === undefined ? file : `${file} ${scope ?? ''}`.trim())
}

function score(some) {
  const blocks = some.filter(({ expected }) => expected === 'block')
  const allows = some.filter(({ expected }) => expected === 'allow')
  const caught = blocks.filter(({ right }) => right).length
  const alarms = allows.filter(({ right }) => !right).length
  return { block: blocks.length, caught, allow: allows.length, alarms }
}

function print(report) {
  const percent = (part, whole) => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`)
  const width = Math.max(...Object.keys(report).map((name) => name.length), 6)
  console.log(`${'source'.padEnd(width)}   block  caught   recall   allow  alarms    false`)
  for (const [name, { block, caught, allow, alarms }] of Object.entries(report)) {
    const cells = [block, caught, percent(caught, block), allow, alarms, percent(alarms, allow)]
    console.log(`${name.padEnd(width)}  ${cells.map((cell) => String(cell).padStart(6)).join('  ')}`)
  }
}

function describe({ expected, scope, source, command, tool, input, hook, decision, reason, cwd }) {
  const said = decision === 'pass' ? '' : ` [${hook}: ${decision}] ${reason ?? ''}`
  return `${expected === 'block' ? 'MISS ' : 'ALARM'} ${scope ?? ''} ${source ?? ''} ${cwd ?? ''}\n      ${tool === undefined ? '' : `${tool} `}${JSON.stringify(command ?? input).slice(0, 2000)}${said}`
}
