import { AGENTS } from './agents.ts'
import { installAgent, installCli } from './install-cli.mjs'
import { VERSIONS } from './run.ts'

/** The pinned CLIs live in a folder of their own, outside the project's dependencies. */
export default function setup(): void {
  for (const version of VERSIONS) installCli(version)
  for (const agent of AGENTS) installAgent(agent)
}
