import { isKnown } from '../../effects.ts'
import { LOOKS, unclassified, type ProgramCall, type Objection, type Usage } from '../../read-only/usage.ts'
import { readWords, valuesOf } from '../../read-only/words.ts'
import { apiDeed } from '../api-call.ts'
import type { VendorTable } from '../vendor.ts'

const LIST: Usage = { commands: { 'list ls': LOOKS } }
const VIEW: Usage = { commands: { 'list ls view': LOOKS } }

/** Whatever others would see is not here. */
const ghReads: Usage = {
  exact: true,
  takes: '-R --repo',
  options: '',
  everywhere: true,
  bare: true,
  commands: {
    'search status version completion': LOOKS,
    pr: { commands: { 'list ls view status diff checks': LOOKS } },
    issue: { commands: { 'list ls view status': LOOKS } },
    repo: {
      commands: {
        'list ls view': LOOKS,
        'gitignore license deploy-key autolink': VIEW,
      },
    },
    'workflow gist org': VIEW,
    run: { commands: { 'list ls view watch': LOOKS } },
    release: { commands: { 'list ls view verify verify-asset': LOOKS } },
    'cache secret label ssh-key gpg-key alias': LIST,
    'extension ext': { commands: { 'list ls search': LOOKS } },
    variable: { commands: { 'list ls get': LOOKS } },
    auth: { commands: { status: { refuse: '-t --show-token' } } },
    config: { commands: { 'list ls get': LOOKS } },
    'codespace cs': { commands: { 'list ls view logs': LOOKS } },
    project: { commands: { 'list ls view field-list item-list': LOOKS } },
    'ruleset rs': { commands: { 'list ls view check': LOOKS } },
    'attestation at': { commands: { 'verify trusted-root': LOOKS } },
    api: { check: onlyGets },
  },
  harm: { copilot: 'hands over to another agent' },
}

const glabReads: Usage = {
  takes: '-R --repo',
  options: '',
  everywhere: true,
  commands: {
    mr: { commands: { 'list ls view diff issues approvers': LOOKS } },
    issue: { commands: { 'list ls view': LOOKS } },
    'repo release label variable snippet schedule': VIEW,
    'ci pipeline': { commands: { 'list ls view status get trace lint': LOOKS } },
  },
}

const FORGE = '-R --repo -X --method -f --field -F --raw-field -H --header --hostname --input -q --jq -t --template'

/** Code forges, and what they run. */
export const forges = (): VendorTable => ({
  gh: {
    stack: 'hosting',
    reads: ghReads,
    takes: FORGE,
    destroys:
      'repo delete|archive|rename, repo deploy-key delete, repo edit --visibility=*, repo sync --force, release delete|delete-asset, secret|variable|gist|run|cache|label|ruleset|ssh-key|gpg-key|codespace|cs|project|extension delete|remove, project item-delete|field-delete, issue delete|transfer, workflow disable',
    grants:
      'ssh-key|gpg-key add, auth refresh -s|--scopes, repo deploy-key add, repo edit --visibility=*, org|team ** add, codespace ports visibility',
    releases:
      'release create|edit|upload, workflow run, secret|variable set, repo create|fork, pr merge, extension install',
  },
  glab: {
    stack: 'hosting',
    reads: glabReads,
    takes: FORGE,
    judge: apiDeed('api'),
    destroys:
      'repo|project delete|transfer|archive, release|variable|label|ssh-key|deploy-key|schedule|snippet|token|securefile delete, issue|mr|incident delete, ci|pipeline delete, token revoke|rotate, runner delete',
    grants: 'ssh-key|gpg-key|deploy-key add, token create, repo members add',
    releases: 'mr merge|accept, release create|upload, ci run|trigger, variable set|update, repo|project create|mirror',
  },
  'bitbucket bb tea': { stack: 'hosting', destroys: '** delete|rm, repo delete', releases: 'release create' },
  'jenkins-cli': {
    stack: 'hosting',
    takes: '-s -auth -i -webSocket',
    longDash: true,
    destroys:
      'delete-*, clear-queue, shutdown, safe-shutdown, quiet-down, disable-*, offline-node, disconnect-node, groovy, groovysh',
    releases: 'build, update-*, create-*, restart, safe-restart, reload-*, install-plugin',
  },
  'agent remoting swarm-client': {
    stack: 'hosting',
    longDash: true,
    takes: '-url -secret -name -workDir -jnlpUrl',
    grants: '-secret|-jnlpUrl|-jnlpCredentials',
  },
  'code code-insiders cursor codium': { stack: 'hosting', everyday: true, grants: 'tunnel, serve-web' },
  circleci: {
    stack: 'hosting',
    destroys: '** delete|remove, context remove-secret, * delete-*',
    releases: 'orb publish',
  },
  'gitlab-runner': { stack: 'hosting', destroys: 'unregister, uninstall, reset-token', releases: 'register' },
  buildkite: { stack: 'hosting', destroys: '** delete' },
})

const FIELDS = '-f -F --field --raw-field'
const API_TAKES = `${FIELDS} -X --method -H --header -q --jq -t --template -p --preview --cache --hostname --input`

/** A GET, or a query in GraphQL. Fields make it a POST unless it says otherwise. */
function onlyGets({ name, args }: ProgramCall): Objection | undefined {
  const { options, operands } = readWords(args, { takes: API_TAKES })
  const method = valuesOf(options, '-X', '--method').at(-1)
  const fields = valuesOf(options, ...FIELDS.split(' '))
  const sends = options.some((option) => /^--(?:inp.*|ho.*)$/.test(option.name))
  const [endpoint = ''] = operands
  const isReadable =
    args.every(isKnown) && !endpoint.includes('://') && !sends && !fields.some((field) => /=@/.test(field))
  const isGet = method === undefined ? fields.length === 0 : /^(?:GET|HEAD)$/i.test(method)
  const isQuery = endpoint === 'graphql' && method === undefined && fields.every(isQueryField)
  return isReadable && (isGet || isQuery) ? undefined : unclassified(`\`${name}\` does more than fetch.`)
}

const isQueryField = (field: string): boolean => !/\b(?:mutation|subscription)\b/i.test(field)
