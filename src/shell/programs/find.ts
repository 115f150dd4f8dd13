import { ANY, isKnown, ONE, UNKNOWN } from '../../core/effects.ts'
import { mayBe } from '../../core/paths.ts'
import type { Context } from '../context.ts'
import type { Argument } from '../reader.ts'
import { EMPTY, known, unknown, type Value } from '../value.ts'
import type { Programs } from './program.ts'

/** find walks directories, and its actions delete, write and run. */

const ONE_VALUE = new Set(
  '-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -size -perm -user -group -uid -gid -mtime -atime -ctime -mmin -amin -cmin -newer -anewer -cnewer -samefile -inum -links -maxdepth -mindepth -printf -lname -ilname -fstype -used -context -D -newermt -newerct'.split(
    ' ',
  ),
)
const STARTS = new Set(['-exec', '-execdir', '-ok', '-okdir'])

export const finding: Programs = { find, gfind: find }

function find(context: Context): Value {
  const { texts, args } = context
  let index = 0
  while (/^-[HLPDO]/.test(texts[index] ?? '')) index += texts[index] === '-D' ? 2 : 1
  const roots: string[] = []
  for (; index < texts.length && !/^[-(!]/.test(texts[index] ?? ''); index++) roots.push(texts[index] ?? '')
  if (roots.length === 0) roots.push('.')
  for (const root of roots) context.list(root)
  let isNarrow = false
  const narrowTo: string[] = []
  for (; index < texts.length; index++) {
    const word = texts[index] ?? ''
    if (word === '-delete')
      for (const target of roots.flatMap((root) => targetsOf(context, root, narrowTo)))
        context.remove(target, { recursive: !isNarrow || target === '/', force: true })
    else if (STARTS.has(word)) {
      const end = endOf(texts, index + 1)
      start(context, args.slice(index + 1, end), roots, narrowTo)
      index = end
    } else if (/^-fprintf?0?$|^-fls$/.test(word)) {
      context.write(texts[++index] ?? UNKNOWN)
      if (word === '-fprintf') index++
    } else if (ONE_VALUE.has(word) || /^-newer..$/.test(word)) {
      const value = texts[++index] ?? ''
      if (/^-i?name$/.test(word) && texts[index - 2] !== '!' && texts[index - 2] !== '-not') narrowTo.push(value)
      isNarrow ||= !/^-(?:type|maxdepth|mindepth|printf|xtype)$/.test(word)
    }
  }
  return unknown()
}

function endOf(texts: readonly string[], from: number): number {
  for (let index = from; index < texts.length; index++) {
    if (texts[index] === ';') return index
    if (texts[index] === '+' && texts[index - 1]?.includes('{}') === true) return index
  }
  return texts.length
}

/** The files an action applies to: by name where find looks for one, else anything below. */
function targetsOf(context: Context, root: string, names: readonly string[]): readonly string[] {
  const [name] = names
  // From the root of everything, any name is too wide.
  if (name === undefined || names.length > 1 || root === '/') return [root]
  // A name is looked for at any depth: what is there now, and what may be there by then.
  const pattern = name.replaceAll('*', ANY).replaceAll('?', ONE).replace(/\[.*/, ANY)
  return [...new Set([`${root}/${pattern}`, ...present(context, root, pattern), `${root}/${UNKNOWN}${pattern}`])]
}

const MAX_LOOKS = 300
const MAX_PRESENT = 50

/** Files of that name near the top of a directory. Large trees are not searched: the pattern stands for the rest. */
function present({ reader, path }: Context, root: string, pattern: string): readonly string[] {
  const start = path(root)
  if (!isKnown(start)) return []
  const found: string[] = []
  const open = [start]
  for (let looks = 0; looks < MAX_LOOKS && open.length > 0 && found.length < MAX_PRESENT; looks++) {
    const directory = open.shift() ?? ''
    for (const entry of reader.world.list(directory)) {
      if (mayBe(pattern, entry)) found.push(`${directory}/${entry}`)
      if (!/^(?:node_modules|\.git)$/.test(entry)) open.push(`${directory}/${entry}`)
    }
  }
  return found
}

function start(context: Context, words: readonly Argument[], roots: readonly string[], names: readonly string[]): void {
  for (const found of roots.flatMap((root) => targetsOf(context, root, names))) {
    const filled = words.map((word) =>
      word.text.includes('{}') ? { ...known(word.text.replaceAll('{}', found)), from: EMPTY.from } : word,
    )
    context.start(filled, { via: 'find -exec', stdin: EMPTY })
    // Whatever runs for everything below a directory does so recursively.
    const [program, ...rest] = filled
    if (names.length === 0 && /^(?:chmod|chown|chgrp)$/.test(program?.text ?? '')) {
      for (const path of rest.slice(1)) if (path.text === found) context.mode(found, rest[0]?.text ?? '', true)
    }
  }
}
