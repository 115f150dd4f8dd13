// Builds dist/plugin: the Claude Code plugin as one folder that works wherever it is copied.
//
//   npm run build:plugin      from the program that `npm run build` has left in dist/bin
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importSource, root } from './bundle.mjs'

const PROGRAM = 'node "${CLAUDE_PLUGIN_ROOT}/dist/bin/holdpoint.cjs"'

/** Puts the plugin beside `bin` in a folder that holds a built program. */
export async function buildPlugin(dist) {
  const out = join(dist, 'plugin')
  const staging = `${out}.new`
  const put = (path, text) => {
    mkdirSync(dirname(join(staging, path)), { recursive: true })
    writeFileSync(join(staging, path), text)
  }
  rmSync(staging, { recursive: true, force: true })
  cpSync(join(root, 'packages/cli/plugin'), staging, { recursive: true })
  const { pluginHooks, implementText, builtIn } = await importSource(`
    export { pluginHooks } from './packages/cli/src/install/plugin.ts'
    export { implementText } from './packages/packs/src/orchestrator/implement-text.ts'
    export { builtIn } from './packages/packs/src/registry.ts'
  `)
  put('.claude-plugin/plugin.json', json(standalone(stampedManifest())))
  put('hooks/hooks.json', json(pluginHooks(builtIn.catalogue)))
  put('commands/implement.md', implementText(PROGRAM))
  cpSync(join(root, 'examples/hooks'), join(staging, 'examples/hooks'), { recursive: true })
  cpSync(join(root, 'LICENSE'), join(staging, 'LICENSE'))
  for (const part of ['bin', 'dashboard']) cpSync(join(dist, part), join(staging, 'dist', part), { recursive: true })
  cpSync(join(dist, 'THIRD_PARTY_LICENSES.md'), join(staging, 'dist/THIRD_PARTY_LICENSES.md'))
  chmodSync(join(staging, 'dist/bin/holdpoint.cjs'), 0o755)
  bringSqlite(join(staging, 'node_modules'))
  rmSync(out, { recursive: true, force: true })
  renameSync(staging, out)
}

/** The manifest of the package, which is a plugin too; it follows the version of the package. */
function stampedManifest() {
  const file = join(root, 'packages/cli/.claude-plugin/plugin.json')
  const text = readFileSync(file, 'utf8')
  const { version } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'))
  const stamped = text.replace(/"version": "[^"]*"/, `"version": "${version}"`)
  if (stamped !== text) writeFileSync(file, stamped)
  return JSON.parse(stamped)
}

/** In a folder of its own every part is where Claude Code expects it. */
function standalone({ hooks: _hooks, commands: _commands, skills: _skills, agents: _agents, ...manifest }) {
  return manifest
}

/** Node brings SQLite only from 22.13 on; for older ones the binary goes along, as far as it is here for this machine. */
function bringSqlite(folder) {
  const modules = join(root, 'node_modules')
  const libc = process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'gnu'
  const isForThis = (name) =>
    name.startsWith(`${process.platform}-${process.arch}`) && (process.platform !== 'linux' || name.includes(libc))
  const binaries = existsSync(join(modules, '@libsql')) ? readdirSync(join(modules, '@libsql')).filter(isForThis) : []
  for (const name of binaries)
    cpSync(join(modules, '@libsql', name), join(folder, '@libsql', name), { recursive: true })
}

const json = (value) => `${JSON.stringify(value, undefined, 2)}\n`

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildPlugin(join(root, 'packages/cli/dist'))
  console.log('built the plugin into dist/plugin/')
}
