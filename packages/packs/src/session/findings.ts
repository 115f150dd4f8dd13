import type { Services } from '@holdpoint/engine'
import { harnessFile } from '../shared/harness-state.ts'
import { appendAudit } from '../shared/session-readers.ts'
import { underLock } from './lock.ts'

/** `.agent-findings`: problems found when a sub-agent ended, as `agent_type|issue;issue`; deleted once reported. */

const FINDINGS = '.agent-findings'
const MAX_BYTES = 64 << 10
const MAX_LINES = 20

type FindingServices = Pick<Services, 'files' | 'state' | 'now'>

export function keepFindings(root: string, agent: string, issues: readonly string[], world: FindingServices): void {
  if (issues.length === 0) return
  const line = `${plain(agent)}|${issues.map(plain).join(';')}`
  underLock(world.state.project, 'agent-findings', () => {
    const lines = linesOf(root, world.files)
    // An agent that is sent back ends again, with the same findings.
    if (lines.at(-1) !== line)
      world.files.write(harnessFile(root, FINDINGS), `${[...lines, line].slice(-MAX_LINES).join('\n')}\n`)
  })
  appendAudit(world, root, `agent_${plain(agent)}`, issues.join('; '))
}

/** Fields must not contain the file's separators. */
const plain = (text: string): string =>
  text
    .replace(/[|;\r\n]+/g, ',')
    .trim()
    .slice(0, 500)

/** For the model; empty when there are none. */
export function shownFindings(root: string, files: Services['files']): string {
  const lines = linesOf(root, files).slice(-MAX_LINES)
  if (lines.length === 0) return ''
  const shown = lines.map((line) => {
    const [agent = '', issues = ''] = line.includes('|') ? line.split(/\|(.*)/) : ['agent', line]
    return issues
      .split(';')
      .map((issue) => `- ${agent}: ${issue.trim()}`)
      .join('\n')
  })
  return `Findings about finished sub-agents (shown once):\n${shown.join('\n')}`
}

/** Returns the findings and deletes the file. */
export const takeFindings = (root: string, world: FindingServices): string =>
  underLock(world.state.project, 'agent-findings', () => {
    const text = shownFindings(root, world.files)
    if (text !== '') world.files.remove(harnessFile(root, FINDINGS))
    return text
  })

function linesOf(root: string, files: Services['files']): readonly string[] {
  try {
    const text = files.read(harnessFile(root, FINDINGS), { maxBytes: MAX_BYTES }) ?? ''
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  } catch {
    return []
  }
}
