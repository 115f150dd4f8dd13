// `npm run e2e:all`: every agent of test/e2e/harness/agents on its real program, and the page docs/hosts.md from what was
// seen. `-- --host qwen droid` runs some of them; the page keeps the results of the others.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importSource, root } from './bundle.mjs'

const given = process.argv.slice(2).filter((word) => word !== '--host')
process.env.HOLDPOINT_E2E_HOSTS = given.length === 0 ? 'all' : given.join(',')

const report = join(root, 'node_modules/.cache/holdpoint/e2e-all.json')
const results = join(root, 'test/e2e/results')
mkdirSync(results, { recursive: true })
rmSync(report, { force: true })

const { AGENTS } = await importSource("export { AGENTS } from './test/e2e/harness/agents/agents.ts'")
const { installCost } = await import('../test/e2e/harness/install-cli.mjs')
const vitest = ['run', '--config', 'vitest.e2e.config.ts', 'test/e2e/hosts/']
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
const { status } = spawnSync(join(root, 'node_modules/.bin/vitest'), [...vitest, ...reporters], {
  cwd: root,
  stdio: 'inherit',
})

const tests = JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap(({ assertionResults }) => assertionResults)
for (const { id, package: name, version } of AGENTS) {
  const own = tests.filter(({ ancestorTitles }) => ancestorTitles[0] === id)
  // A page says only what was seen.
  if (own.length === 0 || own.some((test) => test.status !== 'passed')) continue
  const result = {
    package: name,
    version,
    date: new Date().toISOString().slice(0, 10),
    install: installCost({ id, version }),
    seconds: Math.round(own.reduce((sum, { duration }) => sum + duration, 0) / 1000),
    shown: Object.assign({}, ...own.map(({ meta }) => meta.shown ?? {})),
  }
  writeFileSync(join(results, `${id}.json`), `${JSON.stringify(result, null, 2)}\n`)
}
const generated = spawnSync(process.execPath, ['scripts/generate.mjs'], { cwd: root, stdio: 'inherit' })
process.exit(status === 0 ? (generated.status ?? 1) : 1)
