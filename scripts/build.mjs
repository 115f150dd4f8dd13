// Builds the package: dist/bin (the program), dist/lib (the library), dist/types, dist/dashboard (the page), dist/plugin.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { build as buildPage } from 'vite'
import { buildPlugin } from './build-plugin.mjs'
import { root } from './bundle.mjs'

/** Every file that something outside of the program starts or imports: dist/bin/<name>.cjs. */
const ENTRIES = {
  hook: 'src/app/hook-entry.ts',
  cli: 'src/cli/main.ts',
  daemon: 'src/daemon/main.ts',
  worker: 'src/app/own-worker.ts',
  index: 'src/index.ts',
  testing: 'src/testing/index.ts',
}
/** Entries that are also a part of the library: dist/lib/<name>.js. */
const LIBRARY = ['index', 'testing']
/** Copied as they are, with the build's id in place of __BUILD__. */
const SCRIPTS = {
  'holdpoint.cjs': 'src/launcher.cjs',
  'hook.sh': 'src/hook.sh',
  'ask.sh': 'src/ask.sh',
  'client.sh': 'src/client.sh',
}
const EXECUTABLE = ['holdpoint.cjs', 'ask.sh']
/** The modules that every event needs, with all that they import statically. */
const EVERY_EVENT = /src\/(?:app\/hook-entry|app\/services|engine\/chain|registry\/loaders\.generated)\.ts$/
/** Where the sources of one chunk lie. Modules that match nothing are split as the bundler thinks best. */
const CHUNKS = [/node_modules\/((?:@[^/]+\/)?[^/]+)\//, /src\/(core)\//, /src\/(shell)\//, /src\/hooks\/([^/]+)\//]
/** Packages that no event may load before it needs them: each costs more than the event itself. */
const NOT_FOR_EVENTS = /node_modules\/(?:yaml|commander|@clack|jsonc-parser|re2js)\//
/** Found in node_modules at run time, if at all. */
const EXTERNAL = [/^node:/, 'libsql', 'oxc-transform', 'ai', /^@ai-sdk\//]

const quiet = process.argv.includes('--quiet')
const out = join(root, 'dist')
const staging = join(root, `node_modules/.cache/holdpoint/dist-${process.pid}`)
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const buildId = digestOfSources()
const bundled = new Set()

rmSync(staging, { recursive: true, force: true })
mkdirSync(staging, { recursive: true })
await buildProgram()
copyScripts()
await buildDashboard()
buildTypes()
writeFileSync(join(staging, 'THIRD_PARTY_LICENSES.md'), licences())
await buildPlugin(staging)
replace(out, staging)
if (!quiet) console.log(`built ${manifest.name} ${manifest.version} into dist/`)

/** All entries in one build, so that they share their code. */
async function buildProgram() {
  const everyEvent = new Set()
  const build = await rolldown({
    input: ENTRIES,
    cwd: root,
    platform: 'node',
    preserveEntrySignatures: 'strict',
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
    plugins: [staticImportsOf(EVERY_EVENT, everyEvent)],
    onLog(level, log, handler) {
      // A module that one entry imports at once may be loaded lazily by another.
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') handler(level, log)
    },
  })
  const { output } = await build.write({
    dir: join(staging, 'bin'),
    format: 'cjs',
    exports: 'named',
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/[name]-[hash].cjs',
    minify: true,
    codeSplitting: {
      groups: [
        { name: 'event', test: (id) => everyEvent.has(id) },
        ...CHUNKS.map((pattern) => ({
          debugName: String(pattern),
          name: (id) => pattern.exec(id)?.[1].replaceAll(/\W+/g, '-').replace(/^-/, ''),
        })),
      ],
    },
  })
  await build.close()
  const chunks = output.filter(({ type }) => type === 'chunk')
  for (const { moduleIds } of chunks) moduleIds.forEach(noteDependency)
  refuseHeavyEvents(chunks)
  mkdirSync(join(staging, 'lib'))
  for (const { name, exports } of chunks.filter((chunk) => chunk.isEntry && LIBRARY.includes(chunk.name)))
    writeFileSync(join(staging, `lib/${name}.js`), libraryEntry(name, exports))
}

/** Collects the modules that match, and everything they import statically. */
function staticImportsOf(pattern, found) {
  return {
    name: 'static-imports',
    buildEnd() {
      const waiting = [...this.getModuleIds()].filter((id) => pattern.test(id))
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        if (found.has(id)) continue
        found.add(id)
        waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []))
      }
    },
  }
}

/** What an event loads at once must stay light: the entry, the hooks, the reader of commands. */
function refuseHeavyEvents(chunks) {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const isStart = ({ name, moduleIds }) => name === 'hook' || moduleIds.some((id) => /src\/(?:hooks|shell)\//.test(id))
  for (const start of chunks.filter(isStart)) {
    const seen = new Set()
    const waiting = [start.fileName]
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const chunk = byFile.get(file)
      if (chunk === undefined || seen.has(file)) continue
      seen.add(file)
      const heavy = chunk.moduleIds.find((id) => NOT_FOR_EVENTS.test(id))
      if (heavy !== undefined) throw new Error(`${start.fileName} loads ${heavy}; import it dynamically.`)
      waiting.push(...chunk.imports)
    }
  }
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
  const { output } = await buildPage({
    configFile: join(root, 'dashboard/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: join(staging, 'dashboard'), emptyOutDir: true },
  })
  for (const { moduleIds } of output) moduleIds?.forEach(noteDependency)
}

function buildTypes() {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const args = [tsc, '-p', 'tsconfig.types.json', '--outDir', join(staging, 'types')]
  execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
}

/** A process that starts meanwhile finds the old program or the new one. */
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

/** Compiled settings and the daemon belong to one build: any change of the sources is another one. */
function digestOfSources() {
  const hash = createHash('sha256').update(manifest.version)
  for (const name of readdirSync(join(root, 'src'), { recursive: true }).toSorted()) {
    if (/\.(ts|cjs|sh)$/.test(name) && !name.endsWith('.test.ts'))
      hash.update(name).update(readFileSync(join(root, 'src', name)))
  }
  return hash.digest('hex').slice(0, 16)
}
