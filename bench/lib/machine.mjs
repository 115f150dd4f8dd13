// The machine of the figures, as far as another reader needs it. No names, no paths.
import { spawnSync } from 'node:child_process'
import { cpus, release, totalmem, type } from 'node:os'

export function machine() {
  const processors = cpus()
  return {
    date: new Date().toISOString().slice(0, 10),
    cpu: `${processors.length} x ${(processors[0]?.model ?? 'unknown').trim()}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    system: `${type()} ${release().split('-')[0]} ${process.arch}`,
    node: process.version,
    tools: Object.fromEntries(['bash', 'jq', 'git', 'strace', 'yq'].map((name) => [name, versionOf(name)])),
  }
}

/** The version a tool reports, or undefined where the tool is missing. */
export function versionOf(name) {
  const { status, stdout } = spawnSync(name, ['--version'], { encoding: 'utf8' })
  if (status !== 0) return undefined
  return /\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? 'unknown'
}

/** Prints what is missing and how to install it; true when nothing is. */
export function hasTools(names, why) {
  const missing = names.filter((name) => versionOf(name) === undefined)
  if (missing.length === 0) return true
  console.error(`${why}: not on this machine: ${missing.join(', ')}. Install with one of:`)
  console.error(
    `  Debian, Ubuntu: sudo apt-get install ${missing.join(' ')}\n  macOS: brew install ${missing.join(' ')}`,
  )
  return false
}
