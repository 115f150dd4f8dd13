// Installs one pinned Claude Code CLI per folder, away from any project's dependency tree.
//
//   node install-cli.mjs 2.1.325 [cache folder]      prints the path of the native binary
//
// npm unpacks into a temporary folder next to the target; a rename makes it visible. An interrupted
// install therefore never leaves a half-filled `<cache>/<version>` behind, and the next one sweeps up.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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
  const binary = cliPath(version, cache)
  if (existsSync(binary)) {
    log(`claude-code ${version}: already in ${join(cache, version)}`)
    return binary
  }
  log(`claude-code ${version}: installing into ${join(cache, version)} (about 250-350 MB)`)
  sweepStaging(cache)
  const staging = join(cache, `${stagingPrefix}${process.pid}`)
  mkdirSync(staging, { recursive: true })
  try {
    npmInstall(version, staging)
    moveIntoPlace(staging, join(cache, version), binary)
  } finally {
    remove(staging)
  }
  log(`claude-code ${version}: installed`)
  return binary
}

function npmInstall(version, folder) {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  // Scripts are not needed: the binary comes from an optional dependency, not from `postinstall`.
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
  const npm = spawnSync('npm', ['install', ...flags, `@anthropic-ai/claude-code@${version}`], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (npm.status !== 0) {
    throw new Error(`npm install of claude-code ${version} failed:\n${npm.error ?? npm.stderr}`)
  }
  if (!existsSync(join(folder, ...binaryParts()))) {
    throw new Error(`claude-code ${version} has no binary for ${platformName()}`)
  }
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
