import { shown, type Run } from '../../../core/effects.ts'
import type { Finding, Rule } from './finding.ts'

/** Data that lives in databases and in other people's data centres. */

const DROPS =
  /\b(?:drop\s+(?:database|table|schema|keyspace|collection)|truncate\s+(?:table\s+)?\w|flushall|flushdb|dropdatabase\s*\(|\.drop\s*\()/i
const DELETES = /\bdelete\s+from\s+[\w."`]+\s*(?:;|$)/i

export const databases =
  (decision: Finding['decision'] | 'off'): Rule =>
  ({ system }) =>
    system
      .filter(({ what }) => what === 'sql' && decision !== 'off')
      .flatMap(({ detail }): readonly Finding[] => {
        const data = { statement: shown(DROPS.exec(detail)?.[0] ?? DELETES.exec(detail)?.[0] ?? '').slice(0, 80) }
        if (DROPS.test(detail)) return [{ decision: decision === 'off' ? 'ask' : decision, id: 'sql', data }]
        return DELETES.test(detail) ? [{ decision: 'ask', id: 'sql', data }] : []
      })

/** Words that together destroy something; each must occur in this order. */
const DESTROYERS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:terraform|tofu|terragrunt|pulumi|cdk|cdktf|sst)$/, /^(?:(?!plan).)*\bdestroy\b(?!.*\b(?:--help|-help)\b)/],
  [
    /^kubectl$|^oc$/,
    /\bdelete\b.*(?:\b(?:ns|namespaces?|nodes?|pvc?|persistentvolumes?|crds?|clusters?)\b|--all\b|-A\b)/,
  ],
  [
    /^aws$/,
    /\b(?:s3 (?:rb|rm)\b.*(?:--force|--recursive)|\w+ (?:delete-(?:stack|db|table|bucket|cluster|function|user|volume|snapshot|vpc|repository|hosted)|terminate-instances|schedule-key-deletion))/,
  ],
  [/^gcloud$|^gsutil$|^bq$/, /\b(?:delete|rm -r|rb)\b/],
  [/^az$/, /\b(?:delete|purge)\b/],
  [/^(?:docker|podman)$/, /\b(?:system prune\b.*(?:-a|--all|--volumes)|volume (?:rm|prune)\b)/],
  [
    /^(?:heroku|fly|flyctl|doctl|vercel|netlify|railway|supabase|firebase)$/,
    /\b(?:destroy|delete|apps:destroy|pg:reset|db reset|rm)\b/,
  ],
  [/^gh$/, /\b(?:repo|release|secret|run|cache) delete\b/],
  [/^(?:rails|rake|bin\/rails)$/, /\bdb:(?:drop|reset)\b/],
  [/^(?:prisma)$/, /\bmigrate reset\b/],
  [/^(?:restic|borg)$/, /\b(?:forget|prune|delete)\b/],
]

export const clouds =
  (decision: Finding['decision'] | 'off'): Rule =>
  ({ runs }) =>
    decision === 'off'
      ? []
      : runs
          .filter(isDestroyer)
          .map((run) => ({
            decision,
            id: 'cloud',
            data: { command: shown([run.program, ...run.args].join(' ')).slice(0, 120) },
          }))

function isDestroyer({ program, args }: Run): boolean {
  const words = args.join(' ')
  const isRehearsal = args.some((arg) => /^--?(?:dry-run|dryrun|help|h|plan|what-if)(?:=(?!none|false)|$)/.test(arg))
  return !isRehearsal && DESTROYERS.some(([name, pattern]) => name.test(program) && pattern.test(words))
}
