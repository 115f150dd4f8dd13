import { isKnown } from '../../effects.ts'
import { LOOKS, unclassified, type ProgramCall, type Objection, type UsageTable, type Usage } from '../usage.ts'
import { readWords, valuesOf } from '../words.ts'

const LIST: Usage = { commands: { 'list ls': LOOKS } }
const VIEW: Usage = { commands: { 'list ls view': LOOKS } }

/** The command line of code forges. Whatever others would see is not here. */
export const github: UsageTable = {
  gh: {
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
  },
  glab: {
    takes: '-R --repo',
    options: '',
    everywhere: true,
    commands: {
      mr: { commands: { 'list ls view diff issues approvers': LOOKS } },
      issue: { commands: { 'list ls view': LOOKS } },
      'repo release label variable snippet schedule': VIEW,
      'ci pipeline': { commands: { 'list ls view status get trace lint': LOOKS } },
    },
  },
}

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
