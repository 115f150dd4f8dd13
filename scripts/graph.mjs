// The packages and what their code imports. Fails on an import that the package's manifest does not declare, on a
// relative path that leaves the package, on a cycle, and when ARCHITECTURE.md shows another graph.
//
//   node scripts/graph.mjs            writes the graph into ARCHITECTURE.md
//   node scripts/graph.mjs --check    writes nothing and fails when the two differ
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'rolldown/experimental'
import { root } from './bundle.mjs'

const START = '<!-- graph: written by scripts/graph.mjs -->'
const END = '<!-- /graph -->'

/** Every package with its manifest and the imports of its shipped files. */
export function readPackages(base = root) {
  return readdirSync(join(base, 'packages')).map((folder) => {
    const path = join(base, 'packages', folder)
    const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
    const imports = shippedFiles(path).flatMap((file) => importsOf(file).map((from) => ({ file, from })))
    return { folder, path, name: manifest.name, manifest, imports }
  })
}

/** What is wrong with the imports, one line each. */
export function problemsOf(packages, base = root) {
  const wrong = packages.flatMap((one) =>
    one.imports.flatMap(({ file, from }) => {
      const problem = problemOf(one, file, from)
      return problem === undefined ? [] : [`${relative(base, file)}: ${problem}`]
    }),
  )
  return [...wrong, ...cyclesIn(packages)]
}

function problemOf({ folder, path, manifest }, file, from) {
  if (from.startsWith('.')) {
    const target = relative(path, join(dirname(file), from))
    if (target.startsWith('..')) return `'${from}' leaves the package. Import the other package by its name.`
    return folder === 'packs' ? otherPack(relative(path, file), target) : undefined
  }
  if (from.startsWith('node:')) {
    const mayUseNode = Object.hasOwn(manifest.devDependencies ?? {}, '@types/node')
    return mayUseNode ? undefined : `'${from}': ${folder} does not use Node (no @types/node in its package.json).`
  }
  const name = packageOf(from)
  return Object.hasOwn(declaredBy(manifest), name)
    ? undefined
    : `'${from}': ${name} is not a dependency in packages/${folder}/package.json.`
}

/** A pack imports itself and `shared`, so that it can be removed without touching another. */
function otherPack(file, target) {
  const [, from, ...below] = file.split('/')
  const [, to, ...rest] = target.split('/')
  if (below.length === 0 || rest.length === 0 || from === to || to === 'shared') return undefined
  return `the pack ${from} imports the pack ${to}. Move what both need to shared.`
}

/** A published package is bundled with the others, so it needs them only for its build. */
const PUBLISHED = ['holdpoint', 'holdpoint-server']
const declaredBy = ({ name, dependencies, optionalDependencies, peerDependencies, devDependencies }) => ({
  ...dependencies,
  ...optionalDependencies,
  ...peerDependencies,
  ...(PUBLISHED.includes(name) && devDependencies),
})

function cyclesIn(packages) {
  const next = new Map(packages.map((one) => [one.name, importedPackages(one, packages)]))
  const reached = (from, seen = new Set()) => {
    for (const name of next.get(from)) if (!seen.has(name)) reached(name, seen.add(name))
    return seen
  }
  return packages.filter(({ name }) => reached(name).has(name)).map(({ name }) => `${name} is part of a cycle.`)
}

function importedPackages({ imports }, packages) {
  const names = new Set(imports.map(({ from }) => packageOf(from)))
  return packages.map(({ name }) => name).filter((name) => names.has(name))
}

const packageOf = (from) => from.split('/', from.startsWith('@') ? 2 : 1).join('/')

const NOT_CODE = new Set(['node_modules', 'dist', 'plugin'])

function shippedFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return NOT_CODE.has(entry.name) ? [] : shippedFiles(path)
    return /\.tsx?$/.test(entry.name) && !/\.(?:test|config)\.tsx?$/.test(entry.name) ? [path] : []
  })
}

function importsOf(file) {
  const text = readFileSync(file, 'utf8')
  const { module } = parseSync(file, text)
  const reexports = module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest))
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start, end))
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...reexports.filter((request) => request !== null).map(({ value }) => value),
    ...dynamic.filter((literal) => /^'[^']*'$/.test(literal)).map((literal) => literal.slice(1, -1)),
  ]
}

/** The graph as a table, the package that imports no other first. */
export function tableOf(packages) {
  const byName = new Map(packages.map((one) => [one.name, one]))
  const depthOf = (one) => Math.max(0, ...importedPackages(one, packages).map((name) => 1 + depthOf(byName.get(name))))
  const rows = packages
    .toSorted((a, b) => depthOf(a) - depthOf(b) || a.folder.localeCompare(b.folder))
    .map((one) => {
      const inside = importedPackages(one, packages).map((name) => byName.get(name).folder)
      const sources = one.imports.map(({ from }) => (from.startsWith('node:') ? 'Node' : packageOf(from)))
      const outside = [...new Set(sources)].filter((name) => !name.startsWith('.') && !byName.has(name))
      return [`\`${one.folder}\``, inside.toSorted().join(', ') || '–', outside.toSorted().join(', ') || '–']
    })
  return table([['package', 'imports the packages', 'imports from outside'], ...rows])
}

/** Padded as the formatter pads it. */
function table([head, ...rows]) {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)))
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** Why ARCHITECTURE.md does not show this graph; without `--check` the graph is written there. */
function drift(packages) {
  const path = join(root, 'ARCHITECTURE.md')
  const text = readFileSync(path, 'utf8')
  const [before, after] = [text.split(START)[0], text.split(END)[1]]
  if (after === undefined) return [`ARCHITECTURE.md: no section from ${START} to ${END}.`]
  const next = `${before}${START}\n\n${tableOf(packages)}\n\n${END}${after}`
  if (next === text) return []
  if (process.argv.includes('--check')) return ['ARCHITECTURE.md shows another graph. Run `npm run generate`.']
  writeFileSync(path, next)
  return []
}

function main() {
  const packages = readPackages()
  const wrong = problemsOf(packages)
  // A graph with a cycle cannot be drawn.
  const problems = wrong.length > 0 ? wrong : drift(packages)
  for (const problem of problems) console.error(problem)
  return problems.length === 0 ? 0 : 1
}

if (process.argv[1]?.endsWith('graph.mjs')) process.exit(main())
