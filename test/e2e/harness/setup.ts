import { installCli } from './install-cli.mjs'
import { VERSIONS } from './run.ts'

/** The pinned CLIs live in a folder of their own, outside the project's dependencies. */
export default function setup(): void {
  for (const version of VERSIONS) installCli(version)
}
