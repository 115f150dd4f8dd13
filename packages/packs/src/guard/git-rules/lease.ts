import { shown, type GitEffect } from '@holdpoint/shell'
import { argumentSpans, commandSpan, quoted, type Edit } from './edits.ts'
import type { Push } from './push.ts'

const LEASE = '--force-with-lease'

/** What takes the place of each argument of a push, so that it no longer overwrites what others have pushed since. */
function replacements({ given, targets }: Push, args: readonly string[]): ReadonlyMap<number, string> {
  const replaced = new Map<number, string>()
  for (const { name, on, at } of given.options) {
    if (name === 'force' && on) replaced.set(at, withoutForce(args[at] ?? ''))
  }
  for (const { word } of targets) if (word?.text.startsWith('+') === true) replaced.set(word.at, word.text.slice(1))
  return replaced
}

/** `-fu` keeps its other letters. */
function withoutForce(arg: string): string {
  const letters = arg.startsWith('--') ? '' : arg.slice(1).replaceAll('f', '')
  return letters === '' ? LEASE : `-${letters} ${LEASE}`
}

/** Changes that make a forced push careful; undefined when it is not written out in the command. */
export function leaseEdits(effect: GitEffect, push: Push, command: string): readonly Edit[] | undefined {
  const spans = argumentSpans(effect)
  const word = commandSpan(effect)
  if (spans === undefined || word === undefined) return undefined
  const edits: Edit[] = []
  for (const [at, text] of replacements(push, effect.args)) {
    const span = spans[at]
    if (span === undefined) return undefined
    // A refspec keeps its quotes; only the plus goes.
    const source = command.slice(span.start, span.end)
    edits.push({ ...span, text: text.startsWith('-') ? text : source.replace('+', '') })
  }
  const hasLease = edits.some(({ text }) => text.includes(LEASE))
  return hasLease ? edits : [...edits, { ...word, text: `${command.slice(word.start, word.end)} ${LEASE}` }]
}

/** The careful push, ready to paste. */
export function leaseCommand({ args }: GitEffect, push: Push): string {
  const replaced = replacements(push, args)
  const words = args.map((arg, at) => replaced.get(at) ?? quoted(shown(arg)))
  return ['git push', ...(words.some((word) => word.includes(LEASE)) ? [] : [LEASE]), ...words].join(' ')
}
