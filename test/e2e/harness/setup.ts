import { AGENTS, HALTING } from './agents/agents.ts'
import { installAgent, installCli } from './install-cli.mjs'
import { VERSIONS } from './run.ts'

/** The pinned CLIs live in a folder of their own, outside the project's dependencies. */
export default function setup(): void {
  // A run for named agents needs only those.
  if (process.env['HOLDPOINT_E2E_HOSTS'] === undefined) for (const version of VERSIONS) installCli(version)
  for (const agent of [...AGENTS, ...HALTING]) installAgent(agent)
}
