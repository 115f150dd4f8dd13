import type { PlanningState } from '../../../api.ts'
import { now } from '../data/live.ts'
import { ago, plural } from '../data/words.ts'
import { Bar } from './bar.tsx'
import { Remedies } from './command.tsx'
import { Facts, given, Panel } from './panel.tsx'
import { Text } from './text.tsx'

/** A feature and its phase of planning. */
export function Planning({ of }: { readonly of: PlanningState }) {
  const { lock, budget, artifacts, gates, phases, step } = of
  const since = lock.since === undefined ? '' : `, ${ago(lock.since, now.value)}`
  return (
    <Panel title="Planning" note={<Text of={of.feature} />}>
      <div class="inside stack">
        {of.problems.map((problem) => (
          <p key={problem} class="notice warn">
            <Text of={problem} />
          </p>
        ))}
        <Bar value={step} of={phases.length} label={`phase ${step} of ${phases.length}`} />
        <Facts
          of={given(
            [
              'phase',
              <Text of={of.phase === undefined ? 'not started' : `${of.phase} (${step} of ${phases.length})`} />,
            ],
            of.mode !== undefined && ['mode', <Text of={of.mode} />],
            ['branch', <Text of={of.branch} />],
            [
              'lock',
              <Text
                of={`${lock.is}${lock.session === undefined ? '' : ` by ${lock.session}`}${lock.why ?? ''}${since}`}
              />,
            ],
            ['artifacts', <Text of={artifacts.present.join(', ') || 'none yet'} />],
            ['missing', <Text of={artifacts.missing.join(', ') || 'nothing'} />],
            [
              'gates',
              <Text
                of={gates.map((gate) => `${gate.phase} ${gate.verdict} ${gate.score}`.trim()).join(', ') || 'none yet'}
              />,
            ],
            of.redGates.length > 0 && ['red gates', <Text of={of.redGates.join(', ')} class="alert" />],
            of.flagsOff.length > 0 && ['switched off', <Text of={of.flagsOff.join(', ')} />],
          )}
        />
        {budget !== undefined && (
          <>
            <h3>Research budget</h3>
            <Budget used={budget.usedInSession} limit={budget.perSession} word="in the session" />
            <Budget used={budget.usedInPhase} limit={budget.perPhase} word="in the phase" />
            <p class="muted">
              <Text
                of={Object.entries(budget.byServer)
                  .map(([server, calls]) => `${server} ${calls}`)
                  .join(', ')}
              />
            </p>
          </>
        )}
        {of.decided.length > 0 && (
          <details>
            <summary>{plural(of.decided.length, 'question')} decided</summary>
            <Facts of={of.decided.map(({ question, answer }) => [question, <Text of={answer} />])} />
          </details>
        )}
        <Remedies of={of.remedies} />
      </div>
    </Panel>
  )
}

const Budget = ({ used, limit, word }: { readonly used: number; readonly limit: number; readonly word: string }) => (
  <div>
    {used} of {limit} calls {word}
    <Bar value={used} of={limit} label={`${used} of ${limit} calls ${word}`} />
  </div>
)
