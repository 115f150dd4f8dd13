import { isKnown } from '../../effects.ts'
import { LOOKS, unclassified, type ProgramCall, type Objection, type UsageTable, type Usage } from '../usage.ts'
import { readWords, valuesOf } from '../words.ts'

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

export const kubernetes: UsageTable = {
  'kubectl oc': kubectl,
  helm: {
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
  },
  'kubectx kubens': { operands: 0, options: '-c --current' },
  stern: LOOKS,
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
  return isRemote ? unclassified(`\`${name}\` fetches what it works on.`) : undefined
}

/** `kubectl exec pod -- ls`. */
function looksInPod({ name, args, judge }: ProgramCall): Objection | undefined {
  const end = args.indexOf('--')
  const { options, operands } = readWords(args.slice(0, Math.max(end, 0)), { takes: `${GLOBAL} -c --container` })
  const isPlain = options.every((option) =>
    /^(?:-[itncq]|--(?:stdin|tty|quiet|container|namespace|context))$/.test(option.name),
  )
  if (end < 0 || operands.length !== 1 || !isPlain) return unclassified(`\`${name}\` does more than look into one pod.`)
  return judge(args.slice(end + 1))
}
