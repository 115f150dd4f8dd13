import { ANY, ONE, UNKNOWN } from '../../core/effects.ts'
import { mayBe } from '../../core/paths.ts'

const MARKS: readonly string[] = [UNKNOWN, ANY, ONE]
const ROW = new RegExp(`[${MARKS.join('')}]{2,}`, 'g')

/**
 * `mayBe` for many targets. Most are told apart by what stands before and after the unknown parts; and a row of
 * unknown parts, which means no more than one of them, would take a regular expression for ever.
 */
export function mayBecome(given: string, target: string): boolean {
  const path = given.replace(ROW, shortest)
  const first = Math.min(...MARKS.map((mark) => path.indexOf(mark)).filter((at) => at !== -1), path.length)
  const last = Math.max(...MARKS.map((mark) => path.lastIndexOf(mark)))
  return target.startsWith(path.slice(0, first)) && target.endsWith(path.slice(last + 1)) && mayBe(path, target)
}

function shortest(row: string): string {
  if (row.includes(UNKNOWN)) return UNKNOWN
  const ones = row.replaceAll(ANY, '')
  if (ones === row) return row
  return row.startsWith(ANY) ? ANY + ones : ones + ANY
}
