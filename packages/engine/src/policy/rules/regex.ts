/**
 * Static analysis of a regular expression. Only the plain part of the language is parsed here; for anything else the
 * result is empty, and the engine decides alone.
 */

type Node =
  | { readonly kind: 'char'; readonly char: string }
  /** One character out of many; `native` where our engine and the built-in one mean the same by it. */
  | { readonly kind: 'set'; readonly native: string | undefined }
  | { readonly kind: 'edge'; readonly edge: string }
  | { readonly kind: 'group'; readonly branches: Branches }
  | { readonly kind: 'repeat'; readonly node: Node; readonly min: number; readonly max: number }

type Branches = readonly (readonly Node[])[]

export interface Insight {
  /** Every match holds at least one of these texts. Undefined: nothing is known. */
  readonly needles?: readonly string[]
  /** The same test for the built-in engine, where that takes a bounded number of steps at each place. */
  readonly native?: RegExp
}

/** `flags`: of i, m and s. */
export function lookInto(pattern: string, flags: string): Insight {
  const branches = parse(pattern)
  if (branches === undefined) return {}
  const needles = needlesOf(branches, flags.includes('i'))
  const native = nativeOf(branches.map(trimmed), flags)
  return { ...(needles !== undefined && { needles }), ...(native !== undefined && { native }) }
}

/** Deeper patterns are left to the engine. */
const MAX_DEPTH = 20

function parse(pattern: string): Branches | undefined {
  const chars = Array.from(pattern)
  let at = 0

  const branchesUntil = (end: ')' | undefined, depth: number): Branches | undefined => {
    const branches: Node[][] = [[]]
    while (at < chars.length && chars[at] !== end) {
      if (chars[at] === '|') {
        branches.push([])
        at++
        continue
      }
      const node = nodeAt(depth)
      const repeated = node && repeatAt(node)
      if (repeated === undefined) return undefined
      branches.at(-1)?.push(repeated)
    }
    return branches
  }

  const nodeAt = (depth: number): Node | undefined => {
    const char = chars[at++] ?? ''
    if (char === '(') return groupAt(depth)
    if (char === '[') return setAt()
    if (char === '\\') return escapeAt()
    if (char === '.') return { kind: 'set', native: '.' }
    if (char === '^' || char === '$') return { kind: 'edge', edge: char }
    return '*+?{})]'.includes(char) ? undefined : { kind: 'char', char }
  }

  const groupAt = (depth: number): Node | undefined => {
    if (chars[at] === '?') {
      if (chars[at + 1] !== ':') return undefined
      at += 2
    }
    const branches = depth < MAX_DEPTH ? branchesUntil(')', depth + 1) : undefined
    if (branches === undefined || chars[at++] !== ')') return undefined
    return { kind: 'group', branches }
  }

  const escapeAt = (): Node | undefined => {
    const char = chars[at++] ?? ''
    if ('dDwW'.includes(char) && char !== '') return { kind: 'set', native: `\\${char}` }
    // What counts as a space is not the same everywhere.
    if (char === 's' || char === 'S') return { kind: 'set', native: undefined }
    if (char === 'b' || char === 'B') return { kind: 'edge', edge: `\\${char}` }
    const control = { n: '\n', t: '\t', r: '\r', f: '\f' }[char]
    if (control !== undefined) return { kind: 'char', char: control }
    return /^[!-/:-@[-`{-~]$/.test(char) ? { kind: 'char', char } : undefined
  }

  const setAt = (): Node | undefined => {
    const rest = chars.slice(at, at + MAX_SET).join('')
    const body = /^\^?(?:[^\\[\]]|\\[^\n])+\]/u.exec(rest)?.[0]
    if (body === undefined || body.startsWith('^]')) return undefined
    at += Array.from(body).length
    const isPlain = /^\^?(?:[^\\[\]]|\\[dwnrt\\\]^$.|?*+(){}/-])+\]$/u.test(body)
    return { kind: 'set', native: isPlain ? `[${body}` : undefined }
  }

  const repeatAt = (node: Node): Node | undefined => {
    const char = chars[at]
    const counted = char === '{' ? /^\{(\d{1,4})(,(\d{1,4})?)?\}/.exec(chars.slice(at, at + 12).join('')) : null
    if (char === '{' && counted === null) return undefined
    const bounds =
      counted === null ? { '*': [0, Infinity], '+': [1, Infinity], '?': [0, 1] }[char ?? ''] : boundsOf(counted)
    if (bounds === undefined) return node
    at += counted === null ? 1 : counted[0].length
    if (chars[at] === '?') at++
    // Two in a row are a mistake, which the engine reports.
    if ('*+?{'.includes(chars[at] ?? ' ')) return undefined
    const [min = 0, max = Infinity] = bounds
    return min > max ? undefined : { kind: 'repeat', node, min, max }
  }

  const branches = branchesUntil(undefined, 0)
  return at === chars.length ? branches : undefined
}

const MAX_SET = 200

const boundsOf = ([, min, more, max]: RegExpExecArray): readonly number[] => [
  Number(min),
  more === undefined ? Number(min) : max === undefined ? Infinity : Number(max),
]

/** Of a search without a result but yes or no, a repetition at either end need not be followed further than its minimum. */
function trimmed(branch: readonly Node[]): readonly Node[] {
  const nodes = [...branch]
  const shorten = (index: number): boolean => {
    const node = nodes.at(index)
    if (node?.kind !== 'repeat' || node.max === node.min) return false
    nodes.splice(index, 1, ...(node.min === 0 ? [] : [{ ...node, max: node.min }]))
    return node.min === 0
  }
  while (nodes.length > 0 && shorten(-1));
  while (nodes.length > 0 && shorten(0));
  return nodes
}

/** Ways through the pattern at one place, times its length: what the built-in engine may have to try there. */
const MAX_WORK = 256

function nativeOf(branches: Branches, flags: string): RegExp | undefined {
  const [ways, length] = workOf(branches)
  if (ways * length > MAX_WORK) return undefined
  const source = sourceOf(branches, flags)
  try {
    return source === undefined ? undefined : new RegExp(source, flags.includes('i') ? 'iu' : 'u')
  } catch {
    return undefined
  }
}

function workOf(branches: Branches): readonly [ways: number, length: number] {
  let ways = 0
  let length = 1
  for (const branch of branches) {
    let own = 1
    let long = 1
    for (const node of branch) {
      const [w, l] = workOfNode(node)
      own *= w
      long += l
    }
    ways += own
    length = Math.max(length, long)
  }
  return [ways, length]
}

function workOfNode(node: Node): readonly [ways: number, length: number] {
  if (node.kind === 'group') return workOf(node.branches)
  if (node.kind !== 'repeat') return [1, 1]
  const { min, max } = node
  const [ways, length] = workOfNode(node.node)
  if (max > MAX_WORK) return [Infinity, Infinity]
  let all = 0
  for (let count = min; count <= max; count++) all += ways ** count
  return [Math.max(all, 1), length * max]
}

/** Written so that it means the same as in our engine; undefined where the two differ. */
function sourceOf(branches: Branches, flags: string): string | undefined {
  const parts = branches.map((branch) => {
    const nodes = branch.map((node) => sourceOfNode(node, flags))
    return nodes.includes(undefined) ? undefined : nodes.join('')
  })
  return parts.includes(undefined) ? undefined : parts.join('|')
}

function sourceOfNode(node: Node, flags: string): string | undefined {
  const folds = flags.includes('i')
  switch (node.kind) {
    case 'char':
      // The two do not fold all letters of the world alike.
      return folds && node.char > '\u007F' ? undefined : node.char.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
    case 'set':
      if (node.native === '.') return flags.includes('s') ? '[^]' : String.raw`[^\n]`
      return folds ? undefined : node.native
    case 'edge':
      if (node.edge.startsWith('\\')) return folds ? undefined : node.edge
      // Lines end at other characters there.
      return flags.includes('m') ? undefined : node.edge
    case 'group': {
      const inner = sourceOf(node.branches, flags)
      return inner === undefined ? undefined : `(?:${inner})`
    }
    case 'repeat': {
      const inner = node.node.kind === 'edge' ? undefined : sourceOfNode(node.node, flags)
      return inner === undefined ? undefined : `${inner}{${node.min},${node.max}}`
    }
  }
}

/** More of them would not be found faster than by the engine. */
const MAX_NEEDLES = 16

/** The best set of texts of which every match holds one. */
function needlesOf(branches: Branches, folds: boolean): readonly string[] | undefined {
  const all: string[] = []
  for (const branch of branches) {
    const best = needlesOfBranch(branch, folds)
    if (best === undefined) return undefined
    all.push(...best)
  }
  return all.length > MAX_NEEDLES ? undefined : all
}

function needlesOfBranch(branch: readonly Node[], folds: boolean): readonly string[] | undefined {
  let best: readonly string[] | undefined
  let run = ''
  const shortest = (needles: readonly string[]): number => Math.min(...needles.map((needle) => needle.length))
  const offer = (needles: readonly string[] | undefined): void => {
    if (needles !== undefined && (best === undefined || shortest(needles) > shortest(best))) best = needles
  }
  const endRun = (): void => {
    if (run !== '') offer([folds ? run.toLowerCase() : run])
    run = ''
  }
  for (const node of branch) {
    if (node.kind === 'char' && !(folds && node.char > '\u007F')) run += node.char
    else {
      endRun()
      const inner = node.kind === 'repeat' && node.min > 0 ? node.node : node
      if (inner.kind === 'group') offer(needlesOf(inner.branches, folds))
      if (node.kind === 'repeat' && inner.kind === 'char' && !(folds && inner.char > '\u007F')) {
        offer([folds ? inner.char.toLowerCase() : inner.char])
      }
    }
  }
  endRun()
  return best
}
