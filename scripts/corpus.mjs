// Scores the guard hooks on rows with a known answer: what they catch, which harmless commands they stop, and what
// guard/auto-review approves. Nothing is executed.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { importSource, root } from './bundle.mjs'

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
if (values.help) {
  console.log(`Usage: npm run corpus -- [options] [file.jsonl …]

Scores commands with a known answer: \`block\` rows should be denied or asked about, \`allow\` rows should not.
Without files: all rows of test/corpus, and those that test/corpus/generate makes of techniques, payloads and spellings.

Rows are JSON objects with "command" and "expected" (block, allow; anything else is left out), and optionally
"source", "scope", "grade", "cwd", "presets" (the preset recommended unless given) and "reads" (whether it only reads, so that
guard/auto-review should approve it; with "expected": "any" only that counts). A row with
"tool" and "input" instead of a command is judged as a call of that tool. Nothing is executed.

Options:
  --grade <g>    only rows of this grade (hard, soft)
  --scope <s,s>  only rows of these scopes
  --misses       list every row that was judged wrongly, and by which hook
  --json         the figures as JSON; with --misses the wrong rows as JSON lines

Examples:
  npm run corpus
  npm run corpus -- --misses --scope "technique common"
  npm run corpus -- --misses --grade hard --scope core,net,self rows/*.jsonl`)
  process.exit(0)
}

const { judgeCall, isApprovedBy, generateRows } = await importSource(`
  export { judgeCall, isApprovedBy } from './packages/testing/src/judge-command.ts'
  export { generateRows } from './test/corpus/generate/generate.ts'`)
const CORPUS = join(root, 'test/corpus')
const scopes = values.scope?.split(',')
const rows = (positionals.length > 0 ? positionals.flatMap((file) => readRows(file)) : ownRows()).filter(isWanted)
const results = []
for (const row of rows) {
  const verdict = await judgeCall(row.tool ?? 'Bash', row.input ?? { command: row.command }, ...placeOf(row))
  const stopped = verdict.decision === 'deny' || verdict.decision === 'ask'
  const isReviewed = row.tool === undefined && (row.expected === 'block' || typeof row.reads === 'boolean')
  const approved = isReviewed && (await isApprovedBy('guard/auto-review', row.command, row.cwd))
  const isJudgedRight = row.expected === 'any' || stopped === (row.expected === 'block')
  const right = isJudgedRight && (!isReviewed || approved === (row.reads === true))
  results.push({ ...row, ...verdict, stopped, approved, right })
}
const wrong = results.filter(({ right }) => !right)
const report = figures(results)
if (values.json)
  console.log(values.misses ? wrong.map((row) => JSON.stringify(row)).join('\n') : JSON.stringify(report))
else print(report)
if (values.misses && !values.json) for (const row of wrong) console.log(describe(row))

/** Where a row is judged, and under which presets. */
function placeOf({ cwd, presets }) {
  return [cwd, undefined, undefined, undefined, presets]
}

function ownRows() {
  const files = readdirSync(CORPUS).filter((name) => name.endsWith('.jsonl'))
  const written = files.toSorted().flatMap((name) => readRows(join(CORPUS, name)))
  const generated = generateRows(join(CORPUS, 'generate')).map((row) => ({ ...row, group: row.scope }))
  return [...generated, ...written.map((row) => ({ ...row, group: row.file.replace('.jsonl', '') }))]
}

function readRows(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      try {
        return { file: basename(file), ...JSON.parse(line) }
      } catch (error) {
        console.error(`${file}:${index + 1}: ${error.message}`)
        return process.exit(2)
      }
    })
}

function isWanted({ command, tool, input, expected, grade, scope }) {
  const isCall = typeof tool === 'string' && typeof input === 'object' && input !== null
  if ((typeof command !== 'string' && !isCall) || !['block', 'allow', 'any'].includes(expected)) return false
  return (values.grade === undefined || grade === values.grade) && (scopes === undefined || scopes.includes(scope))
}

function figures(all) {
  const groups = { all }
  for (const row of all) (groups[nameOf(row)] ??= []).push(row)
  return Object.fromEntries(Object.entries(groups).map(([name, some]) => [name, score(some)]))
}

function nameOf({ group, source = '', file, tool, scope }) {
  return group ?? (source.split(':')[0] || (tool === undefined ? file : `${file} ${scope ?? ''}`.trim()))
}

function score(some) {
  const count = (isCounted) => some.filter((row) => isCounted(row)).length
  return {
    block: count(({ expected }) => expected === 'block'),
    caught: count(({ expected, stopped }) => expected === 'block' && stopped),
    unsafe: count(({ expected, reads, approved }) => (expected === 'block' || reads === false) && approved),
    allow: count(({ expected }) => expected === 'allow'),
    alarms: count(({ expected, stopped }) => expected === 'allow' && stopped),
    reads: count(({ reads }) => reads === true),
    changes: count(({ reads }) => reads === false),
    approved: count(({ reads, approved }) => reads === true && approved),
  }
}

function print(report) {
  const percent = (part, whole) => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`)
  const width = Math.max(...Object.keys(report).map((name) => name.length), 6)
  console.log(`${'rows'.padEnd(width)}   block  caught   recall   allow  alarms    false`)
  for (const [name, { block, caught, allow, alarms }] of Object.entries(report)) {
    const cells = [block, caught, percent(caught, block), allow, alarms, percent(alarms, allow)]
    console.log(`${name.padEnd(width)}  ${cells.map((cell) => String(cell).padStart(6)).join('  ')}`)
  }
  const { block, unsafe, reads, changes, approved } = report.all
  if (reads > 0)
    console.log(`guard/auto-review approves ${approved} of ${reads} that only read (${percent(approved, reads)})`)
  if (block + changes > 0)
    console.log(`guard/auto-review approves ${unsafe} of ${block + changes} that are attacks or change something`)
}

function describe({ expected, scope, source, command, tool, input, hook, decision, reason, cwd, stopped, approved }) {
  const said = decision === 'pass' ? '' : ` [${hook}: ${decision}] ${reason ?? ''}`
  const what = approved ? 'UNSAFE' : expected === 'block' ? 'MISS  ' : stopped ? 'ALARM ' : 'ASKED '
  return `${what} ${scope ?? ''} ${source ?? ''} ${cwd ?? ''}\n      ${tool === undefined ? '' : `${tool} `}${JSON.stringify(command ?? input).slice(0, 2000)}${said}`
}
