import { readCommand } from '@holdpoint/shell'
import { decidingRuns } from './exit-code.ts'

const world = {
  home: '/home/dev',
  env: () => undefined,
  read: () => undefined,
  real: (path: string) => path,
  list: () => [],
  workTree: () => undefined,
}
const deciding = (command: string): readonly string[] =>
  decidingRuns(command, readCommand(command, '/p', world).effects).map(({ program }) => program)

describe('the programs that an exit code speaks of', () => {
  it.each<[string, readonly string[]]>([
    ['npm test', ['npm']],
    ['npm test;', ['npm']],
    ['npm test\n', ['npm']],
    ['  npm test  ', ['npm']],
    ['cd a && npm test', ['cd', 'npm']],
    ['cd a; npm test', ['npm']],
    ['cd a\nnpm test\n', ['npm']],
    ['# the tests\nnpm test # all of them', ['npm']],
    ['npm test && git status', ['npm', 'git']],
    ['npm test &&\n  echo done', ['npm', 'echo']],
    ['npm test 2>&1', ['npm']],
    ['npm test > out.txt 2>&1', ['npm']],
    ['set -euo pipefail; npm test', ['npm']],
    ['CI=1 npm test', ['npm']],
    ['timeout 60 npm test', ['timeout']],
    ['npm test; echo $?', ['echo']],
    ['npm test; true', ['true']],
    ['npm test\ntrue', ['true']],
  ])('%j: %j', (command, expected) => expect(deciding(command)).toEqual(expected))

  it.each([
    'npm test | tail -5',
    'npm test |& tee log',
    'npm test || true',
    'npm test || exit 0',
    'true || npm test',
    'npm test &',
    'npm test & wait',
    '! npm test',
    '(npm test; true)',
    '{ npm test; true; }',
    'if npm test; then :; fi',
    'while npm test; do break; done',
    'for i in 1 2; do npm test; done',
    'npm() { true; }; npm test',
    'function npm { true; }\nnpm test',
    'alias npm=true\nnpm test',
    'exit 0; npm test',
    'exec true; npm test',
    'trap "exit 0" EXIT; npm test',
    'hash -p /bin/true npm; npm test',
    'enable -n test; npm test',
    '. ./fake.sh; npm test',
    'source ./fake.sh && npm test',
    'eval "$X"; npm test',
    'set -n; npm test',
    'PATH=/tmp/fake; npm test',
    'X=1; npm test',
    'npm test; }',
    'case x in x) npm test;; esac',
    'npm test <(echo',
    'shopt -s expand_aliases; npm test',
  ])('none of %j', (command) => expect(deciding(command)).not.toContain('npm'))
})
