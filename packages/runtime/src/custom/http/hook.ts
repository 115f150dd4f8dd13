import type { Hook, OwnHook } from '@holdpoint/engine'
import { answerOfBody } from '../answer/answer.ts'
import { conclude } from '../answer/conclude.ts'
import { payloadOf } from '../answer/payload.ts'
import { metaOf } from '../meta.ts'
import type { OwnWorld } from '../world.ts'
import { addressOf, headersOf } from './address.ts'
import { post } from './post.ts'

/** A server that receives the event and answers as a command would on stdout. */
export function httpHook(own: OwnHook, _world: OwnWorld): Hook {
  const { definition, layer, entry } = own
  if (definition.type !== 'http') throw new Error(`${entry.id} is no address`)
  return {
    meta: metaOf(own),
    async run({ event, services, signal }) {
      const headers = headersOf(definition, services.env)
      const body = await post(addressOf(definition, layer), headers, payloadOf(event), signal)
      return conclude(answerOfBody(body, event, entry.id), entry.id, services)
    },
  }
}
