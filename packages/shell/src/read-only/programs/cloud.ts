import { own } from '../../own.ts'
import { isKnown } from '../../effects.ts'
import { listOf, LOOKS, unclassified, type ProgramCall, type Objection, type UsageTable } from '../usage.ts'

/** Reads with these words in it would print a secret, or save what it reads. */
const SECRET = /secret-value|password|credential|session-token|federation-token|access-token|authorization-token|login/
const SAVES =
  /^get-(?:object|object-torrent|job-output|export|sdk|media|snapshot-block|raw-message-content|package-version-asset|configuration|latest-configuration|read-set|reference)$/

const AWS_TAKES = '--profile --region --output --query --color --ca-bundle --cli-read-timeout --cli-connect-timeout'
const AWS_VERB = /^(?:describe|list|get|head|batch-get|search|lookup|estimate|validate|simulate)-[a-z0-9-]+$/
const AWS_READS: Readonly<Record<string, string>> = {
  s3: 'ls',
  dynamodb: 'query scan transact-get-items',
  logs: 'tail filter-log-events',
  configure: 'list list-profiles',
}

/** Command lines of clouds: the verb decides whether a call is read-only. */
export const cloud: UsageTable = {
  aws: { check: onlyAwsReads },
  az: { check: onlyAzReads },
  gcloud: { check: onlyGcloudReads },
  // Its providers are programs that lie in the project.
  'terraform tofu': {
    builds: true,
    longDash: true,
    options: '-version -help',
    bare: true,
    commands: {
      'version validate show output graph modules': LOOKS,
      fmt: [{ needs: '-check', longDash: true }, { check: writesNothing }],
      plan: { refuse: '-out -generate-config-out' },
      state: { commands: { 'list show': LOOKS } },
      workspace: { commands: { 'list show': LOOKS } },
      providers: [{ operands: 0 }, { commands: { schema: LOOKS } }],
      metadata: { commands: { functions: LOOKS } },
    },
    harm: { 'apply destroy import taint untaint': 'changes real infrastructure' },
  },
  packer: { builds: true, longDash: true, commands: { 'version inspect validate': LOOKS, fmt: { needs: '-check' } } },
  pulumi: { commands: { 'version whoami': LOOKS, stack: { commands: { ls: LOOKS }, bare: true } } },
  cdk: { commands: { 'doctor docs': LOOKS } },
  'ansible-doc ansible-lint': { builds: true },
  'ansible-galaxy': {
    builds: true,
    commands: { 'role collection': { commands: { 'list search info': LOOKS } }, 'list search info': LOOKS },
  },
  'ansible-config': { builds: true, commands: { 'list dump view': LOOKS } },
  auth0: { check: onlyAuth0Reads },
}

/** Words up to the first option; undefined when one of them, or an option in front, is not understood. */
function pathOf(args: readonly string[], takes: string, flags: string): readonly string[] | undefined {
  const path: string[] = []
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? ''
    const [name = ''] = word.split('=')
    if (!isKnown(word)) return undefined
    if (!word.startsWith('-')) path.push(word)
    else if (path.length > 0) break
    else if (listOf(takes).includes(word)) at++
    else if (!listOf(takes).includes(name) && !listOf(flags).includes(word)) return undefined
  }
  return path
}

/** `aws s3 help`, `az vm --help`, `gcloud help compute`. */
const isHelp = (args: readonly string[]): boolean =>
  args.length <= 4 &&
  (args[0] === 'help' || /^(?:help|--help|-h)$/.test(args.at(-1) ?? '')) &&
  args.slice(0, -1).every((word) => /^\w[\w-]*$/.test(word)) &&
  args.every(isKnown)

function onlyAwsReads({ args }: ProgramCall): Objection | undefined {
  const flags = '--no-paginate --debug --no-sign-request --no-cli-pager --no-cli-auto-prompt'
  const path = pathOf(args, AWS_TAKES, flags) ?? []
  const [service = '', verb = ''] = path
  const name = `aws ${service} ${verb}`.trim()
  const reads = AWS_VERB.test(verb) || listOf(own(AWS_READS, service)).includes(verb)
  const isOpen = service === 'configure' && verb === 'get' && /^(?:region|output)$/.test(path[2] ?? '')
  const isQuiet =
    !SECRET.test(verb) &&
    !SAVES.test(verb) &&
    !args.some((word) => /^--(?:with-dec|endpoint|cli-input|no-verify|generate-cli)/.test(word)) &&
    args.every(isKnown)
  return isHelp(args) || (isQuiet && (reads || isOpen)) ? undefined : unclassified(`\`${name}\` does more than look.`)
}

const AZ_VERB =
  /^(?:list|show|exists|version|logs|tail|query|summarize|list-[a-z-]+|show-[a-z-]+|check-[a-z-]+|get-[a-z-]+)$/

/** Its commands take no words behind the verb, so the last word before the options is the verb. */
function onlyAzReads({ args }: ProgramCall): Objection | undefined {
  const path = pathOf(args, '--subscription --output -o --query', '--verbose --debug --only-show-errors') ?? []
  const hides = /^keys?$|list-keys|secret|credential|token|password|connection-string|publishing/
  const saves = args.some((word) => /^(?:-f|--(?:file|destination|output-file|overwrite|set|add|remove).*)$/.test(word))
  const changes =
    /^(?:delete|create|update|set|add|remove|start|stop|restart|deallocate|purge|reset|move|run|invoke|deploy)$/
  const isRead =
    AZ_VERB.test(path.at(-1) ?? '') && path.length > 1 && !path.some((word) => hides.test(word) || changes.test(word))
  const isFine = isHelp(args) || (isRead && !saves && args.every(isKnown)) || path.join(' ') === 'version'
  return isFine ? undefined : unclassified(`\`az ${path.join(' ')}\` does more than look.`)
}

/** Names of things; a word that is none of them ends the path. */
const GCLOUD_NAMES = listOf(
  'alpha beta compute container run app sql iam projects organizations folders logging monitoring storage pubsub kms dns ' +
    'functions artifacts builds deploy secrets services scheduler tasks redis spanner bigtable dataflow dataproc filestore ' +
    'instances instance-groups managed instance-templates disks images snapshots networks subnets firewall-rules addresses ' +
    'forwarding-rules backend-services backend-buckets health-checks url-maps target-pools target-http-proxies zones regions ' +
    'machine-types disk-types clusters node-pools images repositories packages versions docker tags service-accounts roles ' +
    'databases users backups operations topics subscriptions keyrings keys buckets objects revisions routes jobs executions ' +
    'configurations components accounts domains managed-zones record-sets triggers policies logs sinks metrics',
)
const GCLOUD_VERBS = listOf(
  'list describe get-iam-policy get-value get-ancestors list-tags list-grantable-roles tail read',
)

function onlyGcloudReads({ args }: ProgramCall): Objection | undefined {
  const path = pathOf(args, '--project --account --configuration --format --verbosity', '--quiet -q') ?? []
  const verbAt = path.findIndex((word) => !GCLOUD_NAMES.includes(word))
  const verb = path[verbAt] ?? ''
  const whole = path.join(' ')
  const isAbout =
    /^(?:info|version|help|topic.*|cheat-sheet|auth list|config (?:list|get|get-value).*|config configurations list)$/.test(
      whole,
    )
  const isRead = verbAt > 0 && GCLOUD_VERBS.includes(verb)
  const isOdd = args.some((word) => !isKnown(word) || /^--(?:impersonate|access-token|log-http|flags-file)/.test(word))
  const isFine = isHelp(args) || (!isOdd && (isAbout || isRead))
  return isFine ? undefined : unclassified(`\`gcloud ${whole}\` does more than look.`)
}

/** Its verbs follow nouns; after the verb comes the name of the resource. */
function onlyAuth0Reads({ args }: ProgramCall): Objection | undefined {
  const path = pathOf(args, '--tenant', '--debug --no-color --no-input --json') ?? []
  const nouns =
    /^(?:apps|apis|users|actions|roles|orgs|rules|logs|domains|tenants|email|templates|provider|members|permissions|scopes|protection|universal-login|ul|ap|event-streams)$/
  const verbAt = path.findIndex((word) => !nouns.test(word))
  const isRead = verbAt > 0 && /^(?:list|ls|show|search|tail|diff|stats)$/.test(path[verbAt] ?? '')
  return isRead && args.every(isKnown) ? undefined : unclassified(`\`auth0 ${path.join(' ')}\` does more than look.`)
}

function writesNothing({ args }: ProgramCall): Objection | undefined {
  return args.includes('-write=false') ? undefined : unclassified('`terraform fmt` changes files.')
}
