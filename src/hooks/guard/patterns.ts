import { ANY, ONE, UNKNOWN } from '../../core/effects.ts'
import { mayBe } from '../../core/paths.ts'

const MARKS: readonly string[] = [UNKNOWN, ANY, ONE]

/** `mayBe` for many targets: most are told apart by what stands before and after the unknown parts. */
export function mayBecome(path: string, target: string): boolean {
  const first = Math.min(...MARKS.map((mark) => path.indexOf(mark)).filter((at) => at !== -1), path.length)
  const last = Math.max(...MARKS.map((mark) => path.lastIndexOf(mark)))
  return target.startsWith(path.slice(0, first)) && target.endsWith(path.slice(last + 1)) && mayBe(path, target)
}
