interface Pinned {
  readonly id: string
  readonly package: string
  readonly version: string
  readonly binary: readonly string[]
  readonly beside?: readonly string[]
}

export const testedVersions: readonly string[]
export function defaultCache(): string
export function cliPath(version: string, cache?: string): string
export function installCli(version: string, cache?: string, log?: (line: string) => void): string
export function installAgent(agent: Pinned, cache?: string, log?: (line: string) => void): string
export function installCost(
  agent: Pick<Pinned, 'id' | 'version'>,
  cache?: string,
): { readonly seconds: number; readonly megabytes: number } | undefined
export function inInstall(agent: Pick<Pinned, 'id' | 'version'>, path: readonly string[], cache?: string): string
