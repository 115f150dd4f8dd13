import { HOSTS, factsOf } from '@holdpoint/hosts'
import type { FoundAgent } from '../install/agents-here.ts'
import { columns } from './output.ts'

/** The hosts that a user named, or all. */
export const hostsNamed = (names: readonly string[] | undefined): readonly string[] =>
  names === undefined
    ? HOSTS.map(({ id }) => id)
    : [...new Set(names.flatMap((list) => list.split(',')).map((name) => factsOf(name.trim()).id))]

/** What an install means for each agent. */
export function agentTable(agents: readonly FoundAgent[]): string {
  const rows = agents.map(({ host, version }) => [
    host.support === 'supported' ? host.title : `${host.title} (experimental)`,
    host.id,
    version ?? 'unknown',
    host.posture.enforces,
    host.posture.ask,
    host.posture.failure,
  ])
  return columns([['agent', '--host', 'version', 'enforced', 'an ask', 'when the hook fails'], ...rows]).join('\n')
}
