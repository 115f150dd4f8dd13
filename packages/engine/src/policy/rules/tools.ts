import type { ToolKind } from '../../event.ts'
import { TOOL_KINDS, type Conditions } from './rule.ts'

/** Which kinds of tools a condition can hold for. Checked for every rule at every event, so it is a bit set. */

const bitsOf = (kinds: readonly ToolKind[]): number => kinds.reduce((bits, kind) => bits | bitOf(kind), 0)
const bitOf = (kind: ToolKind): number => 1 << TOOL_KINDS.indexOf(kind)

const ALL = bitsOf(TOOL_KINDS)
const SHELL = bitsOf(['shell'])
const UNDESCRIBED = bitsOf(['mcp', 'other'])
const WRITING = SHELL | UNDESCRIBED | bitsOf(['write', 'edit'])

const POSSIBLE: Readonly<Record<string, number>> = {
  runs: SHELL,
  git: SHELL,
  does: SHELL,
  uncertain: SHELL,
  command: SHELL | UNDESCRIBED,
  writes: WRITING,
  touches: WRITING,
  deletes: SHELL | UNDESCRIBED,
  reads: SHELL | UNDESCRIBED | bitsOf(['read']),
  fetches: SHELL | UNDESCRIBED,
  content: WRITING | bitsOf(['agent', 'ask']),
}

const KIND_BITS: Readonly<Record<string, number>> = Object.fromEntries(TOOL_KINDS.map((kind) => [kind, bitOf(kind)]))

function possible(when: Conditions): number {
  let bits = ALL
  for (const key in when) {
    if (key === 'tool') bits &= named(when.tool ?? [])
    // That nothing is uncertain holds for every tool but the shell.
    else if (key !== 'uncertain' || when.uncertain === true) bits &= POSSIBLE[key] ?? ALL
  }
  return bits
}

/** A tool's own name says little of its kind, except that every tool of a server begins alike. */
function named(names: readonly string[]): number {
  let bits = 0
  for (const name of names) bits |= KIND_BITS[name] ?? (name.startsWith('mcp__') ? (KIND_BITS['mcp'] ?? 0) : ALL)
  return bits
}

export const canHoldFor = (when: Conditions, kind: ToolKind): boolean => (possible(when) & bitOf(kind)) !== 0

export function kindsOf(when: Conditions): readonly ToolKind[] {
  const bits = possible(when)
  return TOOL_KINDS.filter((kind) => (bits & bitOf(kind)) !== 0)
}
