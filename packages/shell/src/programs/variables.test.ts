import { describe, expect, it } from 'vitest'
import { readCommand } from '../read/read-command.ts'
import { emptyWorld } from '../state/testing.ts'

const deleted = (command: string): readonly string[] =>
  readCommand(command, '/p', emptyWorld)
    .effects.files.filter(({ op }) => op === 'delete')
    .map(({ path }) => path)

describe('a variable that a program runs', () => {
  it.each([
    ['the name says that it is a command', "X_PAGER='rm gone' frob"],
    ['a program of the environment', "MANPAGER='rm gone' man ls"],
    ['behind a mark', "LESSOPEN='|rm gone' less a"],
    ['in the language of an editor', "VIMINIT=':!rm gone' vim a"],
    ['behind a plus', "LESS='+!rm gone' less a"],
    ['in code', `LUA_INIT='os.execute("rm gone")' lua a`],
    ['behind an option', `FZF_DEFAULT_OPTS="--preview 'rm gone'" fzf`],
    ['behind an option with a colon', `JAVA_TOOL_OPTIONS="-XX:OnError='rm gone'" java A`],
    ['in a prompt', "PS4='$(rm gone)' bash -xc true"],
    ['as a function', "env 'BASH_FUNC_ls%%=() { rm gone; }' bash -c ls"],
    ['in a file that the command writes', "echo 'rm gone' > e; BASH_ENV=e bash -c true"],
    ['exported before', "export PAGER='rm gone'; frob"],
  ])('%s: %s', (_, command) => {
    expect(deleted(command)).toContain('/p/gone')
  })

  it.each(["MESSAGE='rm gone' frob", 'PAGER=rm frob gone', 'X=1 frob', "NAME='how to rm a file' frob"])(
    'is none in %s',
    (command) => {
      expect(deleted(command)).toEqual([])
    },
  )
})
