import { LOOKS, unclassified, type ProgramCall, type Objection, type UsageTable, type Usage } from '../usage.ts'
import { readWords, valuesOf } from '../words.ts'

const PIP: Usage = {
  refuse: '--log --log-file --python --proxy',
  options: '-q --quiet -v --verbose --isolated --no-input --disable-pip-version-check --no-color -V',
  takes: '--cache-dir --timeout --retries --cert',
  commands: {
    'list freeze show check inspect hash debug completion': { refuse: '--index-url -i --extra-index-url' },
    config: { commands: { 'list get debug': LOOKS } },
    cache: { commands: { 'dir info list': LOOKS } },
    index: { commands: { versions: { refuse: '--index-url -i --extra-index-url' } } },
  },
  bare: true,
}

/** Where packages come from and which interpreter is run must not be chosen by the command. */
const UV_SOURCES =
  '--index --index-url -i --extra-index-url --default-index --find-links -f --config-file --env-file --script'
const UV_RESOLVES: Usage = { refuse: UV_SOURCES, builds: true, check: namedPython }
const UV_RUN_TAKES = '--group --extra --package --python -p --directory --project --no-group --only-group'
const UV_RUN =
  /^(?:-q|-v|--(?:quiet|verbose|frozen|locked|no-sync|no-project|isolated|offline|all-extras|all-groups|no-dev|dev|exact|group|extra|package|python|directory|project|no-group|only-group))$|^-p$/

export const python = (): UsageTable => ({
  'pip pip3': PIP,
  uv: {
    exact: true,
    options: '-q --quiet -v --verbose -V --offline --no-progress --no-cache -n',
    takes: '--directory --project --color',
    commands: {
      version: { operands: 0, refuse: '--bump' },
      tree: UV_RESOLVES,
      'lock sync': { ...UV_RESOLVES, operands: 0 },
      export: {
        ...UV_RESOLVES,
        operands: 0,
        refuse: `${UV_SOURCES} -o --output-file`,
        takes: '--format --package --extra --group --prune',
      },
      python: { commands: { 'list find dir': LOOKS } },
      pip: {
        commands: {
          'list freeze show tree check': { refuse: UV_SOURCES, check: namedPython },
          compile: { ...UV_RESOLVES, refuse: `${UV_SOURCES} -o --output-file` },
        },
      },
      cache: { commands: { dir: LOOKS } },
      tool: { commands: { 'list dir': LOOKS } },
      self: { commands: { version: LOOKS } },
      run: { builds: true, check: runsLooker },
    },
  },
  poetry: {
    options: '-q --quiet -v --verbose -V --no-ansi --no-plugins -n --no-interaction',
    takes: '-C --directory -P --project',
    commands: {
      'show check search about list': LOOKS,
      version: { operands: 0 },
      env: { commands: { 'info list': LOOKS } },
      config: { needs: '--list', operands: 0 },
      source: { commands: { show: LOOKS } },
    },
  },
  'conda mamba micromamba': {
    commands: {
      'list info search': LOOKS,
      env: { commands: { list: LOOKS } },
      config: { needs: '--show --show-sources --get', operands: 0 },
    },
  },
  pipenv: { needs: '--venv --where --py --envs', options: '', operands: 0 },
  'pyenv rbenv nodenv goenv': { commands: { 'versions version which whence root prefix': LOOKS } },
  asdf: { commands: { 'current list where which info': LOOKS, plugin: { commands: { list: LOOKS } } } },
  uvx: { needs: '-V', options: '', operands: 0 },
  'python python2 python3 pypy pypy3': { needs: '-V -VV -h', options: '', operands: 0 },
  ruff: {
    exact: true,
    options: '-q --quiet -v --verbose -s --silent',
    takes: '--config --color',
    commands: {
      check: { refuse: '--fix --fix-only --add-noqa --output-file -o' },
      format: { needs: '--check --diff' },
      'rule linter config version': LOOKS,
      analyze: { commands: { graph: LOOKS } },
    },
  },
  black: { needs: '--check --diff' },
  isort: { needs: '--check-only --check -c --diff', refuse: '--settings-path --apply' },
  'pre-commit': { commands: { 'validate-config validate-manifest sample-config': LOOKS } },
  yapf: { needs: '-d --diff', refuse: '-i --in-place' },
})

/** A path may name any interpreter. */
function namedPython({ name, args }: ProgramCall): Objection | undefined {
  const { options } = readWords(args, { takes: '--python -p' })
  const path = valuesOf(options, '--python', '-p').find((value) => !/^[\w.@+-]+$/.test(value))
  return path === undefined ? undefined : unclassified(`\`${name}\` gets an interpreter by path.`)
}

/** `uv run ls`: the environment is made ready, then the command runs in it. */
function runsLooker(call: ProgramCall): Objection | undefined {
  const { args, name, judge } = call
  let at = 0
  for (; at < args.length; at++) {
    const word = args[at] ?? ''
    if (!word.startsWith('-')) break
    if (word === '--') return judge(args.slice(at + 1))
    if (!UV_RUN.test(word.split('=')[0] ?? ''))
      return unclassified(`\`${name} ${word}\` is not classified as read-only.`)
    if (UV_RUN_TAKES.split(' ').includes(word)) at++
  }
  return namedPython({ ...call, args: args.slice(0, at) }) ?? judge(args.slice(at))
}
