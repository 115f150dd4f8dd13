import { messageOf } from '@holdpoint/engine'

/** Why a text is not valid JSON; `comments` also allows trailing commas. */
export function jsonProblem(
  text: string,
  comments: boolean,
): { readonly line: number; readonly message: string } | undefined {
  const plain = text.replace(/^\uFEFF/, '')
  const json = comments ? withoutExtras(plain) : plain
  if (comments && json.trim() === '') return undefined
  try {
    JSON.parse(json)
    return undefined
  } catch (error) {
    const message = messageOf(error)
    const at = Number(/at position (\d+)/.exec(message)?.[1] ?? json.length)
    return { line: json.slice(0, at).split('\n').length, message: wordsOf(message) }
  }
}

/** The parser's error quotes the input, which may hold secrets. */
const wordsOf = (message: string): string =>
  message
    .replace(/,? ?\.{0,3}"[\s\S]*" is not valid JSON$/, ' is not valid here')
    .replace(/ (?:in JSON )?at position \d+.*$/, '')
    .slice(0, 120)

const STRING = /"(?:\\.|[^"\\\n])*"?/y

/** The same length and the same lines. */
function withoutExtras(text: string): string {
  const parts: string[] = []
  let comma = -1
  let hasValue = false
  for (let at = 0; at < text.length;) {
    const char = text[at] ?? ''
    STRING.lastIndex = at
    const isComment = char === '/' && (text[at + 1] === '/' || text[at + 1] === '*')
    const taken = char === '"' ? (STRING.exec(text)?.[0] ?? char) : isComment ? commentAt(text, at) : char
    if (isComment) parts.push(taken.replace(/[^\n]/g, ' '))
    else {
      // A trailing comma is allowed.
      if ((char === '}' || char === ']') && comma !== -1) parts[comma] = ' '
      if (char === ',') comma = hasValue ? parts.length : -1
      else if (char.trim() !== '') comma = -1
      if (char.trim() !== '') hasValue = !'[{,:'.includes(char)
      parts.push(taken)
    }
    at += taken.length
  }
  return parts.join('')
}

function commentAt(text: string, at: number): string {
  const isLine = text[at + 1] === '/'
  const end = text.indexOf(isLine ? '\n' : '*/', at + 2)
  return text.slice(at, end === -1 ? undefined : end + (isLine ? 0 : 2))
}
