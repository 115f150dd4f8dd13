import {
  LOOKS,
  unclassified,
  type ProgramCall,
  type Objection,
  type UsageTable,
  type Usage,
  type Usages,
} from '../usage.ts'
import { readWords } from '../words.ts'

const DIFF: Usage = { refuse: '--output --ext-diff' }

/** Lists branches or tags: without a name, or with an option that makes the name a pattern. */
function lister(options: string, needs: string, takes: string): readonly Usage[] {
  return [
    { operands: 0, options, takes: `${takes} ${needs}` },
    { needs, options, takes },
  ]
}

const FILTERS = '--contains --no-contains --merged --no-merged --points-at'

const READS_CONFIG =
  '--global --local --system --worktree --show-origin --show-scope --bool --int --path -z --null --name-only --includes --no-includes'

const commands: Readonly<Record<string, Usages>> = {
  'status shortlog describe blame annotate rev-parse rev-list ls-files ls-tree name-rev for-each-ref show-ref': LOOKS,
  'merge-base cherry count-objects check-ignore check-attr check-mailmap check-ref-format var verify-commit': LOOKS,
  'verify-tag verify-pack cat-file show-branch patch-id stripspace get-tar-commit-id show-index version column': LOOKS,
  'merge-tree': LOOKS,
  'commit-graph multi-pack-index': { commands: { verify: LOOKS } },
  clean: { needs: '-n --dry-run', options: '-d -x -X -q --quiet', takes: '-e --exclude' },
  'rebase am': { needs: '--show-current-patch', options: '', operands: 0 },
  replace: [
    { operands: 0, options: '' },
    { needs: '-l --list', options: '', takes: '--format' },
  ],
  'merge-file': { needs: '-p --stdout' },
  'log diff show whatchanged diff-files diff-index diff-tree range-diff': DIFF,
  grep: { refuse: '-O --open-files-in-pager', takes: '-e -f -A -B -C -m' },
  fsck: { refuse: '--lost-found' },
  'ls-remote request-pull': { refuse: '--upload-pack --exec -o --server-option', check: namedRemote },
  reflog: { harm: { 'expire delete drop write': 'throws away the way back to lost commits' }, ...DIFF },
  branch: lister(
    '-a -r -v -q -l -i --all --remotes --verbose --quiet --show-current --color --no-color --column --no-column --ignore-case --abbrev',
    `-l --list ${FILTERS}`,
    '--sort --format',
  ),
  tag: lister(
    '-i --color --column --no-column --ignore-case',
    `-l --list -n -v --verify ${FILTERS}`,
    '--sort --format',
  ),
  remote: [
    { operands: 0, options: '-v --verbose' },
    { options: '-v --verbose', commands: { 'show get-url': LOOKS } },
  ],
  stash: { commands: { list: DIFF, show: DIFF } },
  worktree: { commands: { list: LOOKS } },
  notes: { commands: { 'list show get-ref': LOOKS }, bare: true },
  submodule: { commands: { 'status summary': LOOKS }, bare: true },
  'sparse-checkout': { commands: { 'list check-rules': LOOKS } },
  bisect: { commands: { 'log terms': LOOKS } },
  bundle: { commands: { 'verify list-heads': LOOKS } },
  rerere: { commands: { 'status diff remaining': LOOKS } },
  lfs: { commands: { 'ls-files status env locks version': LOOKS, track: { operands: 0 } } },
  'hash-object': { refuse: '-w' },
  'symbolic-ref': { operands: 1, refuse: '-d --delete -m' },
  archive: { refuse: '-o --output --remote --exec' },
  'format-patch': { needs: '--stdout', refuse: '-o --output-directory --output --ext-diff' },
  apply: { needs: '--stat --numstat --summary --check', refuse: '--apply --index --cached --3way' },
  'interpret-trailers': { refuse: '--in-place' },
  config: [
    {
      needs: '--get --get-all --get-regexp --get-urlmatch --list -l',
      options: READS_CONFIG,
      takes: '--type --default --blob',
    },
    {
      commands: {
        'get list': { options: `${READS_CONFIG} --all --regexp`, takes: '--type --default --value --url --blob' },
      },
    },
    {
      operands: 1,
      options: READS_CONFIG,
      takes: '--type --default',
      harm: { 'set unset edit rename-section remove-section': 'changes the configuration' },
    },
  ],
}

export const git = (): UsageTable => ({
  git: {
    options:
      '--no-pager -P -p --paginate --no-replace-objects --literal-pathspecs --glob-pathspecs --noglob-pathspecs ' +
      '--icase-pathspecs --no-optional-locks --no-lazy-fetch --no-advice --html-path --man-path --info-path',
    // Another repository brings a configuration of its own, and that can start programs.
    takes: '-C --namespace',
    commands,
    harm: {
      'rebase filter-branch filter-repo replace': 'rewrites commits',
      'reset restore clean': 'throws away work that is not committed',
      'gc prune': 'throws away the way back to lost commits',
      'update-ref update-index': 'changes what git knows behind its own back',
      'send-email': 'sends mail',
      'daemon instaweb': 'opens the repository to others',
    },
    namedVariables: true,
  },
})

/** `origin`, an address with its protocol, or `git@host:path`; other forms can start programs. */
const REMOTE = /^(?:[\w.-]+|https?:\/\/[\w.@:/~+%-]+|ssh:\/\/\w[\w.@:/~+%-]*|git@[\w.-]+:[\w./~+-]+)$/

function namedRemote({ name, args }: ProgramCall): Objection | undefined {
  const { operands } = readWords(args, {})
  const [first, second] = operands
  const remote = name.endsWith('request-pull') ? second : first
  return remote === undefined || REMOTE.test(remote) ? undefined : unclassified(`\`${name}\` asks an unusual address.`)
}
