import * as v from 'valibot'
import { countOf, withCount, type Counts, type Files, type StateArea, dayOf, safeName } from '@holdpoint/engine'

/** What the four hooks of this pack agree on: where an entry is, and what it must hold. */

const FOLDER = '.claude/scratchpad'
export const COORDINATOR = 'coordinator'
export const EGO = 'ego'

/** Options that several hooks share; set them once under `packs: scratchpad: options`. */
export const timezone = v.optional(
  v.pipe(v.picklist(['local', 'utc']), v.description('The time zone that decides which day it is.')),
  'local',
)
export const headings = v.optional(
  v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.description('Headings every entry must have.')),
  ['What I did', 'Cross-agent observations', 'Unresolved'],
)
export const maxBlocks = v.optional(
  v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.description('Consecutive blocks of one agent after which it may stop anyway.'),
  ),
  3,
)

/** Relative to the project's root, as the instructions to the agent name it. */
export const entryPath = (agentType: string, now: Date, zone: 'local' | 'utc'): string =>
  `${FOLDER}/${safeName(agentType)}/${dayOf(now, zone)}.md`

/** Headings that no heading line of the text contains. Code blocks are not searched. */
export function missingHeadings(text: string, required: readonly string[]): readonly string[] {
  const found = headingLines(text).map((line) => line.toLowerCase())
  return required.filter((heading) => !found.some((line) => line.includes(heading.toLowerCase())))
}

function headingLines(text: string): readonly string[] {
  let fence: string | undefined
  return text.split(/\r?\n/).filter((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]?.slice(0, 3)
    if (mark !== undefined) {
      if (fence === undefined) fence = mark
      else if (fence === mark) fence = undefined
      return false
    }
    return fence === undefined && /^ {0,3}#{1,6}\s/.test(line)
  })
}

export interface LatestEntry {
  readonly path: string
  readonly lines: readonly string[]
}

/** The last lines of an agent's newest entry, without blank lines at the end. */
export function latestEntry(root: string, who: string, count: number, files: Files): LatestEntry | undefined {
  if (count === 0) return undefined
  const folder = `${FOLDER}/${who}`
  const newest = files.list(`${root}/${folder}`).findLast((name) => /^\d{4}-\d\d-\d\d\.md$/.test(name))
  const text = newest === undefined ? undefined : files.read(`${root}/${folder}/${newest}`)?.trimEnd()
  if (newest === undefined || text === undefined || text === '') return undefined
  return { path: `${folder}/${newest}`, lines: text.split(/\r?\n/).slice(-count) }
}

/** Folders of sub-agents that wrote something today. */
export function delegatedToday(root: string, day: string, files: Files): readonly string[] {
  const others = files.list(`${root}/${FOLDER}`).filter((name) => name !== COORDINATOR && name !== EGO)
  return others.filter((name) => files.read(`${root}/${FOLDER}/${name}/${day}.md`, { maxBytes: 1 }) !== undefined)
}

const BLOCKS = 'scratchpad-blocks'

/** Counts a block. False when this agent has reached the limit of blocks and may stop. */
export function mayBlock(state: StateArea, agent: string, max: number): boolean {
  let isBlocked = true
  state.update<Counts>(BLOCKS, (old = {}) => {
    const count = countOf(old, agent)
    isBlocked = count < max
    return withCount(old, agent, isBlocked ? count + 1 : 0)
  })
  return isBlocked
}

/** A stop that passes resets the count. */
export function forgetBlocks(state: StateArea, agent: string): void {
  if (countOf(state.get<Counts>(BLOCKS) ?? {}, agent) === 0) return
  state.update<Counts>(BLOCKS, (old = {}) => withCount(old, agent, 0))
}
