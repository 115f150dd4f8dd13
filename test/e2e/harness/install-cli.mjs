// Installs one pinned Claude Code CLI per folder, away from any project's dependency tree.
//
//   node install-cli.mjs 2.1.325 [cache folder]      prints the path of the native binary
//
// npm unpacks into a temporary folder next to the target; a rename makes it visible. An interrupted
// install therefore never leaves a half-filled `<cache>/<version>` behind, and the next one sweeps up.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export const testedVersions = ['2.1.325', '2.1.197']

const stagingPrefix = '.staging-'

export function defaultCache() {
  return process.env.HOLDPOINT_E2E_CACHE ?? join(homedir(), '.cache', 'holdpoint-e2e')
}

/** Path of the native binary of `version`, whether or not it is installed. */
export function cliPath(version, cache = defaultCache()) {
  return join(cache, version, ...binaryParts())
}

/** Installs `version` unless it is there already, and returns the path of its native binary. */
export function installCli(version, cache = defaultCache(), log = console.error) {
  const what = { name: 'claude-code', package: '@anthropic-ai/claude-code', version, binary: binaryParts() }
  return installPinned(what, version, cache, log)
}

/** The same for another agent: `binary` is a path in the folder of the install. */
export function installAgent(agent, cache = defaultCache(), log = console.error) {
  const { id, package: name, version, binary, beside } = agent
  return installPinned({ name: id, package: name, version, binary, beside }, folderOf(agent), cache, log)
}

/** Seconds and megabytes of the install; undefined when it was not measured. */
export function installCost(agent, cache = defaultCache()) {
  const file = join(cache, folderOf(agent), COST_FILE)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Where a file of the install is. */
export const inInstall = (agent, path, cache = defaultCache()) => join(cache, folderOf(agent), ...path)

const COST_FILE = 'cost.json'
const folderOf = ({ id, version }) => `${id}-${version}`

function installPinned(what, folder, cache, log) {
  const target = join(cache, folder)
  const binary = join(target, ...what.binary)
  const title = `${what.name} ${what.version}`
  if (existsSync(binary)) {
    log(`${title}: already in ${target}`)
    return binary
  }
  log(`${title}: installing into ${target} (100-450 MB)`)
  sweepStaging(cache)
  const staging = join(cache, `${stagingPrefix}${process.pid}`)
  mkdirSync(staging, { recursive: true })
  try {
    const startedAt = performance.now()
    npmInstall(what, staging)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    writeFileSync(join(staging, COST_FILE), JSON.stringify({ seconds, megabytes: megabytesOf(staging) }))
    moveIntoPlace(staging, target, binary)
  } finally {
    remove(staging)
  }
  log(`${title}: installed`)
  return binary
}

function npmInstall({ name, package: spec, version, binary, beside = [] }, folder) {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  // Scripts are not needed: the binary comes from an optional dependency, not from `postinstall`.
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
  const npm = spawnSync('npm', ['install', ...flags, `${spec}@${version}`, ...beside], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (npm.status !== 0) {
    throw new Error(`npm install of ${name} ${version} failed:\n${npm.error ?? npm.stderr}`)
  }
  if (!existsSync(join(folder, ...binary))) {
    throw new Error(`${name} ${version} has no binary for ${platformName()}`)
  }
}

function megabytesOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  return Math.round(bytes / 1e6)
}

function moveIntoPlace(staging, target, binary) {
  try {
    renameSync(staging, target)
  } catch {
    if (existsSync(binary)) return // another process was faster
    remove(target) // a folder without a binary is of no use to anyone
    renameSync(staging, target)
  }
}

/** Removes what installs of processes that are gone have left behind. */
function sweepStaging(cache) {
  const names = existsSync(cache) ? readdirSync(cache) : []
  for (const name of names.filter((entry) => entry.startsWith(stagingPrefix))) {
    if (!isRunning(Number(name.slice(stagingPrefix.length)))) remove(join(cache, name))
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function remove(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function binaryParts() {
  const file = process.platform === 'win32' ? 'claude.exe' : 'claude'
  return ['node_modules', '@anthropic-ai', `claude-code-${platformName()}`, file]
}

function platformName() {
  const musl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
  return `${process.platform}-${process.arch}${musl ? '-musl' : ''}`
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [version = testedVersions[0], cache] = process.argv.slice(2)
  console.log(installCli(version, cache))
}
