// Takes harmless commands from packages anybody can install, into test/corpus/benign-<set>.jsonl. Needs npm, apt-get,
// dpkg-deb, groff and bash; fetches into --cache and runs nothing that it finds. The sets are frozen: running this
// again is for a new set or a new filter, never to take out what the guard stops.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './bundle.mjs'
import { fencedCommands, maintainerCommands, manCommands, packageScripts } from './corpus-extract/takers.mjs'
import { whyNot } from './corpus-extract/filters.mjs'

const { values } = parseArgs({ options: { cache: { type: 'string' }, help: { type: 'boolean', short: 'h' } } })
if (values.help || values.cache === undefined) {
  console.log(`Usage: node scripts/corpus-extract.mjs --cache <folder>

Writes the harmless sets of test/corpus from the sources in scripts/corpus-extract/sources.json:
  benign-npm.jsonl      "scripts" of package.json (this project's node_modules, and packages fetched with npm pack)
  benign-readme.jsonl   sh, bash, shell and console blocks in the README of those packages
  benign-man.jsonl      EXAMPLES sections of the man pages of Debian packages
  benign-system.jsonl   single commands of maintainer scripts of Debian packages
and prints how many lines were left out, and why.

Options:
  --cache <folder>  where packages are fetched to; kept, so that a second run fetches nothing`)
  process.exit(values.help ? 0 : 2)
}

const sources = JSON.parse(readFileSync(join(root, 'scripts/corpus-extract/sources.json'), 'utf8'))
const readByHand = new Map(
  sources.leftOutByHand.flatMap(({ reason, commands }) => commands.map((one) => [one, reason])),
)
const seen = new Set()

const npm = [...installedPackages(), ...sources.npm.map(fetchNpm)]
write('npm', npm.flatMap(packageScripts))
write('readme', npm.flatMap(fencedCommands))
const debian = sources.debian.map(fetchDebian)
write('man', debian.flatMap(manCommands))
write('system', debian.flatMap(maintainerCommands))

function write(set, candidates) {
  const leftOut = {}
  const openings = new Map()
  const rows = []
  for (const { command, source } of candidates) {
    const opening = command.split(' ', 2).join(' ')
    const reason = seen.has(command)
      ? 'said before'
      : (readByHand.get(command) ?? whyNot(command) ?? tooMany(openings, opening))
    seen.add(command)
    if (reason === undefined) rows.push({ command, expected: 'allow', source, scope: set })
    else leftOut[reason] = (leftOut[reason] ?? 0) + 1
  }
  const most = sources.most[set] ?? rows.length
  const kept = rows.filter(
    (_, index) => Math.floor((index * most) / rows.length) !== Math.floor(((index - 1) * most) / rows.length),
  )
  const lines = (most < rows.length ? kept : rows).map((row) => JSON.stringify(row))
  writeFileSync(join(root, `test/corpus/benign-${set}.jsonl`), `${lines.join('\n')}\n`)
  console.log(`${set}: ${candidates.length} lines, ${rows.length} fit, ${lines.length} kept`)
  for (const [reason, count] of Object.entries(leftOut).toSorted((a, b) => b[1] - a[1]))
    console.log(`  ${count} ${reason}`)
}

/** A hundred ways to say `npm install <name>` measure one thing. */
function tooMany(openings, opening) {
  openings.set(opening, (openings.get(opening) ?? 0) + 1)
  return openings.get(opening) > 40 ? 'more than 40 that start alike' : undefined
}

function installedPackages() {
  const modules = join(root, 'node_modules')
  const names = readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
  )
  return names
    .filter((name) => !/^@holdpoint\/|^holdpoint$/.test(name) && existsSync(join(modules, name, 'package.json')))
    .toSorted()
    .map((name) => join(modules, name))
}

function fetchNpm(spec) {
  const folder = join(values.cache, 'npm', spec.replaceAll('/', '+'))
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true })
    const packed = execFileSync('npm', ['pack', '--silent', spec], { cwd: folder, encoding: 'utf8' })
      .trim()
      .split('\n')
      .at(-1)
    execFileSync('tar', ['-xzf', packed, '--strip-components=1'], { cwd: folder })
  }
  return folder
}

function fetchDebian(name) {
  const folder = join(values.cache, 'debian', name.split('=')[0])
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true })
    execFileSync('apt-get', ['download', name], { cwd: folder, stdio: 'ignore' })
    const file = readdirSync(folder).find((one) => one.endsWith('.deb'))
    execFileSync('dpkg-deb', ['-x', file, 'files'], { cwd: folder })
    execFileSync('dpkg-deb', ['-e', file, 'control'], { cwd: folder })
  }
  return folder
}
