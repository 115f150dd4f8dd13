import * as v from 'valibot'
import { counted, dayOf, defineHook } from '@holdpoint/engine'
import { COORDINATOR, delegatedToday, entryPath, forgetBlocks, maxBlocks, mayBlock, timezone } from '../protocol.ts'

export default defineHook({
  meta: {
    id: 'scratchpad/stop',
    summary: 'Block the coordinator from stopping after delegation without its own scratchpad entry.',
    on: ['turn.stop'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 10_000,
    enabledBy: 'preset',
    aliases: ['stop.py', '.claude/hooks/stop.py'],
    options: v.strictObject({ timezone, max_blocks: maxBlocks }),
    stricter: { timezone: 'free', max_blocks: 'more' },
    messages: {
      missing: {
        exact:
          'Multi-agent delegation detected but no coordinator scratchpad for today. ' +
          'Write to {path} before ending session.',
      },
      released: {
        what: 'The session stopped without a coordinator scratchpad after {times}.',
        why: 'Holdpoint limits how often it blocks one session.',
        fix: 'Write {path} yourself.',
      },
    },
  },
  run({ event, options, services, pass, block, notice }) {
    const { files, state } = services
    const now = services.now()
    const path = entryPath(COORDINATOR, now, options.timezone)
    const delegated = delegatedToday(event.root, dayOf(now, options.timezone), files).length > 0
    const hasEntry = (files.read(`${event.root}/${path}`) ?? '').trim() !== ''
    if (!delegated || hasEntry) {
      forgetBlocks(state.session, COORDINATOR)
      return pass
    }
    return mayBlock(state.session, COORDINATOR, options.max_blocks)
      ? block('missing', { path })
      : notice('released', { times: counted(options.max_blocks, 'block'), path })
  },
})
