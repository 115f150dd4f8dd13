import type { Services } from '@holdpoint/engine'

type AvailabilityServices = Pick<Services, 'files' | 'env'>

/** The user's own file keeps the history of all projects, too. */
const MAX_BYTES = 32 << 20

/** Whether an MCP server of that name is configured: for the project, for the user, or for the user in this project. */
export function hasServer(name: string, root: string, { files, env }: AvailabilityServices): boolean {
  const home = env('HOME')
  const config = env('CLAUDE_CONFIG_DIR') ?? home
  const places = [
    `${root}/.mcp.json`,
    `${root}/.claude/settings.json`,
    `${root}/.claude/settings.local.json`,
    ...(config === undefined ? [] : [`${config}/.claude.json`]),
    ...(home === undefined ? [] : [`${home}/.claude/settings.json`]),
  ]
  return places.some((place) => serversIn(place, name, root, files).includes(name))
}

function serversIn(place: string, name: string, root: string, files: AvailabilityServices['files']): readonly string[] {
  const text = textOf(place, files)
  // A cheap check before parsing: nearly always it decides, and the file may be large.
  if (!text.includes(`"${name}"`)) return []
  try {
    const { mcpServers, projects } = objectOf(JSON.parse(text))
    return [
      ...Object.keys(objectOf(mcpServers)),
      ...Object.keys(objectOf(objectOf(objectOf(projects)[root])['mcpServers'])),
    ]
  } catch {
    return []
  }
}

function textOf(place: string, files: AvailabilityServices['files']): string {
  try {
    return files.read(place, { maxBytes: MAX_BYTES }) ?? ''
  } catch {
    return ''
  }
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
