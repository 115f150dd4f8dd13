import * as v from 'valibot'
import { counted, defineHook } from '@holdpoint/engine'
import { entryPath, forgetBlocks, headings, maxBlocks, mayBlock, missingHeadings, timezone } from '../protocol.ts'

const required = 'Scratchpad missing or incomplete. Write to {path} with all three required sections before completing.'

export default defineHook({
  meta: {
    id: 'scratchpad/subagent-stop',
    summary: 'Block a sub-agent from finishing until its scratchpad entry for today is complete.',
    on: ['agent.stop'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 10_000,
    enabledBy: 'preset',
    aliases: ['subagent-stop.py', '.claude/hooks/subagent-stop.py'],
    options: v.strictObject({
      timezone,
      headings,
      max_blocks: maxBlocks,
      exempt_agents: v.optional(
        v.pipe(v.array(v.string()), v.description('Agent types that are not checked, such as read-only ones.')),
        [],
      ),
    }),
    stricter: { timezone: 'free', headings: 'more', max_blocks: 'more', exempt_agents: 'less' },
    messages: {
      missing: {
        exact: required,
      },
      incomplete: {
        exact: `${required} Missing: {headings}.`,
      },
      released: {
        what: '{agent} stopped without a complete scratchpad after {times}.',
        why: 'Holdpoint limits how often it blocks one agent.',
        fix: 'Write {path} yourself, or add the agent to `exempt_agents`.',
      },
    },
  },
  run({ event, options, services, pass, block, notice }) {
    const type = event.agent?.type ?? ''
    if (type === '' || options.exempt_agents.includes(type)) return pass

    const agent = event.agent?.id ?? type
    const path = entryPath(type, services.now(), options.timezone)
    const text = services.files.read(`${event.root}/${path}`)
    const missing = missingHeadings(text ?? '', options.headings)
    if (text !== undefined && missing.length === 0) {
      forgetBlocks(services.state.session, agent)
      return pass
    }
    if (!mayBlock(services.state.session, agent, options.max_blocks)) {
      return notice('released', { agent: type, times: counted(options.max_blocks, 'block'), path })
    }
    return text === undefined ? block('missing', { path }) : block('incomplete', { path, headings: missing.join(', ') })
  },
})
