import { isKnown } from '@holdpoint/shell'
import { truth, type Truth } from './truth.ts'

/** Names of anything but files: `*` matches any text. A name with unknown parts may fit. */
export function wildcard(pattern: string): (name: string) => Truth {
  const parts = pattern.split(/\*+/)
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  return (name) => {
    if (!isKnown(name)) return mayFit(name, first, last, parts.length === 1) ? 'maybe' : 'no'
    if (parts.length === 1) return truth(name === pattern)
    if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return 'no'
    const end = name.length - last.length
    let at = first.length
    for (const part of parts.slice(1, -1)) {
      const found = name.indexOf(part, at)
      if (found === -1 || found + part.length > end) return 'no'
      at = found + part.length
    }
    return 'yes'
  }
}

/** The text before the first unknown part and after the last one must fit as far as it goes. */
function mayFit(name: string, first: string, last: string, isWhole: boolean): boolean {
  const marks = /[\uFFFC\uE0F0\uE0F1]/g
  const places = Array.from(name.matchAll(marks), ({ index }) => index)
  const head = name.slice(0, places[0])
  const tail = name.slice((places.at(-1) ?? 0) + 1)
  if (isWhole) return first.length >= head.length + tail.length && first.startsWith(head) && first.endsWith(tail)
  return (first.startsWith(head) || head.startsWith(first)) && (last.endsWith(tail) || tail.endsWith(last))
}
