import { ANY, ONE, UNKNOWN, type Effects, type Run } from '../../../../packages/shell/src/effects.ts'
import type { Started, Truth } from './real-bash.ts'

/** What bash did and the reader did not see; empty when the reading holds. */
export function unseen(truth: Truth, effects: Effects): readonly string[] {
  if (asks(effects)) return []
  const missed = truth.started.filter((one) => !effects.runs.some((run) => isSame(run, one)))
  const writes = effects.files.filter(({ op }) => op === 'write').map(({ path }) => pattern(path))
  const unwritten = truth.written.filter((path) => !writes.some((one) => one.test(path)))
  return [
    ...missed.map(({ argv, cwd }) => `ran ${JSON.stringify(argv)} in ${cwd ?? '?'}`),
    ...unwritten.map((path) => `wrote ${path}`),
  ]
}

/** A guard that hears of these asks, whatever else there is. */
export const asks = ({ doubts, code }: Effects): boolean =>
  code.length > 0 || doubts.some(({ about }) => about === 'program' || about === 'code' || about === 'limit')

const isSame = (run: Run, { argv: [name = '', ...args], cwd }: Started): boolean =>
  run.program === name &&
  (cwd === undefined || pattern(run.cwd).test(cwd)) &&
  !run.maybe &&
  callPattern(run.args).test(args.map((arg) => `\0${arg}`).join(''))

/** An unknown word may be several words, or none; so may a pattern. */
const callPattern = (args: readonly string[]): RegExp => new RegExp(`^${args.map(wordPattern).join('')}$`)

function wordPattern(arg: string): string {
  if (/^\uFFFC+$/.test(arg)) return '(?:\\x00[^]*)?'
  const word = `\\x00${source(arg)}`
  return arg.includes(ANY) || arg.includes(ONE) ? `(?:${word})*` : word
}

const pattern = (text: string): RegExp => new RegExp(`^${source(text)}$`)

const source = (text: string): string =>
  text
    .replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
    .replaceAll(UNKNOWN, '[^]*')
    .replaceAll(ANY, '[^]*')
    .replaceAll(ONE, '[^]')
