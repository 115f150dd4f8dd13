import * as v from 'valibot'
import { defineHook, type Services } from '@holdpoint/engine'
import { budgetName, budgetOf, count, keyOfCall, warning, type Budget, type Counted, type Limits } from '../budget.ts'
import { readConfig } from '../config.ts'
import { readState } from '../state.ts'
import { featureDirectory } from '../workspace.ts'
import { logged, refused } from '../words.ts'

/** Users choose the name of a server, and hosts compare matchers case-sensitively. */
const SERVERS = ['context7', 'ref', 'tavily'].map((name) =>
  name.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`),
)

const limit = (what: string) =>
  v.optional(v.pipe(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))), v.description(what)), null)

export default defineHook({
  meta: {
    id: 'planning/research-budget',
    summary: 'Limit research calls per session and per phase, and warn before the budget is used up.',
    on: ['tool.before'],
    tools: ['mcp'],
    matcher: SERVERS.flatMap((server) => [`mcp__${server}__.*`, `mcp__plugin_.*_${server}__.*`]).join('|'),
    role: 'gate',
    onError: 'open',
    timeoutMs: 3_000,
    enabledBy: 'preset',
    order: 3,
    aliases: [
      'H03',
      'planning/H03',
      'H03_research_budget',
      'research-budget-tracker.sh',
      'hooks/research-budget-tracker.sh',
    ],
    options: v.strictObject({
      session_limit: limit('Research calls per session. null: planning-config.yaml (25).'),
      phase_limit: limit('Research calls per phase. null: planning-config.yaml (10).'),
      warn_percent: limit('Percentage of a limit at which it warns. null: planning-config.yaml (80).'),
    }),
    stricter: { session_limit: 'less', phase_limit: 'less', warn_percent: 'less' },
    messages: {
      session: {
        exact:
          'DENIED: Research MCP session budget exhausted ({count}/{limit} calls). No more research calls allowed this ' +
          'session.',
      },
      phase: {
        exact:
          'DENIED: Research MCP phase budget exhausted ({count}/{limit} calls). Proceed to next phase or consolidate ' +
          'existing research.',
      },
      low: {
        exact: '{text}',
      },
      busy: {
        what: 'other calls hold the lock of the research budget.',
        why: 'An uncounted call could exceed the limit.',
        fix: 'Repeat the call, with fewer calls in parallel.',
      },
    },
  },
  async run({ event, options, services, deny, notice, pass }) {
    const { budget: fromFile } = await readConfig(event.root, services)
    const limits: Limits = {
      session: options.session_limit ?? fromFile.session,
      phase: options.phase_limit ?? fromFile.phase,
      warnPercent: options.warn_percent ?? fromFile.warnPercent,
    }
    const feature = featureDirectory(event, services)
    const phase = feature === undefined ? '' : ((await readState(feature, services))?.phase ?? '')
    const { name, input } = event.tool
    const result = account(services, event.session, phase, (budget) =>
      count(budget, name, keyOfCall(name, input), limits),
    )
    if (result === undefined) return refused(deny('busy'))
    if (result.is === 'repeated') return logged(pass, 'ALLOW', 'Duplicate call (retry), not incrementing')
    if (result.is !== 'counted') return refused(deny(result.is, { count: result.count, limit: result.limit }))

    const { budget } = result
    const text = warning(budget, limits)
    if (text !== '') return logged({ ...notice('low', { text }), context: text }, 'ALLOW+WARN', text)
    const used = `session=${budget.session_total}/${limits.session}, phase=${budget.phase_total}/${limits.phase}`
    return logged(pass, 'ALLOW', `Budget OK: ${used}`)
  },
})

/** Checks and counts in one step, so that concurrent calls cannot exceed the limit together. */
function account(
  { temp }: Services,
  session: string,
  phase: string,
  step: (budget: Budget) => Counted,
): Counted | undefined {
  let result: Counted | undefined
  try {
    temp.update<unknown>(budgetName(session), (old) => {
      result = step(budgetOf(old, phase))
      // A damaged file is rewritten, also when nothing is counted.
      return result.is === 'counted' ? result.budget : budgetOf(old, phase)
    })
    return result
  } catch (error) {
    if (error instanceof Error && error.name === 'LockTimeout') return undefined
    throw error
  }
}
