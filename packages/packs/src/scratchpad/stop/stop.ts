import * as v from 'valibot'
import { defineHook, dayOf } from '@holdpoint/engine'
import { COORDINATOR, delegatedToday, entryPath, forgetBlocks, maxBlocks, mayBlock, timezone } from '../protocol.ts'

export default defineHook({
  meta: {
    id: 'scratchpad/stop',
    summary: 'Keep the coordinator from ending a day of delegation without an entry of its own.',
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
        what: 'The session stopped without a coordinator scratchpad after {count} blocks.',
        why: 'A session that cannot write its entry must not be held for ever.',
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
      : notice('released', { count: options.max_blocks, path })
  },
})
