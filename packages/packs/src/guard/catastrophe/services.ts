import { shown, type Run } from '@holdpoint/shell'
import type { CatastropheFinding, Rule } from './finding.ts'

/** Data in databases and cloud services. */

const DROPS =
  /\b(?:drop\s+(?:database|table|schema|keyspace|collection)|truncate\s+(?:table\s+)?\w|flushall|flushdb|dropdatabase\s*\(|\.drop\s*\()/i
const DELETES = /\bdelete\s+from\s+[\w."`]+\s*(?:;|$)/i

export const databases =
  (decision: CatastropheFinding['decision'] | 'off'): Rule =>
  ({ system }) =>
    system
      .filter(({ what }) => what === 'sql' && decision !== 'off')
      .flatMap(({ detail }): readonly CatastropheFinding[] => {
        const data = { statement: shown(DROPS.exec(detail)?.[0] ?? DELETES.exec(detail)?.[0] ?? '').slice(0, 80) }
        if (DROPS.test(detail)) return [{ decision: decision === 'off' ? 'ask' : decision, id: 'sql', data }]
        return DELETES.test(detail) ? [{ decision: 'ask', id: 'sql', data }] : []
      })

/** Command lines of services: a deletion there affects everyone who uses the service. */
const SERVICES = new Set(
  'aws gcloud gsutil bq az oci ibmcloud linode-cli scw hcloud civo doctl heroku fly flyctl vercel netlify railway render supabase firebase wrangler fastly algolia apigeecli circleci gitlab-runner doppler vault op ldcli unleash flipt stripe newrelic datadog-ci pd splunk nats rpk rabbitmqadmin rabbitmqctl mc s3cmd b2 rclone restic borg velero mysqladmin glab deck sentry-cli kafka-topics kafka-acls kafka-consumer-groups'.split(
    ' ',
  ),
)
const DESTROYS =
  /^(?:--?)?(?:delete\w*|delete[-_:].*|destroy|purge(?:[-_].*)?|terminate.*|schedule-key-deletion|drop|rb|remove|unset|revoke|disable|unregister|unsubscribe|deregister.*|forget\w*|prune|reset|reset-offsets|clear|clean|rm|apps:destroy|pg:reset|archive|rollback|compact|recreate|break-lock|dedupe)$/

/** Services whose destructive commands take more than one word. */
const DESTROYERS: readonly (readonly [readonly string[], RegExp])[] = [
  [['terraform', 'tofu', 'terragrunt', 'pulumi', 'cdk', 'cdktf', 'sst'], /^(?:(?!plan).)*\bdestroy\b/],
  [
    ['kubectl', 'oc'],
    /\bdelete\b.*(?:\b(?:ns|namespaces?|nodes?|pvc?|persistentvolumes?|crds?|clusters?)\b|--all\b|-A\b)/,
  ],
  [['docker', 'podman'], /\b(?:system prune\b.*(?:-a|--all|--volumes)|volume (?:rm|prune)\b|rmi\b.*--force)/],
  [['gh'], /\b(?:repo|release|secret|run|cache|gist) delete\b|^api\b.*(?:-X|--method)[ =]?DELETE\b/],
  [['npm', 'pnpm', 'yarn'], /^unpublish\b/],
  [['dropdb', 'dropuser'], /\S/],
  [['python', 'python3', 'django-admin'], /^(?:\S*manage\.py )?(?:flush|reset_db|sqlflush)\b/],
  [['rails', 'rake'], /\bdb:(?:drop|reset)\b/],
  [['prisma'], /\bmigrate reset\b|--force-reset\b/],
  [['curl', 'http', 'https', 'xh', 'glab'], /(?:-X|--request|--method)[ =]?DELETE\b|^DELETE\b/],
]
const FETCHERS = ['curl', 'http', 'https', 'xh']
const VERBS = ['--delete', '--remove', '--reset-offsets']
const LOCAL = /(?:^|\/\/|\s)(?:localhost|127\.0\.0\.1|\[::1\]|:\d+)/

export const clouds =
  (decision: CatastropheFinding['decision'] | 'off'): Rule =>
  ({ runs }) =>
    decision === 'off'
      ? []
      : runs.filter(isDestroyer).map((run) => ({
          decision,
          id: 'cloud',
          data: { command: shown([run.program, ...run.args].join(' ')).slice(0, 120) },
        }))

const REHEARSING = ['dry-run', 'dryrun', 'help', 'h', 'plan', 'what-if', 'test']

/** `--dry-run`, `-h`, `--dry-run=client`; but not `--dry-run=none`. */
function isRehearsal(arg: string): boolean {
  if (!arg.startsWith('-')) return false
  const [name = '', ...value] = arg.slice(arg.startsWith('--') ? 2 : 1).split('=')
  return REHEARSING.includes(name) && !['none', 'false'].some((no) => value[0]?.startsWith(no) === true)
}

function isDestroyer({ program, args }: Run): boolean {
  if (args.some(isRehearsal)) return false
  // The verb is among the first words; the words after it are names, which may be anything.
  const words = args.filter((arg) => !arg.startsWith('-') || VERBS.includes(arg)).slice(0, 3)
  if (SERVICES.has(program) && words.some((word) => DESTROYS.test(word))) return true
  const line = args.join(' ')
  const isLocal = FETCHERS.includes(program) && LOCAL.test(line)
  return !isLocal && DESTROYERS.some(([programs, pattern]) => programs.includes(program) && pattern.test(line))
}
