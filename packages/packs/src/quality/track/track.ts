import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { noteQuietCall, wasQuiet } from '../quiet-calls.ts'

export default defineHook({
  meta: {
    id: 'quality/track',
    summary: 'List the files a session has changed, and reset the user’s proof when source changes.',
    on: ['tool.before', 'tool.after'],
    tools: ['write', 'edit', 'shell'],
    role: 'observe',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 320,
    aliases: ['track.sh', 'harness/track'],
    options: v.strictObject({}),
    messages: {},
  },
  async run({ event, services, pass }) {
    if (event.kind === 'tool.after' && wasQuiet(event, services)) return pass
    // After most calls that is all, so the rest is loaded when it is needed.
    const { isQuiet, recordChanges } = await import('./changes.ts')
    if (event.kind === 'tool.after') await recordChanges(event, services)
    else if (event.tool.kind === 'shell' && isQuiet(await services.effects(event))) noteQuietCall(event, services)
    return pass
  },
})
