import { checkSettings, type OurEntry } from './settings.ts'
import {
  checkCli,
  checkCompiled,
  checkConfiguration,
  checkEnvironment,
  checkLostLines,
  checkOwnHooks,
  checkState,
  checkTrust,
} from './surroundings.ts'
import { checkOtherHosts } from './other-hosts.ts'
import { error, ok, type Finding } from './finding.ts'
import { checkClient, checkDaemon, checkWays } from './daemon.ts'
import { checkPlugin } from './plugin.ts'
import { checkPacks } from './packs.ts'
import { toolFindings, type Tools } from './tools.ts'
import { measure, prove } from './prove.ts'
import { checkAgents } from './wrappers.ts'
import { lineOf, SCOPES, type Scope } from '@holdpoint/runtime'
import { placeOf } from '@holdpoint/runtime/system'
import { claudeVersion, type ClaudeVersion } from '../install/claude-version.ts'
import type { Program } from '../install/command-line.ts'
import type { Env } from '@holdpoint/engine'

/** A plugin that only the repository's settings enable ranks below the local install. */
const WITH_CLAIMED: readonly Scope[] = ['user', 'local', 'plugin', 'project']

/** Everything that must be true for a hook to fire, in the order in which it matters. */
export async function diagnose(
  root: string,
  env: Env,
  program: Omit<Program, 'scope'>,
  tools: Tools,
): Promise<readonly Finding[]> {
  const state = checkState(root, env)
  const claude = await claudeVersion(env)
  const findings: Finding[] = [ok(`Node ${process.version}`), checkCli(claude)]
  findings.push(...(await checkConfiguration(root, env)), await checkCompiled(root, env))
  findings.push(
    ...(await checkOwnHooks(root, env)),
    state,
    ...checkLostLines(root, env),
    ...toolFindings(tools),
    ...(await checkPacks(root, env)),
  )

  const entries: OurEntry[] = []
  const plugin = await checkPlugin(root, env)
  for (const scope of plugin.trust === 'claimed' ? WITH_CLAIMED : SCOPES) {
    if (scope === 'user' && env['HOME'] === undefined) continue
    const report = scope === 'plugin' ? plugin : await checkSettings({ scope, root, env }, { ...program, scope })
    findings.push(...report.findings)
    if (report.entries.length === 0) continue
    // Of several installs one answers; the others stay silent and leave no trace.
    entries.push(...report.entries.filter(({ event }) => !entries.some((other) => other.event === event)))
  }
  const others = await checkOtherHosts(root, env, program, state.level !== 'error')
  findings.push(...others)
  if (entries.length === 0 && others.length > 0) return findings
  if (entries.length === 0) {
    return [
      ...findings,
      error('holdpoint is not installed here: no settings file has an entry of Holdpoint.', 'Run `holdpoint init`.'),
    ]
  }
  findings.push(...checkEnvironment(root, env), ...checkAgents(root))
  const trust = checkTrust(root, env)
  if (trust !== undefined) findings.push(trust)
  // Without a writable state directory there is no trace to check.
  if (state.level === 'error') return findings
  return [...findings, ...(await proveAll(entries, root, env, claude))]
}

async function proveAll(
  entries: readonly OurEntry[],
  root: string,
  env: Env,
  claude: ClaudeVersion | undefined,
): Promise<readonly Finding[]> {
  const proofs: Finding[] = []
  for (const entry of entries) {
    proofs.push(await prove(entry, root, env))
  }
  const [first] = entries
  const works = proofs.every(({ level }) => level === 'ok')
  // A tool call is the event whose delay a user notices.
  const usual = entries.find(({ event }) => event === 'PreToolUse') ?? first
  if (usual === undefined || !works) return proofs
  const line = lineOf(usual)
  return [
    ...proofs,
    ...checkClient(line, claude),
    await checkDaemon(line, env),
    ...checkWays(line, placeOf(root, env).directory),
    await measure(usual, root, env),
  ]
}
