import { isKnown } from '../../effects.ts'
import { LOOKS, unclassified, type ProgramCall, type Objection, type Usage } from '../../read-only/usage.ts'
import { readWords, valuesOf } from '../../read-only/words.ts'
import type { DeedKind } from '../../services/deed.ts'
import type { Vendor, VendorCall, VendorTable } from '../vendor.ts'

const GLOBAL = '-n --namespace --context --cluster --user --request-timeout --as --as-group -v --v'

/** A dry run that is one. */
const DRY: Usage = { needs: '--dry-run', refuse: '--post-renderer --post-renderer-args', check: isDry }

const kubectl: Usage = {
  // Another configuration may start programs, another server gets the credentials.
  refuse: '--raw --kubeconfig -s --server --token --cache-dir --profile-output --log-file --log-dir',
  exact: true,
  takes: GLOBAL,
  options: '-A --all-namespaces --insecure-skip-tls-verify --match-server-version',
  everywhere: true,
  commands: {
    get: { check: (call) => noSecretValues(call) ?? localOnly(call) },
    diff: { check: localOnly },
    describe: { check: noSecrets },
    'logs log explain top api-resources api-versions version wait events completion': LOOKS,
    'cluster-info': { refuse: '--output-directory' },
    auth: { commands: { 'can-i whoami': LOOKS } },
    rollout: { commands: { 'status history': LOOKS } },
    config: {
      commands: { view: { refuse: '--raw --flatten' }, 'get-contexts get-clusters get-users current-context': LOOKS },
    },
    plugin: { commands: { list: LOOKS } },
    kustomize: {
      refuse: '-o --output --enable-helm --enable-exec --enable-alpha-plugins --helm-command',
      check: localOnly,
    },
    exec: { check: looksInPod },
  },
  harm: { 'delete drain': 'takes down what is running' },
}

const helmReads: Usage = {
  refuse:
    '--raw --kubeconfig --kube-apiserver --kube-token --output-dir --post-renderer --registry-config --repository-config',
  exact: true,
  options: '--debug',
  takes: '-n --namespace --kube-context --kube-as-user --burst-limit',
  everywhere: true,
  commands: {
    'list ls status history hist lint verify env version completion template': LOOKS,
    // The rest shows values, passwords among them.
    get: { commands: { 'notes metadata': LOOKS } },
    'show inspect': { commands: { 'all chart crds readme values': LOOKS } },
    search: { commands: { 'repo hub': LOOKS } },
    'repo dependency dep dependencies plugin': { commands: { 'list ls': LOOKS } },
    'install upgrade rollback uninstall un delete del': DRY,
  },
}

const KUBECTL: Vendor = {
  stack: 'kubernetes',
  takes:
    '-n --namespace --context --cluster --user --kubeconfig -s --server --token --as --as-group --request-timeout -v --v -f --filename -k --kustomize -l --selector --field-selector -o --output -c --container --timeout --grace-period --replicas -p --patch --type --raw --chunk-size --address --accept-hosts',
  flags: '-A --all-namespaces --insecure-skip-tls-verify --match-server-version --warnings-as-errors',
  at: '--context --server -s',
  judge: kubectlDeed,
  destroys:
    'drain, scale --replicas=0, replace --force, apply --prune, certificate deny, config delete-context|delete-cluster|delete-user',
  grants:
    'debug node/*, create clusterrolebinding|rolebinding|clusterrole, certificate approve, proxy --accept-hosts|--address=0*, auth reconcile, adm policy, policy add-*',
  releases:
    'apply, create, patch, edit, replace, set *, rollout restart|undo|pause|resume, cordon, uncordon, taint, label, annotate, scale, autoscale, expose, adm upgrade',
}

export const kubernetes = (): VendorTable => ({
  'kubectl oc': { ...KUBECTL, reads: kubectl },
  // The alias that most people give it.
  k: KUBECTL,
  helm: {
    stack: 'kubernetes',
    reads: helmReads,
    takes:
      '-n --namespace --kube-context --kube-as-user --burst-limit --kubeconfig --kube-apiserver --kube-token --registry-config -f --values --set --version --timeout',
    flags: '--debug',
    at: '--kube-context --kube-apiserver',
    destroys: 'uninstall|un|delete|del, rollback, upgrade --force|--reset-values, repo remove',
    releases: 'upgrade, install, push',
  },
  'helmfile helmsman': {
    stack: 'kubernetes',
    takes: '-f --file -e --environment -n --namespace -l --selector --kube-context --state-values-file',
    reads: 'list, status, lint',
    destroys: 'destroy, delete',
    releases: 'apply, sync',
  },
  argocd: {
    stack: 'kubernetes',
    takes: '--server --auth-token --config --grpc-web-root-path --kube-context --port-forward-namespace',
    flags: '--grpc-web --insecure --plaintext --core',
    at: '--server --kube-context',
    reads: 'version, app list|get|history|diff|resources, proj list|get, cluster list, repo list',
    destroys:
      'app delete|delete-resource|terminate-op|rollback, app sync --force|--prune|--replace, proj|cluster|repo|repocreds|cert|account|appset delete|rm, proj delete',
    releases: 'app sync|create|set|unset|patch|edit, appset create, repo|cluster add',
  },
  flux: {
    stack: 'kubernetes',
    takes: '-n --namespace --context --kubeconfig --cluster --timeout --cache-dir',
    flags: '--verbose -A --all-namespaces',
    at: '--context',
    reads: 'get, version, check, logs, stats, tree, trace, events, diff',
    destroys: 'delete, uninstall',
    releases: 'bootstrap, create, suspend, resume, reconcile, install, push',
  },
  istioctl: {
    stack: 'kubernetes',
    takes: '-n --namespace -i --istioNamespace -c --kubeconfig --context',
    at: '--context',
    reads: 'version, proxy-status, analyze',
    destroys: 'uninstall, experimental|x uninstall, remove-from-mesh, tag remove',
    releases: 'install, upgrade, tag set|generate, kube-inject',
  },
  'linkerd cilium': {
    stack: 'kubernetes',
    reads: 'version, status, check',
    destroys: 'uninstall',
    releases: 'install, upgrade',
  },
  'eksctl kops': {
    stack: 'kubernetes',
    takes: '--region -r --profile -p --state --name',
    reads: '** list, get',
    destroys: 'delete, drain, ** delete, scale nodegroup --nodes=0',
    releases: 'create, upgrade, scale, update, rolling-update',
  },
  velero: {
    stack: 'kubernetes',
    takes: '-n --namespace --kubecontext --kubeconfig',
    reads: '* get|describe, version, get',
    destroys: 'backup|schedule|restore|backup-location|snapshot-location delete, delete, uninstall',
    releases: 'restore create, create restore, install',
  },
  'kubectx kubens': { stack: 'kubernetes', reads: { operands: 0, options: '-c --current' } },
  stern: { stack: 'kubernetes', reads: LOOKS },
})

/** Kinds that a controller makes anew, or that are over: deleting one is everyday work. */
const REPLACEABLE =
  /^(?:po|pods?|jobs?|rs|replicasets?|ev|events?|endpoints?|ep|endpointslices?|leases?|csr|podmetrics)(?:\.[\w.]+)?$/i

/** What `kubectl delete` deletes decides: `pod x`, `deploy/x svc/y`, `pods,jobs -l a=b`. */
function kubectlDeed({ words: [verb, ...targets], options }: VendorCall): DeedKind | undefined {
  if (verb !== 'delete') return undefined
  const has = (...names: readonly string[]): boolean =>
    options.some(({ name, value }) => names.includes(name) && value !== 'false')
  if (has('--raw', '-f', '--filename', '-k', '--kustomize', '--all', '-A', '--all-namespaces')) return 'destroy'
  const kinds = targets.some((word) => word.includes('/'))
    ? targets.map((word) => word.split('/')[0] ?? '')
    : (targets[0] ?? '').split(',')
  return kinds.every((kind) => REPLACEABLE.test(kind)) ? 'release' : 'destroy'
}

function isDry({ name, args }: ProgramCall): Objection | undefined {
  const isReal = args.some((word) => word.startsWith('--dry-run=') && !/^--dry-run=(?:client|server|true)$/.test(word))
  return isReal ? unclassified(`\`${name}\` is not a dry run with that value.`) : undefined
}

/** Names of secrets may be listed, their values are not shown without asking. */
function noSecretValues({ name, args }: ProgramCall): Objection | undefined {
  const { options, operands } = readWords(args, { takes: `${GLOBAL} -o --output -l --selector -f --filename -k -L` })
  const outputs = valuesOf(options, '-o', '--output')
  const isShort = outputs.every((output) => output === 'name' || output === 'wide')
  const isSecret = operands.some((word) => !isKnown(word) || /secret/i.test(word.split('/')[0] ?? ''))
  const isFile = valuesOf(options, '-f', '--filename', '-k').length > 0
  const isFormatted = !isShort || options.some((option) => /^--(?:te|ra)/.test(option.name))
  return (isSecret || isFile) && isFormatted ? unclassified(`\`${name}\` would show values of secrets.`) : undefined
}

/** The output for a secret includes its last applied configuration, with all values. */
function noSecrets({ name, args }: ProgramCall): Objection | undefined {
  const { operands } = readWords(args, { takes: `${GLOBAL} -l --selector -f --filename -k` })
  const isSecret = args.some((word) => /^-(?:f|k|-filename)/.test(word)) || operands.some(mayBeSecret)
  return isSecret ? unclassified(`\`${name}\` would show values of secrets.`) : undefined
}

const mayBeSecret = (word: string): boolean => !isKnown(word) || /secret|^all$/i.test(word.split('/')[0] ?? '')

function localOnly({ name, args }: ProgramCall): Objection | undefined {
  const isRemote = args.some((word) => /:\/\/|^git@|^github\.com|\?ref=/.test(word))
  return isRemote ? unclassified(`\`${name}\` downloads its input.`) : undefined
}

/** `kubectl exec pod -- ls`. */
function looksInPod({ name, args, judge }: ProgramCall): Objection | undefined {
  const end = args.indexOf('--')
  const { options, operands } = readWords(args.slice(0, Math.max(end, 0)), { takes: `${GLOBAL} -c --container` })
  const isPlain = options.every((option) =>
    /^(?:-[itncq]|--(?:stdin|tty|quiet|container|namespace|context))$/.test(option.name),
  )
  if (end < 0 || operands.length !== 1 || !isPlain) return unclassified(`\`${name}\` does more than read one pod.`)
  return judge(args.slice(end + 1))
}
