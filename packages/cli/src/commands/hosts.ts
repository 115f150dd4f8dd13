import type { HostFacts } from '@holdpoint/engine'
import { HOSTS, factsOf } from '@holdpoint/hosts'
import type { FoundAgent } from '../install/agents-here.ts'
import { INSTALL_SCOPES } from '../install/scopes.ts'

/** The hosts that a user named, or all. */
export const hostsNamed = (names: readonly string[] | undefined): readonly string[] =>
  names === undefined
    ? HOSTS.map(({ id }) => id)
    : [...new Set(names.flatMap((list) => list.split(',')).map((name) => factsOf(name.trim()).id))]

/** Together with the gaps 74 columns: a terminal has 80, and a frame may be around. */
const WIDTHS = [16, 20, 16, 16]
const GAP = '  '

/** What an install means for each agent: several lines for one, so that it fits a terminal. */
export function agentTable(agents: readonly FoundAgent[]): string {
  const rows = agents.map(({ host, version }) => [
    [host.title, ...(host.support === 'supported' ? [] : [`(${host.support})`])].join(' ') +
      `\n${host.id} ${version ?? '(version unknown)'}\n${scopesOf(host)}`,
    host.posture.enforces,
    host.posture.ask,
    host.posture.failure,
  ])
  return [['agent, scopes', 'enforced', 'an ask', 'a failing hook'], ...rows].flatMap(rowLines).join('\n')
}

const scopesOf = ({ settingsFile }: HostFacts): string =>
  INSTALL_SCOPES.filter((scope) => settingsFile(scope, '/', { HOME: '/' }) !== undefined).join(', ')

function rowLines(cells: readonly string[]): readonly string[] {
  const wrapped = cells.map((cell, index) => cell.split('\n').flatMap((line) => wrappedAt(line, WIDTHS[index] ?? 16)))
  const height = Math.max(...wrapped.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) =>
    wrapped
      .map((lines, index) => (lines[line] ?? '').padEnd(WIDTHS[index] ?? 16))
      .join(GAP)
      .trimEnd(),
  )
}

function wrappedAt(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
