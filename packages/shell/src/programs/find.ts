import { ANY, isKnown, ONE, UNKNOWN } from '../effects.ts'
import { mayBe } from '../paths.ts'
import type { Context } from '../read/context.ts'
import type { Argument } from '../read/reader.ts'
import { EMPTY, listing, type Value } from '../words/value.ts'
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
  const search: Search = { narrow: [false], alternatives: [[]] }
  for (; index < texts.length; index++) {
    const word = texts[index] ?? ''
    if (word === '-delete') remove(context, roots, search)
    else if (STARTS.has(word)) {
      const end = endOf(texts, index + 1)
      start(context, args.slice(index + 1, end), roots, search)
      index = end
    } else if (/^-fprintf?0?$|^-fls$/.test(word)) {
      context.write(texts[++index] ?? UNKNOWN)
      if (word === '-fprintf') index++
    } else if (word === '-o' || word === '-or') {
      // What is pruned and nothing else is left out: it is no alternative.
      if (texts[index - 1] === '-prune' || texts[index - 2] === '-prune') {
        search.alternatives.pop()
        search.narrow.pop()
      }
      search.alternatives.push([])
      search.narrow.push(false)
    } else if (/^-(?:empty|nouser|nogroup)$/.test(word)) search.narrow[search.narrow.length - 1] = true
    else if (ONE_VALUE.has(word) || /^-newer..$/.test(word)) {
      const value = texts[++index] ?? ''
      const isNegated = texts[index - 2] === '!' || texts[index - 2] === '-not'
      if (/^-i?name$/.test(word) && !isNegated) search.alternatives.at(-1)?.push({ name: value })
      if (/^-(?:i?path|i?wholename)$/.test(word) && !isNegated) search.alternatives.at(-1)?.push({ path: value })
      const isKind = /^-x?type$/.test(word) && !/[fd]/.test(value)
      const narrows = !isNegated && (isKind || !/^-(?:type|maxdepth|mindepth|printf|xtype)$/.test(word))
      if (narrows) search.narrow[search.narrow.length - 1] = true
    }
  }
  return listing(
    'find',
    roots.flatMap((root) => placesOf(root, search)).map((place) => context.path(place)),
  )
}

/** What is looked for: names and paths of each side of `-o`, and whether anything else makes that less than everything. */
interface Search {
  readonly narrow: boolean[]
  readonly alternatives: Pattern[][]
}

/** An action behind brackets applies to each side of `-o`. */
const isNarrow = ({ narrow }: Search): boolean => narrow.every(Boolean)

type Pattern = { readonly name: string } | { readonly path: string }

function endOf(texts: readonly string[], from: number): number {
  for (let index = from; index < texts.length; index++) {
    if (texts[index] === ';') return index
    if (texts[index] === '+' && texts[index - 1]?.includes('{}') === true) return index
  }
  return texts.length
}

/** Patterns that what is found must fit; undefined when it may be anything. */
function patternsOf({ alternatives }: Search): readonly Pattern[] | undefined {
  const all = alternatives.filter((one, index) => one.length > 0 || index === alternatives.length - 1)
  return all.length > 0 && all.every((one) => one.length > 0) ? all.flat() : undefined
}

/** Places that are found, for what they are called: a name is looked for at any depth. */
function placesOf(root: string, search: Search): readonly string[] {
  const patterns = patternsOf(search)
  if (patterns === undefined) return isNarrow(search) ? [`${root}/${UNKNOWN}`] : [root, `${root}/${UNKNOWN}`]
  return patterns.flatMap((pattern) => {
    if ('path' in pattern) {
      const text = pattern.path.replaceAll('*', UNKNOWN).replaceAll('?', ONE).replace(/\[.*/, UNKNOWN)
      // `*/x` is also `./x`.
      const direct = text.startsWith(`${UNKNOWN}/`) ? [`${root}${text.slice(UNKNOWN.length)}`] : []
      return text.startsWith(UNKNOWN) ? [`${root}/${text}`, ...direct] : [text]
    }
    const name = marked(pattern.name)
    return [`${root}/${name}`, `${root}/${UNKNOWN}/${name}`]
  })
}

const marked = (name: string): string => name.replaceAll('*', ANY).replaceAll('?', ONE).replace(/\[.*/, ANY)

/** The files an action applies to: what may be there, and what is there now. */
function targetsOf(context: Context, root: string, search: Search): readonly string[] {
  // From the root of everything, any name is too wide.
  if (patternsOf(search) === undefined) return [root]
  if (root === '/') return [root, ...placesOf('', search)]
  const names = (patternsOf(search) ?? []).flatMap((pattern) => ('name' in pattern ? [marked(pattern.name)] : []))
  const there = names.flatMap((name) => present(context, root, name))
  return [...new Set([...placesOf(root, search), ...there])]
}

const MAX_LOOKS = 300
const MAX_PRESENT = 50

/** Files of that name near the top of a directory. Large trees are not searched: the pattern represents the rest. */
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

function remove(context: Context, roots: readonly string[], search: Search): void {
  for (const root of roots) {
    const isSome = patternsOf(search) === undefined && isNarrow(search) && root !== '/'
    const targets = isSome ? [`${root}/${UNKNOWN}`] : targetsOf(context, root, search)
    const { from: namedBy } = listing('find', targets.map(context.path))
    for (const target of targets)
      context.remove(target, { recursive: !isNarrow(search) || target === '/', force: true, namedBy })
  }
}

function start(context: Context, words: readonly Argument[], roots: readonly string[], search: Search): void {
  const isAnything = patternsOf(search) === undefined
  for (const root of roots) {
    const found = targetsOf(context, root, search)
    const namedBy = listing('find', isAnything ? [context.path(`${root}/${UNKNOWN}`)] : found.map(context.path)).from
    for (const target of isAnything && root !== '/' ? [...found, `${root}/${UNKNOWN}`] : found) {
      const filled = words.map((word) =>
        word.text.includes('{}') ? { text: word.text.replaceAll('{}', target), from: namedBy } : word,
      )
      context.start(filled, { via: 'find -exec', stdin: EMPTY })
      // Whatever runs for everything below a directory does so recursively.
      const [program, ...rest] = filled
      if (isAnything && /^(?:chmod|chown|chgrp)$/.test(program?.text ?? '')) {
        for (const path of rest.slice(1)) if (path.text === root) context.mode(root, rest[0]?.text ?? '', true)
      }
    }
  }
}
