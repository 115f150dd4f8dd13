import type { Files } from '@holdpoint/engine'
import { absolutePath, isWithin } from '@holdpoint/shell'
import type { Change } from '../change.ts'
import type { CheckFinding } from '../findings.ts'

/** Checks of a document: links resolve, code fences are closed, and it has a title. */

export interface Prose {
  /** Line by line, without code, comments and front matter; those are blank. */
  readonly lines: readonly string[]
  readonly frontMatter: readonly string[]
  /** The line of a fence that is never closed. */
  readonly unclosed: number | undefined
}

const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/

export function readProse(text: string): Prose {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const end = lines[0]?.trimEnd() === '---' ? lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---') : -1
  let fence: { readonly mark: string; readonly line: number } | undefined
  let isComment = false
  const prose = lines.map((line, at) => {
    if (at <= end) return ''
    const [, mark = '', info = ''] = FENCE.exec(line) ?? []
    if (fence !== undefined) {
      if (mark[0] === fence.mark[0] && mark.length >= fence.mark.length && info.trim() === '') fence = undefined
      return ''
    }
    // An opening fence must not be followed by a backtick, else it is inline code.
    if (mark !== '' && !isComment && !(mark.startsWith('`') && info.includes('`'))) {
      fence = { mark, line: at + 1 }
      return ''
    }
    const [shown, stays] = withoutComments(line, isComment)
    isComment = stays
    return withoutCodeSpans(shown)
  })
  return { lines: prose, frontMatter: lines.slice(1, Math.max(1, end)), unclosed: fence?.line }
}

function withoutComments(line: string, isInside: boolean): readonly [string, boolean] {
  let shown = ''
  let at = 0
  for (let inside = isInside; ; inside = !inside) {
    const next = line.indexOf(inside ? '-->' : '<!--', at)
    if (!inside) shown += line.slice(at, next === -1 ? undefined : next)
    if (next === -1) return [shown, inside]
    at = next + (inside ? 3 : 4)
  }
}

/** A row of backticks ends at the next row of the same length. */
function withoutCodeSpans(line: string): string {
  const rows = [...line.matchAll(/`+/g)].slice(0, MAX_ROWS)
  if (rows.length === 0) return line
  let shown = ''
  let at = 0
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]
    const close = rows.findIndex((other, place) => place > index && other[0].length === row?.[0].length)
    if (row === undefined || close === -1) continue
    shown += line.slice(at, row.index)
    at = (rows[close]?.index ?? 0) + row[0].length
    index = close
  }
  return shown + line.slice(at)
}
const MAX_ROWS = 200

export function hasTitle({ lines, frontMatter }: Prose): boolean {
  return (
    frontMatter.some((line) => /^(?:title|name)\s*[:=]/.test(line)) ||
    lines.some(
      (line, at) =>
        /^ {0,3}#\s+\S|<h1[\s>]/i.test(line) || (/^ {0,3}=+\s*$/.test(line) && (lines[at - 1] ?? '').trim() !== ''),
    )
  )
}

/** Links and images to files, with their lines. */
export function linksIn({ lines }: Prose): readonly { readonly line: number; readonly target: string }[] {
  return lines.flatMap((line, at) => {
    const defined = /^ {0,3}\[[^\]]{1,200}\]:\s*(<[^<>]*>|\S+)/.exec(line)?.[1]
    const targets = defined === undefined || /^ {0,3}\[\^/.test(line) ? inlineTargets(line) : [defined]
    return targets.map((target) => ({ line: at + 1, target: target.replace(/^<(.*)>$/, '$1') }))
  })
}

const MAX_TARGET = 1_000
/** In one line. */
const MAX_LINKS = 500

function inlineTargets(line: string): readonly string[] {
  const targets: string[] = []
  for (let at = line.indexOf(']('); at !== -1 && targets.length < MAX_LINKS; at = line.indexOf('](', at + 2)) {
    const rest = line.slice(at + 2, at + 2 + MAX_TARGET).trimStart()
    const target = rest.startsWith('<') ? /^<[^<>]*>/.exec(rest)?.[0] : plainTarget(rest)
    targets.push(target ?? '')
  }
  return targets.filter((target) => target !== '')
}

/** Up to a space or the bracket that closes it; brackets in a target come in pairs. */
function plainTarget(rest: string): string | undefined {
  let depth = 0
  for (let at = 0; at < rest.length; at++) {
    const char = rest[at] ?? ''
    if (char === '\\') at++
    else if (char === '(') depth++
    else if (/\s/.test(char) || (char === ')' && depth-- === 0)) return rest.slice(0, at)
  }
  return undefined
}

export function brokenLinks(
  prose: Prose,
  { path, tree }: Pick<Change, 'path' | 'tree'>,
  files: Files,
): readonly CheckFinding[] {
  const folder = path.slice(0, path.lastIndexOf('/'))
  return linksIn(prose).flatMap(({ line, target }) => {
    const file = fileOf(target)
    if (file === undefined) return []
    const place = absolutePath(file, folder)
    // Links above the project belong to the site that publishes it.
    if (!isWithin(place, tree) || isThere(place, files)) return []
    return [{ line, what: `the link to \`${target.slice(0, 120)}\` is broken` }]
  })
}

/** The file that a link names; undefined when it names none, or a page of a site. */
function fileOf(target: string): string | undefined {
  const plain = (target.split(/[?#]/, 1)[0] ?? '').replace(/\\(.)/g, '$1')
  if (plain === '' || /^[a-z][a-z0-9+.-]*:|^\/|[{}<>$*\0]/i.test(plain)) return undefined
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

/** Sites show `guide` for `guide.md`, and a folder by its first page. */
const isThere = (place: string, files: Files): boolean =>
  ['', '.md', '.mdx', '.html'].some((ending) => {
    try {
      return files.stat(`${place}${ending}`) !== undefined
    } catch {
      return false
    }
  })
