import { lossIn, requestDestroys, shown, type Run, type Stack } from '@holdpoint/shell'
import type { CatastropheFinding, Rule } from './finding.ts'

/** Data in databases, and what others share: clouds, clusters, registries, hosting. */

type Strength = CatastropheFinding['decision'] | 'off'

/** Statements for a database. */
export const databases =
  (strength: Strength, stacks: readonly Stack[]): Rule =>
  ({ system }) =>
    strength === 'off'
      ? []
      : system
          .filter(({ what }) => what === 'sql')
          .flatMap(({ detail, run }): readonly CatastropheFinding[] => {
            const found = lossIn(detail, run)
            if (found === undefined || (found.loss === 'form' && !stacks.includes('database'))) return []
            const data = { statement: shown(found.statement).slice(0, 80) }
            return [{ decision: found.loss === 'drop' ? strength : 'ask', id: 'sql', data }]
          })

/** Programs of vendors, and requests to their services. */
export const vendors =
  (strength: Strength, stacks: readonly Stack[]): Rule =>
  ({ runs, net }) =>
    strength === 'off'
      ? []
      : [
          ...runs.flatMap((run) => judgeRun(run, strength, stacks)),
          ...net.filter(requestDestroys).map(({ run }): CatastropheFinding => ({
            decision: strength,
            id: 'cloud',
            data: { command: commandOf(run) },
          })),
        ]

function judgeRun(
  run: Run,
  decision: CatastropheFinding['decision'],
  stacks: readonly Stack[],
): readonly CatastropheFinding[] {
  const { deed } = run
  if (deed === undefined || (deed.kind === 'release' && !stacks.includes(deed.stack))) return []
  const data = { command: commandOf(run) }
  if (deed.isUnknown === true) return [{ decision: 'ask', id: 'unknown-verb', data }]
  return [deed.kind === 'destroy' ? { decision, id: 'cloud', data } : { decision: 'ask', id: deed.kind, data }]
}

const commandOf = ({ program, args }: Run): string => shown([program, ...args].join(' ')).slice(0, 120)
