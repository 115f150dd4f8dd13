import type { Hook, HookContext, CommandDefinition, OwnHook, Verdict } from '@holdpoint/engine'
import { answerOf } from '../answer/answer.ts'
import { conclude } from '../answer/conclude.ts'
import { payloadOf } from '../answer/payload.ts'
import { metaOf } from '../meta.ts'
import type { OwnWorld } from '../world.ts'
import { invocationOf } from './invocation.ts'
import { runLater } from './later.ts'

/** More output than a person reads; the program is probably broken. */
const END_BEYOND = 10 << 20

/** A program in any language that gets the event on stdin and answers in the documented formats of hosts. */
export function commandHook(own: OwnHook, world: OwnWorld): Hook {
  const { definition } = own
  if (definition.type !== 'command') throw new Error(`${own.entry.id} is no command`)
  return {
    meta: metaOf(own),
    run: (context) =>
      definition.async === true ? runLater(own, definition, context, world.host) : runNow(own, definition, context),
  }
}

async function runNow(own: OwnHook, definition: CommandDefinition, context: HookContext): Promise<Verdict> {
  const { event, services } = context
  const { program, args, cwd, env } = invocationOf(definition, event, services)
  const printed = await services.process.run(program, args, {
    cwd,
    env,
    input: `${payloadOf(event)}\n`,
    endBeyond: END_BEYOND,
    leavesRest: true,
  })
  const { id } = own.entry
  return conclude(answerOf(printed, event, id), id, services)
}
