import type { Code } from '../code/read-code.ts'
import { places, withLines, type CheckFinding } from '../findings.ts'

/** Dangerous or missing parts in the code and markup of a page. */

/** `eval` itself: not a method of that name on something else, and not where one is defined. */
const EVAL =
  /(?<![\w$.#]|\bfunction\s{1,5})(?:(?:window|globalThis|self|global)\s*\.\s*)?eval\s*\(|\(\s*0\s*,\s*eval\s*\)\s*\(/g
const DEFINED =
  /^(?:\s*(?:public|private|protected|static|async|override|function|\*))*\s*eval\s*\([^()]{0,200}\)\s*(?::[^{;]{0,100})?\{/

export function evals(source: string, { code, language }: Code): readonly CheckFinding[] {
  if (language !== 'javascript') return []
  const found = places(code, EVAL, '`eval(` runs text as code').filter(({ index }) => {
    const start = Math.max(0, index - 200)
    const line = start + code.slice(start, index).lastIndexOf('\n') + 1
    return !DEFINED.test(code.slice(line, index + 400))
  })
  return withLines(source, found)
}

const asMarkup = (what: string): string => `${what} inserts text as HTML`

const RAW: readonly (readonly [RegExp, string])[] = [
  [/\bdangerouslySetInnerHTML\b/g, asMarkup('`dangerouslySetInnerHTML`')],
  [/\.\s*(?:innerHTML|outerHTML)\s*\+?=(?!=)/g, asMarkup('an assignment to `innerHTML`')],
  [/\.\s*insertAdjacentHTML\s*\(/g, asMarkup('`insertAdjacentHTML(`')],
  [/\bdocument\s*\.\s*write(?:ln)?\s*\(/g, asMarkup('`document.write(`')],
  [/(?<![\w$.])new\s+Function\s*\(/g, '`new Function(` runs text as code'],
]

/** In the markup of a page: Vue, Angular, Svelte. */
const RAW_IN_PAGES: readonly (readonly [RegExp, string])[] = [
  [/\sv-html\s*=/g, asMarkup('`v-html`')],
  [/\s\[(?:innerHTML|outerHTML)\]\s*=/g, asMarkup('`[innerHTML]`')],
  [/\{@html\s/g, asMarkup('`{@html …}`')],
]

export const isPage = (path: string): boolean => /\.(?:html?|vue|svelte|astro)$/.test(path)

export function rawHtml(source: string, path: string, code: Code | undefined): readonly CheckFinding[] {
  const rules = isPage(path) ? [...RAW, ...RAW_IN_PAGES] : code?.language === 'javascript' ? RAW : []
  const text = isPage(path) ? withoutComments(source) : (code?.code ?? '')
  return withLines(
    source,
    rules.flatMap(([pattern, what]) => places(text, pattern, what)),
  )
}

/** Images without a text alternative. */
export function imagesWithoutAlt(source: string, path: string, code: Code | undefined): readonly CheckFinding[] {
  const text = isPage(path) ? withoutComments(source) : /\.(?:[jt]sx|js)$/.test(path) ? (code?.code ?? '') : ''
  const found = [...text.matchAll(/<img(?=[\s/>])/g)]
    .map(({ index }) => ({ index, what: '`<img>` has no `alt`' }))
    .filter(({ index }) => !hasAlt(tagAt(text, index)))
  return withLines(source, found)
}

/** Spread attributes may hold anything, so they count as present. */
const hasAlt = (tag: string): boolean => /[\s:"'}\]]alt(?=[\s=/>\]]|$)|\[alt\]|\{\s*\.\.\.|v-bind\s*=/.test(tag)

const MAX_TAG = 600

function tagAt(text: string, from: number): string {
  let depth = 0
  let quote = ''
  const end = Math.min(text.length, from + MAX_TAG)
  for (let at = from + 1; at < end; at++) {
    const char = text[at] ?? ''
    if (quote !== '') {
      if (char === quote) quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if (char === '{') depth++
    else if (char === '}') depth--
    else if ((char === '>' || char === '<') && depth <= 0) return text.slice(from, at + 1)
  }
  return text.slice(from, end)
}

/** The same length and the same lines. */
function withoutComments(source: string): string {
  const parts: string[] = []
  let at = 0
  for (;;) {
    const start = source.indexOf('<!--', at)
    if (start === -1) return parts.join('') + source.slice(at)
    const found = source.indexOf('-->', start + 4)
    const end = found === -1 ? source.length : found + 3
    parts.push(source.slice(at, start), source.slice(start, end).replace(/[^\n]/g, ' '))
    at = end
  }
}
