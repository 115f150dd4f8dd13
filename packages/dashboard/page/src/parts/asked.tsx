import type { StoryHook } from '../../../api.ts'
import { address } from '../data/location.ts'
import { duration } from '../data/words.ts'
import { KindMark } from './kind.tsx'
import { Text } from './text.tsx'

const SKIPPED: Readonly<Record<string, string>> = {
  breaker: 'It was left out because it kept failing. See `holdpoint breaker status`.',
  'dev-mode': 'It was left out by development mode.',
}

/** The hooks that were asked, in order, and the answer of each. */
export const Asked = ({ of }: { readonly of: readonly StoryHook[] }) => (
  <table class="rows asked">
    <thead>
      <tr>
        <th scope="col" class="what">
          Said
        </th>
        <th scope="col">Hook, and why</th>
        <th scope="col" class="number when">
          Took
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
  ...(failure === undefined ? [] : [`It failed: ${failure}`]),
  ...(skipped === undefined ? [] : [SKIPPED[skipped] ?? `It was skipped: ${skipped}.`]),
  ...(withheld === undefined ? [] : [`At level ${level ?? 'warn'}; at level on it would have said ${withheld}.`]),
]
