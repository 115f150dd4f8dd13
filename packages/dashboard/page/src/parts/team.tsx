import type { OrchestratorState } from '../../../api.ts'
import { Bar } from './bar.tsx'
import { Remedies } from './command.tsx'
import { Facts, given, Panel } from './panel.tsx'
import { Text } from './text.tsx'

/** A plan that a team executes. */
export function Team({ of }: { readonly of: OrchestratorState }) {
  const { tasks, worktrees, hooks } = of
  const done = tasks?.counts['complete'] ?? 0
  return (
    <Panel title="Team" note={<Text of={of.title} />}>
      <div class="inside stack">
        {of.problem !== undefined && (
          <p class="notice warn">
            <Text of={of.problem} />
          </p>
        )}
        {tasks !== undefined && (
          <Bar value={done} of={tasks.total} label={`${done} of ${tasks.total} tasks complete`} />
        )}
        <Facts
          of={given(
            tasks !== undefined && [
              'tasks',
              `${done} of ${tasks.total} complete (${Object.entries(tasks.counts)
                .map(([status, number]) => `${number} ${status}`)
                .join(', ')})`,
            ],
            ['plan', <Text of={of.plan} />],
            ['team', <Text of={of.team || 'none'} />],
            ['slug', <Text of={of.slug || 'none'} />],
            ['started', <Text of={of.started} />],
            [
              'worktrees',
              <Text
                of={
                  Object.entries(worktrees)
                    .map((pair) => pair.join(' = '))
                    .join(', ') || 'none'
                }
              />,
            ],
            [
              'hooks',
              hooks
                .map(
                  ({ name, value, level }) =>
                    `${name} ${value}${value !== 'off' && level === 'off' ? ' (off in holdpoint.yml)' : ''}`,
                )
                .join(', '),
            ],
          )}
        />
        <Remedies of={of.remedies} />
      </div>
    </Panel>
  )
}
