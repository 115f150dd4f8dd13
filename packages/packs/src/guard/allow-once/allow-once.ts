import * as v from 'valibot'
import { defineHook, type PromptCommand, type PromptSubmit } from '@holdpoint/engine'
import { isTypedByPerson } from '../../shared/attended.ts'

export default defineHook({
  meta: {
    id: 'guard/allow-once',
    summary: 'Let the user allow one refused call once, by typing its id.',
    on: ['prompt.submit', 'prompt.command'],
    role: 'context',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'always',
    order: 5,
    aliases: [],
    options: v.strictObject({}),
    messages: {
      given: {
        what: 'You allowed the refused call {id} once, within ten minutes.',
        why: '',
        fix: 'Revoke it with `holdpoint allow --revoke {id}`.',
      },
      refused: {
        what: 'Nothing was allowed: {why}',
        why: '',
        fix: '',
      },
    },
  },
  async run({ event, services, notice, pass }) {
    const id = idIn(event)
    if (id === undefined || services.grants === undefined) return pass
    const why = isTypedByPerson(event, services)
      ? await services.grants.give(id, event)
      : `no person types in this session. Run \`holdpoint allow ${id}\` in a terminal.`
    if (why !== undefined) return notice('refused', { why })
    const context = `The user has allowed the refused call ${id} once. Repeat exactly that call now; any change to it is refused again.`
    return { ...notice('given', { id }), context }
  },
})

/** The whole prompt must be the request, so that a text which only mentions it does nothing. */
function idIn(event: PromptSubmit | PromptCommand): string | undefined {
  if (event.kind === 'prompt.command')
    return event.command === 'holdpoint:allow' ? ID.exec(event.args.trim())?.[0] : undefined
  return event.fromUser && event.prompt.length <= MAX_PROMPT ? TYPED.exec(event.prompt.trim())?.[1] : undefined
}

const MAX_PROMPT = 80
const ID = /^[a-z0-9-]{4,32}$/
const TYPED = /^(?:\/holdpoint:allow|holdpoint allow) ([a-z0-9-]{4,32})$/
