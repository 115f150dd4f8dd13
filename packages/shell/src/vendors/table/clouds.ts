import { own } from '../../own.ts'
import { isKnown } from '../../effects.ts'
import { apiDeed } from '../api-call.ts'
import { listOf, unclassified, type ProgramCall, type Objection } from '../../read-only/usage.ts'
import type { DeedKind } from '../../services/deed.ts'
import type { VendorCall, VendorTable } from '../vendor.ts'

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

/** Clouds. A verb decides; where it stands differs. */
export const clouds = (): VendorTable => ({
  aws: {
    stack: 'cloud',
    reads: { check: onlyAwsReads },
    takes: `${AWS_TAKES} --endpoint-url --desired-count --desired-capacity --min-size --max-size --change-batch --cli-input-json`,
    flags: '--no-paginate --debug --no-sign-request --no-cli-pager --no-cli-auto-prompt --no-verify-ssl',
    at: '--endpoint-url',
    judge: awsDeed,
    destroys:
      '* delete-*|terminate-*|purge-*|deregister-*|batch-delete-*|schedule-key-deletion|disable-*|deactivate-*|revoke-*|close-account|leave-organization|release-address|unsubscribe|stop-logging|stop-configuration-recorder|empty-*|abort-*|cancel-*|detach-*-policy|remove-*, ec2 modify-instance-attribute --no-disable-api-termination, s3 rb|rm, s3 sync --delete, ecs update-service --desired-count=0, autoscaling * --desired-capacity=0|--max-size=0',
    grants:
      'iam attach-*-policy|put-*-policy|add-user-to-group|create-login-profile|update-login-profile|create-access-key|update-assume-role-policy|create-policy-version|add-role-to-instance-profile, s3api put-bucket-policy|put-bucket-acl|put-object-acl|put-public-access-block, * add-permission|authorize-*-ingress|modify-snapshot-attribute|modify-image-attribute|modify-db-snapshot-attribute|create-grant|put-resource-policy|set-repository-policy|put-key-policy, ec2 import-key-pair, organizations invite-account-to-organization, eks create-access-entry|associate-access-policy',
    releases:
      '* update-*|put-*|modify-*|rotate-*|stop-*|reboot-*|publish-*|restore-*|failover-*|run-instances|create-deployment|create-invalidation|execute-change-set|deploy, route53 change-resource-record-sets',
  },
  az: {
    stack: 'cloud',
    reads: { check: onlyAzReads },
    takes:
      '--subscription --output -o --query -n --name -g --resource-group -m --method -u --url --uri -b --body --mode',
    judge: apiDeed('rest'),
    flags: '--verbose --debug --only-show-errors',
    destroys:
      '* ** delete|delete-*|purge|remove|deallocate|destroy|reset|disable|revoke|revoke-*|clear|cancel, deployment ** create --mode=complete',
    grants:
      'role assignment create, ad ** create-for-rbac|credential, ad app|sp credential reset, keyvault set-policy, storage account update --allow-blob-public-access, storage container set-permission, network nsg rule create, sql server firewall-rule create, ** policy-assignment create',
    releases: '* ** create|update|restart|stop|deploy|up|import|swap|failover|rotate|move|set|renew, webapp deploy',
  },
  gcloud: {
    stack: 'cloud',
    reads: { check: onlyGcloudReads },
    takes: '--project --account --configuration --format --verbosity --region --zone --num-nodes --size',
    flags: '--quiet -q',
    destroys:
      '* ** delete|delete-*|destroy|purge|disable|rm|remove-*|reset|reset-*|revoke, alpha|beta|preview * ** delete|destroy|purge|disable|rm|reset, storage rsync --delete-unmatched-destination-objects, container clusters resize --num-nodes=0|--size=0',
    grants:
      '** add-iam-policy-binding|set-iam-policy, iam service-accounts keys create, compute firewall-rules create, compute instances|project-info add-metadata, sql users set-password|create, alpha|beta|preview ** add-iam-policy-binding|set-iam-policy',
    releases:
      '* ** deploy|submit|update|update-*|set-*|add-*|stop|restart|patch|migrate|resize|rollback|import, alpha|beta|preview * ** deploy|update|set-*, deploy releases promote|create',
  },
  gsutil: {
    stack: 'cloud',
    takes: '-o -h -u -i',
    flags: '-m -q -D -DD -s',
    rehearses: '-n',
    reads: 'ls, du, stat, version',
    destroys: 'rm, rb, rsync -d',
    grants: 'iam set|ch, acl set|ch, defacl set|ch',
    releases: 'rsync, mv, setmeta, lifecycle set, cors set',
  },
  bq: {
    stack: 'cloud',
    takes: '--project_id --dataset_id --location --format --max_results --job_id',
    flags: '--quiet -q --headless',
    longDash: true,
    reads: 'ls, show, head, version',
    destroys: 'rm, load -replace, cp -f',
  },
  oci: {
    stack: 'cloud',
    takes: '--profile --region --config-file --compartment-id --auth --output',
    reads: '** list|get',
    destroys: '* ** delete|terminate|bulk-delete|purge|schedule-deletion|deactivate',
    releases: '* ** update|stop|create|deploy',
  },
  doctl: {
    stack: 'cloud',
    takes: '-t --access-token -o --output --context -c --config -u --api-url --http-retry-max',
    flags: '--trace -v --verbose --interactive',
    reads: '** list|ls|get',
    destroys: '* ** delete|d|rm|destroy|delete-*, compute droplet-action power-off|shutdown',
    releases: '* ** update|resize|restart|create-deployment, apps create|update',
  },
  hcloud: {
    stack: 'cloud',
    takes: '--config --context --endpoint --poll-interval',
    flags: '--debug --quiet',
    reads: '** list|describe',
    destroys: '* delete|reset|poweroff|shutdown|rebuild|remove-*|disable-*',
    releases: '* update|reboot|change-*|attach-*|detach-*',
  },
  'linode-cli linode': {
    stack: 'cloud',
    takes: '--format --as-user',
    flags: '--json --text --no-headers --all --pretty',
    reads: '** list|view|ls|show',
    destroys: '* delete|rm|rebuild|shutdown|*-delete|cancel|reset|remove-*, domains|nodebalancers|volumes|lke *-delete',
    releases: '* update|reboot|resize|boot|migrate',
  },
  scw: {
    stack: 'cloud',
    takes: '-p --profile -c --config -o --output',
    reads: '** list|get',
    destroys: '* ** delete|terminate|purge|detach|stop|reset',
    releases: '* ** update|deploy|reboot|create',
  },
  ibmcloud: {
    stack: 'cloud',
    flags: '-q --quiet',
    reads: '** list|ls',
    destroys: '* ** rm|delete|remove|*-delete|*-rm|destroy, *-delete',
    releases: '* ** update|create|push|reload',
  },
  'openstack nova cinder neutron': {
    stack: 'cloud',
    takes: '--os-cloud --os-project-name --os-region-name -f --format -c --column',
    reads: '* list|show, * * list|show',
    destroys: '** delete|remove|unset|shelve|stop|rebuild|purge|failover|revoke, delete, * delete, force-delete',
    grants: '** role add, role add, security group rule create',
    releases: '** create|set|update|reboot|resize|migrate|restore',
  },
  'vultr-cli exo upctl gridscale ionosctl yc': {
    stack: 'cloud',
    takes: '--config -z --zone --output -o',
    reads: '** list|get|show|info',
    destroys: '** delete|destroy|remove|stop|halt|reinstall|terminate|purge',
    releases: '** create|update|restart|reboot|resize|scale',
  },
  'aliyun tccli hcloud-cli huaweicloud ucloud volcengine jdc': {
    stack: 'cloud',
    takes: '--profile --region --RegionId -p',
    reads: '* Describe*|List*|Get*',
    destroys: '* Delete*|Terminate*|Release*|Destroy*|Remove*|Drop*|Purge*|Disable*|Stop*|Reset*, oss|cos rm|rb',
    grants: '* Attach*|Authorize*|Grant*|CreateAccessKey',
    releases: '* Modify*|Update*|Reboot*|Restart*|Run*|Create*',
  },
  civo: { stack: 'cloud', reads: '** list|ls|show', destroys: '** delete|rm|remove|destroy' },
  auth0: { stack: 'cloud', reads: { check: onlyAuth0Reads }, destroys: '** delete|rm, ap|ul reset' },
})

/** `aws s3 rb help`; and records of names are removed by what a batch of changes says. */
function awsDeed({ words, options }: VendorCall): DeedKind | 'none' | undefined {
  if (words.length <= 3 && words.at(-1) === 'help') return 'none'
  const batch = options.find(({ name }) => name === '--change-batch')?.value ?? ''
  return /"Action"\s*:\s*"DELETE"|Action=DELETE/i.test(batch) ? 'destroy' : undefined
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
  return isHelp(args) || (isQuiet && (reads || isOpen)) ? undefined : unclassified(`\`${name}\` is not read-only.`)
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
  return isFine ? undefined : unclassified(`\`az ${path.join(' ')}\` is not read-only.`)
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
  return isFine ? undefined : unclassified(`\`gcloud ${whole}\` is not read-only.`)
}

/** Its verbs follow nouns; after the verb comes the name of the resource. */
function onlyAuth0Reads({ args }: ProgramCall): Objection | undefined {
  const path = pathOf(args, '--tenant', '--debug --no-color --no-input --json') ?? []
  const nouns =
    /^(?:apps|apis|users|actions|roles|orgs|rules|logs|domains|tenants|email|templates|provider|members|permissions|scopes|protection|universal-login|ul|ap|event-streams)$/
  const verbAt = path.findIndex((word) => !nouns.test(word))
  const isRead = verbAt > 0 && /^(?:list|ls|show|search|tail|diff|stats)$/.test(path[verbAt] ?? '')
  return isRead && args.every(isKnown) ? undefined : unclassified(`\`auth0 ${path.join(' ')}\` is not read-only.`)
}
