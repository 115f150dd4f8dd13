import { attempt, UserError } from '@holdpoint/engine'
import { AGENT_MARKS, auditRefusal, whyNoPerson, type DoorWorld } from '@holdpoint/runtime'
import { openProcesses } from '@holdpoint/runtime/system'

/** What only the user may do. `id` is the call or hook it is about. */
interface UserAct {
  readonly what: string
  readonly id: string
  readonly world: DoorWorld
}

/** Questions are asked here: with `--json` the result alone goes to stdout. */
export const screenFor = (json: boolean | undefined): NodeJS.WriteStream =>
  json === true ? process.stderr : process.stdout

/**
 * Refuses to go on unless a person seems to sit at this terminal: an agent must not lift its own limits. The audit gets
 * every attempt that is refused.
 */
export async function requirePerson({ what, id, world }: UserAct, screen: NodeJS.WriteStream): Promise<void> {
  const why = await whyNotHere(screen)
  if (why === undefined) return
  attempt(() => auditRefusal(id, why, world))
  throw new UserError(`only you can ${what}, and ${why}. Run it in your own terminal.`)
}

async function whyNotHere(screen: NodeJS.WriteStream): Promise<string | undefined> {
  if (AGENT_MARKS.some((name) => (process.env[name] ?? '') !== '')) return 'an agent started this'
  if (!process.stdin.isTTY || !screen.isTTY) return 'this is not a terminal'
  return whyNoPerson(process.pid, await openProcesses())
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Asks for a random word, so that no fixed input can answer. */
export async function requireTypedWord(what: string, screen: NodeJS.WriteStream): Promise<void> {
  const { randomInt } = process.getBuiltinModule('node:crypto')
  const word = Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const { text } = await import('@clack/prompts')
  const typed = await text({ message: `Type ${word} to ${what}.`, output: screen })
  if (typeof typed !== 'string' || typed.trim() !== word)
    throw new UserError('the word does not match. Nothing was changed.')
}
