import { sha256Hex, type Services } from '@holdpoint/engine'
import { plain, VERDICTS, type Review } from './answer.ts'

/** The documented file, `hash|verdict|reason|epoch`. */
const FILE = '.claude/.llm-review-cache'
const STATE = 'llm-review-cache'
const MAX_KEPT = 500
const MAX_REASON = 1_000

type Seals = Readonly<Record<string, string>>

export interface Cache {
  get(): Review | undefined
  put(review: Review): void
}

/**
 * Verdicts on commands from earlier in this session. The file is in the project, where the agent can write, so
 * a line counts only when the session's own state has its seal; and only as long as the command runs the same things.
 */
export function openCache(command: string, runs: string, root: string, { files, state, now }: Services): Cache {
  const hash = sha256Hex(command)
  const path = `${root}/${FILE}`
  const sealOf = (line: string): string => sha256Hex(`${line}\n${runs}`)
  return {
    get() {
      const line = files
        .read(path)
        ?.split('\n')
        .findLast((one) => one.startsWith(`${hash}|`))
      const seals = state.session.get<Seals>(STATE) ?? {}
      if (line === undefined || !Object.hasOwn(seals, hash) || seals[hash] !== sealOf(line)) return undefined
      const [, word, reason = ''] = line.split('|')
      const verdict = VERDICTS.find((one) => one === word)
      return verdict && { verdict, reason }
    },
    put({ verdict, reason }) {
      const line = [hash, verdict, plain(reason, MAX_REASON), Math.floor(now().getTime() / 1000)].join('|')
      const isThere = files.stat(path) !== undefined
      if (isThere) files.append(path, `${line}\n`)
      else files.write(path, `${line}\n`)
      state.session.update<Seals>(STATE, (old = {}) =>
        Object.fromEntries([...Object.entries(old).slice(1 - MAX_KEPT), [hash, sealOf(line)]]),
      )
    },
  }
}
