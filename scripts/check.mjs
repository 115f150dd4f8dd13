// All static checks. Every check runs, and all findings are shown.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './bundle.mjs'

const bin = (name) => join(root, 'node_modules/.bin', name)
const checks = [
  ['types', bin('tsc'), ['-p', '.']],
  ['types of the page', bin('tsc'), ['-p', 'packages/dashboard/page']],
  ['types of the team pages', bin('tsc'), ['-p', 'packages/server/page']],
  ['lint', bin('oxlint'), ['--type-aware', '--deny-warnings']],
  ['format', bin('oxfmt'), ['--check', '.']],
  ['generated files', process.execPath, ['scripts/generate.mjs', '--check']],
  ['import graph', process.execPath, ['scripts/graph.mjs', '--check']],
  ['unused code', bin('knip'), ['--no-progress']],
  ['package', bin('publint'), ['packages/cli', '--strict']],
  ['server package', bin('publint'), ['packages/server', '--strict']],
]

let failed = 0
for (const [name, program, args] of checks) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8' })
  console.log(status === 0 ? 'ok    ' : 'FAILED', name)
  if (status === 0) continue
  failed += 1
  console.log(`${stdout}${stderr}`.trimEnd())
}
process.exit(failed === 0 ? 0 : 1)
