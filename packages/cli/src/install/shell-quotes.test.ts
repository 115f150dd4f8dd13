import { unquotedPath } from './shell-quotes.ts'

describe('paths outside quotes', () => {
  it.each([
    ['$CLAUDE_PROJECT_DIR/.claude/hooks/a.sh', 'CLAUDE_PROJECT_DIR'],
    ['${CLAUDE_PROJECT_DIR}/.claude/hooks/a.sh', 'CLAUDE_PROJECT_DIR'],
    ['${CLAUDE_PLUGIN_ROOT}/scripts/a.sh', 'CLAUDE_PLUGIN_ROOT'],
    ['bash $HOME/a.sh', 'HOME'],
    ['"$CLAUDE_PROJECT_DIR"/a.sh && cat $HOME/b', 'HOME'],
    [String.raw`\"$HOME/a\"`, 'HOME'],
    ['a=1 $HOME/bin/x', 'HOME'],
    ["echo 'a' $HOME/x", 'HOME'],
    ['x;$HOME/a', 'HOME'],
  ])('T-AGT-27 G-100 %s', (line, name) => {
    expect(unquotedPath(line)).toBe(name)
  })

  it.each([
    '"$CLAUDE_PROJECT_DIR/.claude/hooks/moai/hook.sh"',
    '"$CLAUDE_PROJECT_DIR"/.claude/hooks/moai/hook.sh',
    '"${CLAUDE_PROJECT_DIR}/a b.sh" action',
    'p=$HOME/x; "$p"',
    'p="$CLAUDE_PROJECT_DIR"/node_modules/.bin/holdpoint; [ -x "$p" ] || p=holdpoint',
    "bash -c 'echo $HOME'",
    String.raw`echo \$HOME`,
    '~/bin/hook.sh',
    'echo $HOMEWORK $CLAUDE_PROJECT_DIRS',
    '.moai/status_line.sh',
    '',
    '"',
    '$',
    '\\',
  ])('AGT-34 %j is fine', (line) => {
    expect(unquotedPath(line)).toBeUndefined()
  })
})
