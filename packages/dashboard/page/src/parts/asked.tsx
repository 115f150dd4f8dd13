import type { StoryHook } from '../../../api.ts'
import { address } from '../data/location.ts'
import { duration } from '../data/words.ts'
import { KindMark } from './kind.tsx'
import { Text } from './text.tsx'

const SKIPPED: Readonly<Record<string, string>> = {
  breaker: 'Skipped: it failed repeatedly. See `holdpoint breaker status`.',
  'dev-mode': 'Skipped by development mode.',
}

/** The hooks that ran, in order, and the decision of each. */
export const Asked = ({ of }: { readonly of: readonly StoryHook[] }) => (
  <table class="rows asked">
    <thead>
      <tr>
        <th scope="col" class="what">
          Decision
        </th>
        <th scope="col">Hook and reason</th>
        <th scope="col" class="number when">
          Duration
        </th>
      </tr>
    </thead>
    <tbody>
      {of.map((hook, index) => (
        <tr key={`${index} ${hook.id}`}>
          <td class="what">
            <KindMark of={hook.decision} />
          </td>
          <th scope="row" class="about">
            <a href={address('/hooks', { hook: hook.id })} data-row>
              <Text of={hook.id} />
            </a>
            {hook.messageId !== undefined && (
              <span class="muted">
                {' '}
                message <Text of={hook.messageId} />
              </span>
            )}
            {remarks(hook).map((remark) => (
              <p key={remark}>
                <Text of={remark} />
              </p>
            ))}
          </th>
          <td class="number when">{duration(hook.ms)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const remarks = ({ reason, failure, skipped, withheld, level }: StoryHook): readonly string[] => [
  ...(reason?.split('\n').filter((line) => line !== '') ?? []),
  ...(failure === undefined ? [] : [`Failed: ${failure}`]),
  ...(skipped === undefined ? [] : [SKIPPED[skipped] ?? `Skipped: ${skipped}.`]),
  ...(withheld === undefined ? [] : [`At level ${level ?? 'warn'} this has no effect. At level on: ${withheld}.`]),
]
