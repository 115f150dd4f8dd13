// Builds the package: dist/bin (the program), dist/lib (the library), dist/types, dist/dashboard (the page), dist/plugin,
// dist/docs.
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { build as buildPage } from 'vite'
import { buildPlugin } from './build-plugin.mjs'
import { root } from './bundle.mjs'
import { writePackageDocs } from './package-docs.mjs'
import { buildServer } from './build-server.mjs'
import { buildTypes } from './types.mjs'

/** Every file that something outside of the program starts or imports: dist/bin/<name>.cjs. */
const ENTRIES = {
  hook: 'packages/runtime/src/hook-entry.ts',
  cli: 'packages/cli/src/main.ts',
  daemon: 'packages/runtime/src/daemon/main.ts',
  aside: 'packages/runtime/src/daemon/aside/main.ts',
  runner: 'packages/runtime/src/daemon/runner/main.ts',
  worker: 'packages/runtime/src/custom/own-worker.ts',
  index: 'packages/cli/src/index.ts',
  testing: 'packages/testing/src/index.ts',
}
/** Entries that are also a part of the library: dist/lib/<name>.js. */
const LIBRARY = ['index', 'testing']
/** Copied as they are, with the build's id in place of __BUILD__. */
const SCRIPTS = {
  'holdpoint.cjs': 'packages/cli/src/launcher.cjs',
  'hook.sh': 'packages/runtime/src/daemon/client/hook.sh',
  'ask.sh': 'packages/runtime/src/daemon/client/ask.sh',
  'opencode.js': 'packages/hosts/src/opencode/plugin.js',
  'client.sh': 'packages/runtime/src/daemon/client/client.sh',
}
const EXECUTABLE = ['holdpoint.cjs', 'ask.sh']
/** The entry of an event, and what every event loads next. */
const EVERY_EVENT = [
  'packages/runtime/src/hook-entry.ts',
  'packages/runtime/src/services.ts',
  'packages/engine/src/run/chain.ts',
  'packages/packs/src/loaders.generated.ts',
]
/** Chunks by the path of their modules. Modules that match nothing, such as an index, go where the bundler puts them. */
const CHUNKS = [
  [/node_modules\/(@[^/]+\/[^/]+|[^@/]+)\//, 'lib-$1'],
  [/packages\/(?:engine\/src\/(?:lib\/)?(?!index)[^/]+|shell\/src\/budget)\.ts$/, 'engine'],
  // Every guard uses the words for effects; only a command needs the reader, and only auto-review what judges reads.
  [/packages\/shell\/src\/(?:(?:git|services)\/)?(?!index)[^/]+\.ts$/, 'effects'],
  [
    /packages\/(?:shell\/src\/read-only\/(?!usage|words|sql|environment)|packs\/src\/guard\/review\/(?!subject|options))/,
    'review',
  ],
  [/packages\/shell\/src\//, 'shell'],
  // Two guards judge every call of a tool; most others only what changes something.
  [
    /packages\/packs\/src\/(?:guard\/(?:self-protection\/|no-secret-access\/|[^/]+$)|shared\/secret-)/,
    'pack-guard-reads',
  ],
  // After most commands two hooks are asked, and have nothing to do.
  [
    /packages\/packs\/src\/(?:quality\/(?:track\/track|test-runner\/(?:test-runner|report)|quiet-calls)|shared\/test-command)\.ts$/,
    'pack-quality-quiet',
  ],
  // Quality works without a plan.
  [/packages\/packs\/src\/shared\/(?:plan-|master-plan|session-readers)/, 'pack-shared-plan'],
  [/packages\/packs\/src\/([^/]+)\//, 'pack-$1'],
]
/** Packages that no event may load before it needs them: each costs more than the event itself. */
const NOT_FOR_EVENTS = /node_modules\/(?:yaml|commander|@clack|jsonc-parser|libsql|re2js|smol-toml)\//
/** Found in node_modules at run time, if at all. */
const EXTERNAL = [/^node:/, 'oxc-transform', 'ai', /^@ai-sdk\//]

const quiet = process.argv.includes('--quiet')
const out = join(root, 'packages/cli/dist')
const staging = join(root, `node_modules/.cache/holdpoint/dist-${process.pid}`)
const manifest = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'))
const buildId = digestOfSources()
const bundled = new Set()

rmSync(staging, { recursive: true, force: true })
mkdirSync(staging, { recursive: true })
await buildProgram()
copyScripts()
await buildDashboard()
await buildTypes(root, Object.fromEntries(LIBRARY.map((name) => [name, ENTRIES[name]])), join(staging, 'types'))
writeFileSync(join(staging, 'THIRD_PARTY_LICENSES.md'), licences())
await buildPlugin(staging)
writePackageDocs(join(staging, 'docs'))
replace(out, staging)
await buildServer(root)
if (!quiet) console.log(`built ${manifest.name} ${manifest.version} into dist/`)

/** All entries in one build, so that they share their code. */
async function buildProgram() {
  const everyEvent = await modulesOfEveryEvent()
  // A package's index imports all of its package, also what no event uses, so a chunk takes only the modules it names;
  // the bundler then needs permission to export more from an entry than its source does.
  const build = await rolldown(inputOf(ENTRIES, 'allow-extension'))
  const { output } = await build.write({
    dir: join(staging, 'bin'),
    format: 'cjs',
    exports: 'named',
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/[name]-[hash].cjs',
    minify: true,
    // V8 reads one byte for each character of such a file, and the launcher does not have to decode it.
    charset: 'ascii',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: 'event', test: (id) => everyEvent.has(id) },
        ...CHUNKS.map(([pattern, name]) => ({
          debugName: name,
          name: (id) => pattern.exec(id)?.[0].replace(pattern, name).replaceAll(/\W+/g, '-'),
        })),
      ],
    },
  })
  await build.close()
  const chunks = output.filter(({ type }) => type === 'chunk')
  for (const { moduleIds } of chunks) moduleIds.forEach(noteDependency)
  refuseHeavyEvents(chunks)
  refuseOtherThanAscii(chunks)
  mkdirSync(join(staging, 'lib'))
  for (const name of LIBRARY) {
    const [entry] = await chunksOf([ENTRIES[name]])
    writeFileSync(join(staging, `lib/${name}.js`), libraryEntry(name, entry.exports))
  }
}

function inputOf(input, preserveEntrySignatures) {
  return {
    input,
    cwd: root,
    platform: 'node',
    preserveEntrySignatures,
    external: EXTERNAL,
    // The CommonJS form of some packages hides its imports from the bundler.
    resolve: { mainFields: ['module', 'main'] },
    transform: {
      define: {
        __HOLDPOINT_BUILD__: JSON.stringify(buildId),
        __HOLDPOINT_VERSION__: JSON.stringify(manifest.version),
      },
      target: 'node20.19',
    },
    onLog(level, log, handler) {
      // A module that one entry imports at once may be loaded lazily by another.
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') handler(level, log)
    },
  }
}

/** The chunks of these entries alone, without any grouping. */
async function chunksOf(paths) {
  const build = await rolldown(inputOf(paths, 'strict'))
  const { output } = await build.generate({ format: 'cjs', exports: 'named' })
  await build.close()
  return output
}

async function modulesOfEveryEvent() {
  const chunks = await chunksOf(EVERY_EVENT)
  const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)
  return new Set(loadedAtOnce(chunks, entries).flatMap(({ moduleIds }) => moduleIds))
}

/** These chunks, and all that they import statically. */
function loadedAtOnce(chunks, fileNames) {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set()
  const waiting = [...fileNames]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const chunk = byFile.get(file)
    if (chunk === undefined || found.has(chunk)) continue
    found.add(chunk)
    waiting.push(...chunk.imports)
  }
  return [...found]
}

/** What an event loads at once must stay light: no heavy package, and the reader only for a command. */
function refuseHeavyEvents(chunks) {
  for (const { name, fileName } of chunks.filter((chunk) => /^(?:hook|shell|pack-.*)$/.test(chunk.name))) {
    const loaded = loadedAtOnce(chunks, [fileName])
    if (loaded.some((chunk) => chunk.name === 'review'))
      throw new Error(`${fileName} loads what only auto-review needs.`)
    const heavy = loaded.flatMap(({ moduleIds }) => moduleIds).find((id) => NOT_FOR_EVENTS.test(id))
    if (heavy !== undefined) throw new Error(`${fileName} loads ${heavy}; import it dynamically.`)
    if (name !== 'shell' && loaded.some(isReader))
      throw new Error(`${fileName} loads the reader of commands for every event; import it dynamically.`)
  }
}

/** The launcher takes each byte for a character. A tagged template keeps what its source says. */
function refuseOtherThanAscii(chunks) {
  for (const { code, fileName } of chunks) {
    const other = /[^\0-\x7f]/.exec(code)
    if (other !== null) throw new Error(`${fileName} contains ${JSON.stringify(other[0])}; escape it in the source.`)
  }
}

/** Other modules may be called shell too, so the name of a chunk does not tell. */
function isReader({ moduleIds }) {
  return moduleIds.some((id) => id.endsWith('packages/shell/src/read/read-command.ts'))
}

/** The library is an ES module; its code is the program's, which is CommonJS. */
function libraryEntry(name, names) {
  return `import library from '../bin/${name}.cjs'\n\nexport const { ${names.toSorted().join(', ')} } = library\n`
}

function copyScripts() {
  for (const [name, path] of Object.entries(SCRIPTS)) {
    const file = join(staging, 'bin', name)
    writeFileSync(file, readFileSync(join(root, path), 'utf8').replaceAll('__BUILD__', buildId))
    if (EXECUTABLE.includes(name)) chmodSync(file, 0o755)
  }
}

/** What `holdpoint dashboard` serves. */
async function buildDashboard() {
  // Vite obeys it: a build that a test starts would get the page for development, with paths of this machine in it.
  process.env.NODE_ENV = 'production'
  const { output } = await buildPage({
    configFile: join(root, 'packages/dashboard/page/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: join(staging, 'dashboard'), emptyOutDir: true },
  })
  for (const { moduleIds } of output) moduleIds?.forEach(noteDependency)
}

/** A process that starts meanwhile finds either the old program or the new one. */
function replace(target, next) {
  const old = `${next}-old`
  if (existsSync(target)) renameSync(target, old)
  renameSync(next, target)
  rmSync(old, { recursive: true, force: true })
}

function noteDependency(id) {
  const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id) ?? []
  if (folder !== undefined) bundled.add(folder)
}

/** The licences of bundled packages require that their text is shipped. */
function licences() {
  const parts = [...bundled].toSorted().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    if (file === undefined) throw new Error(`${name} has no licence file`)
    return `## ${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
  })
  return `# Licences of bundled code\n\n${parts.join('\n')}`
}

/** Compiled settings and the daemon belong to one build: any change of the sources makes another one. */
function digestOfSources() {
  const hash = createHash('sha256').update(manifest.version)
  for (const name of readdirSync(join(root, 'packages'), { recursive: true }).toSorted()) {
    if (/^[^/]+\/(?:src|server)\/.*\.(?:ts|cjs|sh)$/.test(name) && !name.endsWith('.test.ts'))
      hash.update(name).update(readFileSync(join(root, 'packages', name)))
  }
  return hash.digest('hex').slice(0, 16)
}
