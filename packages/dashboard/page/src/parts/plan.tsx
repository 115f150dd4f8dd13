import type { Placed, PlanState } from '../../../api.ts'
import { now } from '../data/live.ts'
import { ago, momentOf, plural } from '../data/words.ts'
import { Bar } from './bar.tsx'
import { Remedies } from './command.tsx'
import { Facts, given, Panel } from './panel.tsx'
import { Text } from './text.tsx'

const places = (of: readonly Placed[]) => (
  <ul>
    {of.map(({ id, at }) => (
      <li key={id + at}>
        <Text of={id} />{' '}
        <span class="muted">
          <Text of={at} />
        </span>
      </li>
    ))}
  </ul>
)

/** MASTER_PLAN.md, and how far the code matches it. */
export function Plan({ of }: { readonly of: PlanState }) {
  const { phases, completed, decisions, errors, warnings } = of
  return (
    <Panel title="Plan" note={<Text of={of.title ?? of.file} />}>
      <div class="inside stack">
        <Bar
          value={completed}
          of={phases.length}
          label={`${completed} of ${plural(phases.length, 'phase')} completed`}
        />
        <Facts
          of={given(
            ['phases', `${completed} of ${phases.length} completed, ${of.inProgress} in progress`],
            of.current !== undefined && ['current phase', <Text of={of.current} />],
            ['requirements', String(of.requirements)],
            ['decisions', `${decisions.planned} planned, ${decisions.inCode} in the code, ${decisions.open} open`],
            of.unplanned.length > 0 && ['not in the plan', places(of.unplanned)],
            of.overdue.length > 0 && ['overdue', places(of.overdue)],
            of.unaddressed.length > 0 && ['not implemented', places(of.unaddressed)],
            of.churnPercent !== undefined && ['churn', `${of.churnPercent} % of the source changed since`],
            ['checks', `${plural(errors, 'error')}, ${plural(warnings, 'warning')}`],
            ['updated', `${momentOf(of.updatedAt)} (${ago(of.updatedAt, now.value)})`],
            ['file', <Text of={of.file} />],
          )}
        />
        <ol class="phases">
          {phases.map(({ title, line, status }) => (
            <li key={line}>
              <span class={`kind ${status === 'completed' ? 'good' : status === 'in-progress' ? 'feedback' : 'pass'}`}>
                <Text of={status ?? 'planned'} />
              </span>{' '}
              <Text of={title} />
            </li>
          ))}
        </ol>
        <Remedies of={of.remedies} />
      </div>
    </Panel>
  )
}
