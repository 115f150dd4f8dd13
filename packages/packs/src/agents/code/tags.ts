import { blankTo, matchAt, skipComment, type Scan } from './scan.ts'

/** Markup in code: tags with their attributes, and the content between them. */

export function inTag(scan: Scan, isClosing: boolean): void {
  const { source } = scan
  const char = source[scan.at] ?? ''
  if (char === '"' || char === "'") {
    const end = source.indexOf(char, scan.at + 1)
    const start = scan.at
    const to = end === -1 ? source.length : end
    scan.literals.push({ start, end: to + 1, opening: char, text: source.slice(start + 1, to), holes: [] })
    scan.at++
    blankTo(scan, to)
    scan.at++
  } else if (char === '{') {
    scan.frames.push({ kind: 'code', close: '}', depth: 0 })
    scan.previous = ''
    scan.at++
  } else if (char === '>') {
    const isEmpty = source[scan.at - 1] === '/'
    scan.frames.pop()
    if (isClosing && scan.frames.at(-1)?.kind === 'children') scan.frames.pop()
    else if (!isEmpty && !isClosing) scan.frames.push({ kind: 'children' })
    scan.previous = '"'
    scan.at++
  } else if (!skipComment(scan)) scan.at++
}

const CHILDREN = /[^<{]+/y

export function inChildren(scan: Scan): void {
  const text = matchAt(CHILDREN, scan)
  if (text !== '') return blankTo(scan, scan.at + text.length)
  const isTag = scan.source[scan.at] === '<'
  const isClosing = isTag && scan.source[scan.at + 1] === '/'
  scan.frames.push(isTag ? { kind: 'tag', isClosing } : { kind: 'code', close: '}', depth: 0 })
  scan.previous = ''
  scan.at += isClosing ? 2 : 1
}
