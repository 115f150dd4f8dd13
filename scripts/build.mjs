// Builds the package: dist/bin (what the hook and the command line run), dist/dashboard (the page), dist/lib (the
// library), dist/types, dist/plugin.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { rolldown } from 'rolldown'
import { minifySync, parseSync } from 'rolldown/experimental'
import { build as buildPage } from 'vite'
import { buildPlugin } from './build-plugin.mjs'
import { root } from './bundle.mjs'
import { lazyConstants } from './lazy-constants.mjs'
import { compilerApart, hooksWithoutCode, leanHooks, staticModules } from './lean-hooks.mjs'

const quiet = process.argv.includes('--quiet')
const out = join(root, 'dist')
const staging = join(root, `node_modules/.cache/holdpoint/dist-${process.pid}`)
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const dependencies = new Set()
const define = {
  __HOLDPOINT_BUILD__: JSON.stringify(digestOfSources()),
  __HOLDPOINT_VERSION__: JSON.stringify(manifest.version),
}

/** What the hook entry needs for every event. */
const everyEvent = staticModules((_, { isEntry }) => isEntry)
/** What it needs besides to run a hook, whichever it is. */
const everyHook = staticModules((id) =>
  /src\/(?:engine\/chain|app\/services|registry\/loaders\.generated)\.ts$/.test(id),
)

/** A small hook that runs for every command, also for one that only looks. */
const ASKED_MOST = /src\/hooks\/guard\/(?:auto-review\/|review\/subject)/

/** What nearly every pack of hooks asks of a project. */
const FACTS = /src\/core\/(?:git|glob|harness-state|input-paths|source-files)/

/** What one event loads together lies in one file: each file more is opened, read and checked on every event. */
const TOGETHER = [
  { name: 'base', test: (id) => everyEvent.modules.has(id), priority: 2 },
  { name: 'run', test: (id) => everyHook.modules.has(id) || ASKED_MOST.test(id) || FACTS.test(id), priority: 1 },
  { name: 'planning-files', test: /src\/app\/planning\.ts|src\/hooks\/planning\/(?:config|values)\.ts/ },
  { name: 'inline-code', test: /src\/shell\/code\// },
  {
    name: 'plans',
    test: /src\/core\/(?:plan-|master-plan|session-readers|told)|src\/hooks\/(?:plan|session)\/(?!update-check|notify)/,
  },
  {
    name: 'quality',
    test: /src\/hooks\/quality\/(?!test-runner\/job)|src\/core\/(?:new-text|programs|linters|plain-output|test-frameworks)/,
  },
  {
    name: 'guard-git',
    test: /src\/hooks\/guard\/(?:git-rules|no-(?:commit|force|destructive)|safe-|test-evidence|proof-)/,
  },
  { name: 'guard', test: /src\/hooks\/guard\/(?!review|auto-review|llm-review)|src\/core\/secret-paths/ },
  { name: 'own', test: /src\/own\/(?:load|meta|trust[^/]*|module\/(?:tree|built))\.ts/ },
  { name: 'own-module', test: /src\/own\/module\/(?:hook|thread|verdict)\.ts/ },
  { name: 'shell-parser', test: /src\/shell\/parse\.ts|node_modules\/unbash/ },
  { name: 'shell', test: /src\/shell\/(?!read-only)/ },
  // Left to itself, the bundler may put it beside its own runtime, which is part of the entry.
  { name: 'yaml', test: /node_modules\/yaml\// },
]

rmSync(staging, { recursive: true, force: true })
mkdirSync(staging, { recursive: true })
// Bundles of their own, so that the hook entry never shares a file with the others' larger world.
await bundle({ hook: 'src/app/hook-entry.ts' }, 'bin', 'cjs', [
  leanHooks,
  compilerApart,
  everyEvent.plugin,
  everyHook.plugin,
  lazyConstants,
])
await bundle({ compile: 'src/app/compile-entry.ts' }, 'bin/compile', 'cjs', [hooksWithoutCode])
await bundle({ cli: 'src/cli/main.ts' }, 'bin/cli', 'cjs')
await bundle({ daemon: 'src/daemon/main.ts' }, 'bin/daemon', 'cjs')
await bundle({ worker: 'src/app/own-worker.ts' }, 'bin/own', 'cjs')
await bundle({ index: 'src/index.ts', testing: 'src/testing/index.ts' }, 'lib', 'esm')
await page('dashboard')
writeFileSync(join(staging, 'bin/holdpoint.cjs'), launcher(), { mode: 0o755 })
for (const name of ['hook.sh', 'client.sh']) writeFileSync(join(staging, 'bin', name), client(name))
writeFileSync(join(staging, 'bin/ask.sh'), client('ask.sh'), { mode: 0o755 })
execFileSync(
  process.execPath,
  [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.types.json', '--outDir', join(staging, 'types')],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
writeFileSync(join(staging, 'THIRD_PARTY_LICENSES.md'), licences())
await buildPlugin(staging)
replace(out, staging)
if (!quiet) console.log(`built ${manifest.name} ${manifest.version} into dist/`)

/** Whoever runs the program meanwhile should find the old one or the new one. */
function replace(target, next) {
  const old = `${next}-old`
  if (existsSync(target)) renameSync(target, old)
  renameSync(next, target)
  rmSync(old, { recursive: true, force: true })
}

async function bundle(input, folder, format, plugins = []) {
  const isLibrary = format === 'esm'
  const build = await rolldown({
    input: Object.fromEntries(Object.entries(input).map(([name, path]) => [name, join(root, path)])),
    platform: 'node',
    // Lets lazily loaded parts take shared code from the entry, so that the entry is one file.
    preserveEntrySignatures: 'allow-extension',
    // The library leaves its dependencies to npm; what is run as a program carries them along.
    external: isLibrary ? (id) => !id.startsWith('.') && !id.startsWith('/') : [/^node:/, 'libsql', 'ai', /^@ai-sdk\//],
    // Some packages ship a CommonJS form that no bundler can follow.
    resolve: { mainFields: ['module', 'main'] },
    transform: { define, target: 'node20.19' },
    plugins,
    // Schemas that nobody looks at are not made.
    treeshake: { manualPureFunctions: ['v'] },
    onLog(level, log, handler) {
      // The command line validates with the same compiler that a hook loads only when needed.
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') handler(level, log)
    },
  })
  const { output } = await build.write({
    dir: join(staging, folder),
    format,
    entryFileNames: isLibrary ? '[name].js' : '[name].cjs',
    chunkFileNames: isLibrary ? 'chunks/[name]-[hash].js' : 'chunks/[name]-[hash].cjs',
    minify: !isLibrary,
    ...(folder === 'bin' && { codeSplitting: { groups: TOGETHER, includeDependenciesRecursively: false } }),
    // It needs all hooks at once.
    ...(folder === 'bin/compile' && { codeSplitting: false }),
    exports: 'named',
  })
  await build.close()
  if (folder === 'bin') {
    runtimeInEntry(join(staging, folder), output)
    for (const { fileName } of output) toAscii(join(staging, folder, fileName))
  }
  if (!isLibrary) for (const chunk of output) for (const id of chunk.moduleIds ?? []) noteDependency(id)
}

/** The bundler puts a few lines of its own into a file that nearly every part asks for. The entry is there anyway. */
function runtimeInEntry(folder, output) {
  const runtime = output.findIndex(({ name }) => name === 'rolldown-runtime')
  const [{ fileName, code, moduleIds }] = output.splice(runtime, 1)
  // Code that asks for another part would not find it from inside of the entry.
  if (moduleIds.length !== 1)
    throw new Error(`the runtime is not alone in its file: ${moduleIds.slice(0, 3).join(', ')} …`)
  rmSync(join(folder, fileName))
  for (const chunk of output) {
    if (chunk.isEntry && chunk.code.includes(basename(fileName)))
      throw new Error('the entry asks for the runtime: does it `import()` a module that it also imports?')
    const text = chunk.code.replaceAll(`require("./${basename(fileName)}")`, 'require("../hook.cjs").runtime')
    writeFileSync(
      join(folder, chunk.fileName),
      chunk.isEntry ? `${text};exports.runtime=(exports=>{${code}return exports})({});` : text,
    )
  }
}

/** What `holdpoint dashboard` serves; it is found beside the program. */
async function page(folder) {
  const { output } = await buildPage({
    configFile: join(root, folder, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: join(staging, folder), emptyOutDir: true },
  })
  for (const chunk of output) for (const id of chunk.moduleIds ?? []) noteDependency(id)
}

/** V8 keeps a text that is all ASCII in half the space, and need not decode it. In a pattern or a string it is the same. */
function toAscii(file) {
  const text = readFileSync(file, 'utf8')
  if (/String\.raw`[^`]*[\u0080-\uffff]/.test(text)) throw new Error(`${file}: not ASCII inside of String.raw`)
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  writeFileSync(file, text.replaceAll(/[\u0080-\uffff]/g, escaped))
}

function launcher() {
  const source = readFileSync(join(root, 'src/launcher.cjs'), 'utf8')
  // V8 takes kept code for any source of the same length, so the content itself names the cache.
  const entry = createHash('sha256')
    .update(readFileSync(join(staging, 'bin/hook.cjs')))
    .digest('hex')
    .slice(0, 16)
  // Its own code is the only one that is compiled anew each time.
  const { code } = minifySync('launcher.cjs', source.replace('${__HOLDPOINT_ENTRY__}', entry))
  return `#!/usr/bin/env node\n${compiledAtOnce(code)}`
}

/**
 * V8 compiles a function in brackets together with what is around it; any other is read over at first, and compiled by
 * itself when it is called. So all of them are put in brackets, but not those that keep code, which few events call.
 */
function compiledAtOnce(code) {
  const { program } = parseSync('launcher.cjs', code)
  const parts = program.body.map(({ type, id, start, end }) => ({ type, id, text: code.slice(start, end) }))
  const isCalled = ({ type, text }) =>
    type === 'FunctionDeclaration' && !/writeFileSync|readdirSync|mkdirSync/.test(text)
  const functions = parts.filter(isCalled).map(({ id, text }) => `${id.name}=(${text})`)
  const [strict, ...others] = parts.filter((part) => !isCalled(part)).map(({ text }) => text)
  return `${strict}var ${functions.join(',')};${others.join(';')}`
}

/** A shell client reaches a daemon of its own build only. It is read at every event, letter by letter. */
function client(name) {
  const text = readFileSync(join(root, 'src', name), 'utf8').replace(/^(?: *#(?!!).*)?\n/gm, '')
  return text.replaceAll('__BUILD__', digestOfSources())
}

/** What the program carries along comes under its own licence, whose text must come along too. */
function noteDependency(id) {
  const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id) ?? []
  if (folder !== undefined) dependencies.add(folder)
}

function licences() {
  const parts = [...dependencies].toSorted().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    if (file === undefined) throw new Error(`${name} has no licence file`)
    return `## ${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
  })
  return `# Licences of bundled code\n\n${parts.join('\n')}`
}

function digestOfSources() {
  const hash = createHash('sha256').update(manifest.version)
  for (const name of readdirSync(join(root, 'src'), { recursive: true }).toSorted()) {
    if (/\.(ts|cjs|sh)$/.test(name) && !name.endsWith('.test.ts'))
      hash.update(name).update(readFileSync(join(root, 'src', name)))
  }
  return hash.digest('hex').slice(0, 16)
}
