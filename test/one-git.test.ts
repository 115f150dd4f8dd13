import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const SOURCES = resolve(import.meta.dirname, '../packages')

/** They start git in a directory that this program has made, or in the user's own checkout of the harness. */
const ELSEWHERE = [
  'cli/src/policy-tests/repository.ts',
  'packs/src/session/update-check/job.ts',
  'testing/src/repository.ts',
]

/** `run('git', …)`, `spawn("/usr/bin/git", …)`, and git in a line for a shell. */
const STARTS =
  /\b(?:run|spawn|spawnSync|exec|execSync|execFile|execFileSync|watch|startDetached|start)\(\s*['"`](?:[^'"`\s]*\/)?git\b/

it('git is started in one place', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /^\w+\/src\/.*\.(?:ts|cjs|sh)$/.test(name) && !name.endsWith('.test.ts'))
  const found = files.filter((name) => STARTS.test(readFileSync(join(SOURCES, name), 'utf8')))
  expect(found.toSorted()).toEqual(ELSEWHERE)
})

it('only the safe way, the one for the own checkout and the doctor, for its version, look for git', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /^\w+\/src\/.*\.ts$/.test(name) && !name.endsWith('.test.ts'),
  )
  const importers = files.filter((name) => /\bfindGit\(/.test(readFileSync(join(SOURCES, name), 'utf8')))
  expect(importers.toSorted()).toEqual([
    'cli/src/doctor/tools.ts',
    'runtime/src/system/git/executable.ts',
    'runtime/src/system/git/own-checkout.ts',
    'runtime/src/system/git/safe-git.ts',
  ])
})
