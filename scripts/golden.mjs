// Plays fixtures, case tables and the corpus through the built program and compares its answers with test/golden.
import { execFileSync, fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './bundle.mjs'
import { compared, describeDifference } from './golden/compare.mjs'
import { readGolden, writeGolden } from './golden/file.mjs'
import { compiledPresets } from './golden/presets.mjs'
import { bundleTables } from './golden/tables.mjs'

const { values } = parseArgs({
  options: {
    update: { type: 'boolean' },
    only: { type: 'string' },
    all: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) {
  console.log(`Usage: npm run golden -- [options]

Compares what the built program answers to every fixture, table case and corpus row with test/golden.
Exit code 1: at least one answer differs.

Options:
  --update       record the answers of this build; with --only, those of these cases
  --only <text>  only cases whose id contains the text
  --all          show every difference (default: the first 5)`)
  process.exit(0)
}
/** Of the machine's environment only its programs. */
const ENV = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  TMPDIR: '/tmp',
  TZ: 'UTC',
  LANG: 'C.UTF-8',
  SHELL: '/bin/bash',
}

const startedAt = Date.now()
// Not TMPDIR: the depth of the project's path decides where `../../..` leads.
const base = realpathSync(mkdtempSync('/tmp/holdpoint-golden-'))
const tables = await bundleTables()
let rows
try {
  const workers = Math.min(4, Math.max(1, availableParallelism()))
  const shares = await Promise.all(Array.from({ length: workers }, (_, share) => runWorker(share, workers)))
  rows = [...shares.flat(), ...(await compiledPresets(join(base, 'presets')))]
} finally {
  tables.remove()
  rmSync(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
const isWanted = ({ id }) => values.only === undefined || id.includes(values.only)
rows = rows.filter(isWanted)
const seconds = ((Date.now() - startedAt) / 1000).toFixed(0)
const counts = Object.entries(countBySort(rows)).map(([sort, count]) => `${count} ${sort}`)
console.log(`${rows.length} cases in ${seconds} s: ${counts.join(', ')}`)

if (values.update) {
  const others = values.only === undefined ? [] : readGolden().filter((row) => !isWanted(row))
  writeGolden([...others, ...rows])
  console.log('recorded in test/golden')
  // The hook pages take their examples from the recorded cases.
  execFileSync(process.execPath, [join(root, 'scripts/generate.mjs')], { stdio: 'inherit' })
} else {
  const before = readGolden().filter(isWanted)
  const differences = compared(before, rows)
  const shown = values.all ? differences : differences.slice(0, 5)
  for (const difference of shown) console.log(describeDifference(difference))
  if (differences.length > shown.length) console.log(`… and ${differences.length - shown.length} more (--all)`)
  if (differences.length > 0) {
    console.log(`${differences.length} of ${rows.length} cases differ. If that is intended: npm run golden -- --update`)
    process.exit(1)
  }
  console.log('equal')
}

/** Directories of workers have names of the same length, because texts are cut by length. */
function runWorker(share, of) {
  const out = join(base, `out-${share}.jsonl`)
  const job = { base: join(base, `worker-${share}`), tables: tables.file, out, share, of, only: values.only }
  mkdirSync(job.base)
  return new Promise((resolve, reject) => {
    process.umask(0o022)
    const child = fork(join(root, 'scripts/golden/play.mjs'), [JSON.stringify(job)], { stdio: 'inherit', env: ENV })
    child.on('error', reject)
    child.on('exit', (code) => {
      if (code !== 0) reject(new Error(`golden worker ${share} ended with ${code}`))
      else
        resolve(
          readFileSync(out, 'utf8')
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line)),
        )
    })
  })
}

function countBySort(some) {
  const counts = {}
  for (const { sort } of some) counts[sort] = (counts[sort] ?? 0) + 1
  return counts
}
