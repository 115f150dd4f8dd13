// Prepares a fresh clone: installs what the lock file names, builds what has changed. Reports each step, and
// does nothing when there is nothing to do. Uses only Node itself, because nothing else may be installed yet.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`holdpoint needs Node 20.19 or newer; this is ${process.version}.`)
  process.exit(1)
}

step({
  stamp: 'node_modules/.cache/holdpoint/installed',
  digest: () => digest(['package.json', 'package-lock.json', ...manifests()]),
  present: () => existsSync(join(root, 'node_modules/.bin/vitest')),
  says: 'Installing dependencies from the lock file …',
  run: () => run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']),
})

// The sources of the program, the page and the plugin.
const parts = ['packages', 'examples/hooks'].flatMap((folder) => sources(folder, /./))

step({
  stamp: 'node_modules/.cache/holdpoint/built',
  digest: () => digest([...parts, ...sources('scripts'), 'package.json']),
  present: () => existsSync(join(root, 'packages/cli/dist/bin/holdpoint.cjs')),
  says: 'Building …',
  run: () => run(process.execPath, ['scripts/build.mjs', '--quiet']),
})

function step({ stamp, digest: current, present, says, run: work }) {
  const file = join(root, stamp)
  const wanted = current()
  if (present() && existsSync(file) && readFileSync(file, 'utf8') === wanted) return
  console.log(says)
  work()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, wanted)
}

function run(program, args) {
  try {
    execFileSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  } catch {
    console.error(`\`${[program, ...args].join(' ')}\` failed; see above.`)
    process.exit(1)
  }
}

/** The workspaces' own manifests. */
function manifests() {
  return readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}/package.json`)
    .filter((path) => existsSync(join(root, path)))
}

function sources(folder, names = /\.(ts|mjs|cjs|sh)$/) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => names.test(name) && !name.endsWith('.test.ts') && !/(?:^|\/)(?:dist|node_modules)\//.test(name))
    .map((name) => join(folder, name))
    .filter((path) => statSync(join(root, path)).isFile())
    .toSorted()
}

function digest(files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}
