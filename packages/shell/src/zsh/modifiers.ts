/** `:h`, `:t`, `:s/a/b/`: changes of a known text. */

const ONE = /:(?:([htr])(\d*)|([eaAcluqQPx&])|(g?)s(.)((?:\\.|(?!\5)[\s\S])*)\5((?:\\.|(?!\5)[\s\S])*)(?:\5|$))/y

/** The text after all of them; undefined when one of them is unknown. */
export function modified(text: string, modifiers: string, path: (text: string) => string): string | undefined {
  let at = 0
  let value = text
  while (at < modifiers.length) {
    ONE.lastIndex = at
    const found = ONE.exec(modifiers)
    if (found === null) return undefined
    at += found[0].length
    const [, cut, count = '', letter, global, , from = '', to = ''] = found
    if (cut !== undefined) value = cutOff(value, cut, count)
    else if (letter !== undefined) value = changed(value, letter, path)
    else value = global === 'g' ? value.replaceAll(from, () => to) : value.replace(from, () => to)
  }
  return value
}

/** Whether a text begins with one. */
export const isModifier = (text: string): boolean => {
  ONE.lastIndex = 0
  return ONE.test(text)
}

function cutOff(text: string, letter: string, count: string): string {
  const parts = text.split('/')
  if (letter === 'r') return text.replace(/(?<=[^/])\.[^./]*$/, '')
  const names = parts.filter((part) => part !== '')
  if (letter === 't') return count === '' ? (names.at(-1) ?? text) : names.slice(-Number(count)).join('/')
  if (count !== '') {
    const kept = text.startsWith('/') ? ['', ...names.slice(0, Number(count) - 1)] : names.slice(0, Number(count))
    return kept.join('/') || '/'
  }
  const above = text.replace(/\/+$/, '').replace(/\/*[^/]*$/, '')
  return above === '' ? (text.startsWith('/') ? '/' : '.') : above
}

function changed(text: string, letter: string, path: (text: string) => string): string {
  if (letter === 'l') return text.toLowerCase()
  if (letter === 'u') return text.toUpperCase()
  if (letter === 'e') return /\.([^./]*)$/.exec(text)?.[1] ?? ''
  if (letter === 'a' || letter === 'A' || letter === 'P') return path(text)
  return letter === 'Q' ? withoutQuotes(text) : text
}

/** Quotes and backslashes as they were before the text was quoted. */
export const withoutQuotes = (text: string): string =>
  text.replace(
    /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs,
    (_whole, single: string | undefined, double: string | undefined, one: string | undefined) =>
      single ?? double?.replace(/\\([\\"$`])/g, '$1') ?? one ?? '',
  )
