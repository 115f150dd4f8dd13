/** What only zsh understands, in words of bash. Each form says how much of the text it takes, and what is written for it. */
export interface Form {
  readonly length: number
  readonly written: string
}

export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const form = (found: RegExpExecArray, written: string): Form => ({ length: found[0].length, written })

/** `$=x` splits after all, `$x[2]` is an element, `$x:h` a directory. */
export function simpleForm(text: string, at: number): Form | undefined {
  const plain = matchAt(/\$[=~^]+(?=\w)/y, text, at)
  if (plain !== null) return form(plain, '$')
  const element = matchAt(/\$(\w+)\[([@*]|\d+)\]/y, text, at)
  if (element !== null) return form(element, elementOf(element[1] ?? '', element[2] ?? ''))
  const modified = matchAt(/\$(\w+)((?::[htraAP])+)(?![\w:])/y, text, at)
  return modified === null ? undefined : form(modified, modifiedBy(modified[1] ?? '', modified[2] ?? ''))
}

/** `${(e)x}` expands what is in x once more, `${(P)x}` is what x names; `${=x}` splits. */
export function parameterForm(text: string, at: number): Form | undefined {
  const flags = matchAt(/\$\{\(([^)]*)\)[=~^]*(:-)?([^}]*)\}?/y, text, at)
  if (flags !== null) {
    const [, letters = '', literal, rest = ''] = flags
    const again = /[e%]/.test(letters)
    if (literal !== undefined) return form(flags, again ? unquoted(rest) : rest)
    return form(flags, `\${${letters.includes('P') ? '!' : ''}${rest}${again ? '@P' : ''}}`)
  }
  const marks = matchAt(/\$\{[=~^]+(\w+)\}/y, text, at)
  if (marks !== null) return form(marks, `\${${marks[1] ?? ''}}`)
  const modified = matchAt(/\$\{(\w+)((?::[htraAP])+)\}/y, text, at)
  if (modified !== null) return form(modified, modifiedBy(modified[1] ?? '', modified[2] ?? ''))
  const nameless = matchAt(/\$\{:-([^}'"$`]*)\}/y, text, at)
  return nameless === null ? undefined : form(nameless, nameless[1] ?? '')
}

/** zsh counts from one. */
const elementOf = (name: string, at: string): string => `\${${name}[${/\d/.test(at) ? Number(at) - 1 : at}]}`

function modifiedBy(name: string, modifiers: string): string {
  const cuts = modifiers.split(':').slice(1)
  return cuts.every((cut) => cut === 'h') ? `\${${name}%${'/*'.repeat(cuts.length)}}` : `\${${name}}`
}

/** `.(env|x)` in a word, and qualifiers after a pattern: `*(.)`, `*(e:'code':)`. */
export function patternForm(text: string, at: number, word: string): Form | undefined {
  const found = matchAt(/\(((?:[^()'"\\]|'[^']*'|"[^"]*"|\\.)*)\)/sy, text, at)
  if (found === null) return undefined
  const [whole, inside = ''] = found
  const code = /e(?:([:.,/^])(.*?)\1|\{(.*?)\}|\[(.*?)\])|\+(\w+)/s.exec(inside)
  const evaluated = code?.[2] ?? code?.[3] ?? code?.[4] ?? code?.[5]
  if (evaluated !== undefined && /[*?)\]]$|^$/.test(word)) return form(found, `$(${unquoted(evaluated)})`)
  if (/[?*+@!]$/.test(word)) return form(found, whole)
  if (inside.includes('|')) return form(found, `{${inside.replaceAll('|', ',')}}`)
  // A part of the name, or what files are wanted: which of them depends on an option.
  return form(found, /^\w+$/.test(inside) ? `{,${inside}}` : '')
}

/** `>!` and `>>|` write over what is there. */
export function redirectionForm(text: string, at: number): Form {
  const [operator = ''] = matchAt(/&>>|&>|>>|>&|<<<|<>|<&|[<>]/y, text, at) ?? []
  const next = text[at + operator.length] ?? ''
  const isForced = operator.includes('>') && (next === '!' || (next === '|' && operator !== '>' && operator !== '<>'))
  return { length: operator.length + (isForced ? 1 : 0), written: operator }
}

/** `for x (…)`, `repeat 3`, `function f g`: a body that follows is read behind it. */
export function loopForm(text: string, at: number): Form | undefined {
  const loop = matchAt(/(?:for|foreach|select)((?:\s+\w+)+)\s*\(([^()]*)\)[ \t;]*/y, text, at)
  if (loop !== null) {
    const names = (loop[1] ?? '').trim().split(/\s+/)
    return form(loop, names.map((name) => `for ${name} in ${loop[2] ?? ''}; do :; done; `).join(''))
  }
  const grouped = matchAt(/for\s+(\w+)\s+in\s([^;\n]*?)\s(?=\{\s)/y, text, at)
  if (grouped !== null) return form(grouped, `for ${grouped[1] ?? ''} in ${grouped[2] ?? ''}; do :; done; `)
  const nameless = matchAt(/function\s*(?=\{)/y, text, at)
  if (nameless !== null) return form(nameless, '')
  const repeated = matchAt(/repeat\s+[^\s;]+(?:\s*[;\n]\s*|\s+)(do\s)?/y, text, at)
  if (repeated !== null) return form(repeated, repeated[1] === undefined ? '' : 'for _ in 1; do ')
  const several = matchAt(/function\s+[\w-]+(?:\s+[\w-]+)+\s*(?=\{)/y, text, at)
  if (several !== null) return form(several, '')
  const named = matchAt(/function\s+[^\s(){}]+\s*(?:\(\s*\)\s*)?(?=\{)/y, text, at)
  return named === null ? undefined : form(named, named[0])
}

const unquoted = (text: string): string => text.replace(/^(['"])(.*)\1$/s, '$2')
