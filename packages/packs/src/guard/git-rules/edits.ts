import { isKnown, type GitEffect, type Span } from '@holdpoint/shell'

/** A range of the command and its replacement. */
export interface Edit extends Span {
  readonly text: string
}

/** The command with all ranges replaced; everything else stays byte for byte. */
export function edited(command: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(command.slice(at, start), text)
    at = end
  }
  return parts.join('') + command.slice(at)
}

/** Positions of a git call's arguments in the command; undefined when they are not written there one by one. */
export function argumentSpans({ args, run }: GitEffect): readonly Span[] | undefined {
  const offset = run.args.length - args.length
  const written = offset >= 0 && args.every((arg, index) => run.args[offset + index] === arg)
  return written ? run.spans?.slice(offset + 1) : undefined
}

/** Position of the word `push`, `worktree`, …, just before the arguments. */
export function commandSpan({ command, args, run }: GitEffect): Span | undefined {
  const at = run.args.length - args.length - 1
  return run.args[at] === command ? run.spans?.[at + 1] : undefined
}

export const doubleQuoted = (word: string): string => `"${word.replace(/[\\"$`]/g, String.raw`\$&`)}"`

/** A word quoted for a shell, so that it can be pasted. */
export const quoted = (word: string): string =>
  isKnown(word) && /^[\w@%+=:,./~^{}-]+$/.test(word) ? word : doubleQuoted(word)
