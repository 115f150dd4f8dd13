import { UserError } from '@holdpoint/engine'
import { AGENT_MARKS, whyNoPerson } from '@holdpoint/runtime'
import { openProcesses } from '@holdpoint/runtime/system'

/** Refuses to go on unless a person seems to sit at this terminal: an agent must not lift its own limits. */
export async function requirePerson(what: string): Promise<void> {
  const why = await whyNotHere()
  if (why === undefined) return
  throw new UserError(`only you can ${what}, and ${why}. Run it in a terminal of your own.`)
}

async function whyNotHere(): Promise<string | undefined> {
  if (AGENT_MARKS.some((name) => (process.env[name] ?? '') !== '')) return 'an agent started this'
  if (!process.stdin.isTTY || !process.stdout.isTTY) return 'this is not a terminal'
  return whyNoPerson(process.pid, await openProcesses())
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Asks for a random word, so that no fixed input can answer. */
export async function requireTypedWord(what: string): Promise<void> {
  const { randomInt } = process.getBuiltinModule('node:crypto')
  const word = Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const { text } = await import('@clack/prompts')
  const typed = await text({ message: `Type ${word} to ${what}.` })
  if (typeof typed !== 'string' || typed.trim() !== word)
    throw new UserError('the word was not typed; nothing was allowed.')
}
