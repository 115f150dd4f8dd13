import type { Env, HostFacts } from '@holdpoint/engine'
import { DEFAULT_HOST, HOSTS } from '@holdpoint/hosts'
import { versionOf } from '../install/agents-here.ts'
import type { Program } from '../install/command-line.ts'
import { checkCodexTrust } from './codex-trust.ts'
import { ok, warn, type Finding } from './finding.ts'
import { checkFolderTrust } from './folder-trust.ts'
import { prove } from './prove.ts'
import { checkSettings, type OurEntry } from './settings.ts'

/** Every agent besides Claude Code that has an entry of Holdpoint. None: no findings. */
export async function checkOtherHosts(
  root: string,
  env: Env,
  program: Omit<Program, 'scope'>,
  canProve: boolean,
): Promise<readonly Finding[]> {
  const all: Finding[] = []
  for (const host of HOSTS) {
    if (host.id !== DEFAULT_HOST) all.push(...(await checkHost(host, root, env, program, canProve)))
  }
  return all
}

async function checkHost(
  host: HostFacts,
  root: string,
  env: Env,
  program: Omit<Program, 'scope'>,
  canProve: boolean,
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const entries: OurEntry[] = []
  let isInProject = false
  for (const scope of ['user', 'project'] as const) {
    if (host.settingsFile(scope, root, env) === undefined) continue
    const report = await checkSettings({ scope, root, env, host: host.id }, { ...program, scope, host: host.id })
    findings.push(...report.findings)
    isInProject ||= scope === 'project' && report.entries.length > 0
    entries.push(...report.entries.filter(({ event }) => !entries.some((other) => other.event === event)))
  }
  if (entries.length === 0) return findings
  findings.unshift(versionFinding(host, await versionOf(host, env)))
  if (canProve) for (const entry of entries) findings.push(await prove(entry, root, env, host.id))
  const trust = isInProject ? checkFolderTrust(host, root, env) : undefined
  findings.push(...(host.id === 'codex' ? await checkCodexTrust(root, env) : [trust ?? believed(host)]))
  return findings.map(({ what, ...rest }) => ({
    ...rest,
    what: what.startsWith(host.title) ? what : `${host.title}: ${what}`,
  }))
}

const versionFinding = (host: HostFacts, version: string | undefined): Finding =>
  version === undefined
    ? warn(
        `${host.title}: \`${host.program}\` is not on the PATH, so its version is unknown.`,
        `Install ${host.title}, or run \`holdpoint uninstall --host ${host.id}\`.`,
      )
    : ok(`${host.title} ${version}`)

/** Only the agent itself knows whether it runs the entries. */
function believed({ title, support, posture }: HostFacts): Finding {
  if (support === 'experimental')
    return warn(
      `${title} is experimental: not all of it was seen on the real agent. Believed: it runs these entries.`,
      'Ask the agent to run `git reset --hard` in a repository that you can lose, and look at `holdpoint log`.',
    )
  if (posture.trust === undefined) return ok(`${title} needs no trust step; that it loads the entries is believed`)
  return ok(
    `${title} runs these entries only where it trusts the folder, which cannot be checked from outside. Needed once: ${posture.trust}`,
  )
}
