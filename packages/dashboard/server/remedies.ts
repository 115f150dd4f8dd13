import { plain } from '@holdpoint/runtime/audit'
import { quoteForShell } from '@holdpoint/runtime/system'
import type { Remedy } from '../api.ts'

/** Commands for the user to type; the page itself changes nothing. */
export const command = (what: string, words: readonly string[], suffix: string): Remedy => ({
  what,
  command: ['holdpoint', ...words.map(word), ...(suffix === '' ? [] : [suffix])].join(' '),
})

/** Names come from an agent: pasted into a shell, a name must be one word without control characters. */
const word = (text: string): string => quoteForShell(plain(text))

export const projectSuffix = (root: string, isElsewhere: boolean): string =>
  isElsewhere ? `--project ${word(root)}` : ''

/** What to write to loosen or tighten a hook, and where. */
export function levelRemedy(id: string, level: string, isFloor: boolean): Remedy {
  return {
    what: level === 'warn' ? 'Report only, never refuse' : 'Enable the hook',
    yaml: `hooks:\n  ${id}:\n    level: ${level}\n`,
    file: isFloor ? '~/.config/holdpoint/holdpoint.yml' : 'holdpoint.yml',
  }
}

export const hookRemedies = (
  { id, level, floor }: { readonly id: string; readonly level: string; readonly floor: boolean },
  suffix: string,
): readonly Remedy[] => [
  command('Explain this hook and its options', ['explain', id], suffix),
  level === 'on' ? levelRemedy(id, 'warn', floor) : levelRemedy(id, 'on', floor),
]
