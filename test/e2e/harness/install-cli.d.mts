export const testedVersions: readonly string[]
export function defaultCache(): string
export function cliPath(version: string, cache?: string): string
export function installCli(version: string, cache?: string, log?: (line: string) => void): string
export function installAgent(
  agent: {
    readonly id: string
    readonly package: string
    readonly version: string
    readonly binary: readonly string[]
  },
  cache?: string,
  log?: (line: string) => void,
): string
