import { totalOf, type DesignDocument } from './design-document.ts'
import type { ActivePlan, OrchestratorState } from './orchestrator-state.ts'

/** Sentences about a plan, in the words of the document. Texts of files become one line each, and not too long. */

const MAX_TEXT = 300

export function oneLine(text: string, max = MAX_TEXT): string {
  const line = text
    .slice(0, max * 8)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const signs = Array.from(line)
  return signs.length > max ? `${signs.slice(0, max - 1).join('')}…` : line
}

export const namedPlan = ({ title, state }: ActivePlan): string => `${oneLine(title)} (${planPath(state)})`

export const planPath = ({ active_plan: path }: OrchestratorState): string => oneLine(path, 1000)

export function progress({ counts }: DesignDocument): string {
  const { complete, pending, blocked, escalated } = counts
  return [
    `Progress: ${complete}/${totalOf(counts)} tasks complete, ${counts['in-progress']} in-progress, ${pending} pending.`,
    blocked > 0 ? `${blocked} blocked.` : '',
    escalated > 0 ? `${escalated} escalated (needs human).` : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

const MAX_TREES = 20

/** Empty when there are none. */
export function worktreeList({ worktrees }: OrchestratorState): string {
  const trees = Object.entries(worktrees)
  if (trees.length === 0) return ''
  const shown = trees.slice(0, MAX_TREES).map(([name, path]) => `${oneLine(name, 100)} = ${oneLine(path, 1000)}`)
  const more = trees.length > MAX_TREES ? `, and ${trees.length - MAX_TREES} more` : ''
  return `Worktrees: ${shown.join(', ')}${more}.`
}

export const sentences = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ')
