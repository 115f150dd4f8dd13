import { describe, expect, it } from 'vitest'
import { readCommand } from './read-command.ts'
import { emptyWorld } from '../state/testing.ts'

/** Work is counted in steps of the reader, not in time: a shape that is twice as long may take twice as many. */

const read = (command: string) => readCommand(command, '/p', emptyWorld)
const each = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('')

type Shape = (count: number) => string

const LINEAR: Readonly<Record<string, Shape>> = {
  'arguments of an unknown program': (count) => `tool ${each(count, (at) => `f${at}.txt `)}`,
  'arguments of a reader': (count) => `cat ${each(count, (at) => `f${at} `)}`,
  'arguments of rm': (count) => `rm -rf ${each(count, (at) => `build/f${at} `)}`,
  'arguments of cp': (count) => `cp ${each(count, (at) => `f${at} `)} d/`,
  'assignments and uses': (count) => each(count, (at) => `v${at}=a; echo $v${at}; `),
  'one variable again and again': (count) => each(count, () => 'v=a; echo $v; '),
  'a variable that grows': (count) => `v=a; ${each(count, () => 'v+=b; ')}`,
  redirections: (count) => `echo x ${each(count, (at) => `> f${at} `)}`,
  'commands that write': (count) => each(count, (at) => `echo x > f${at}; `),
  'writes into a directory that is read': (count) => each(count, (at) => `echo a > d/f${at}; cat d; `),
  links: (count) => each(count, (at) => `ln -s a l${at}; `),
  pipes: (count) => `echo a ${each(count, () => '| cat ')}`,
  'filters in a row': (count) => `echo a/b ${each(count, () => '| sort -n ')}`,
  'a word of many parts': (count) => `echo "${each(count, () => 'a$x')}"`,
  patterns: (count) => `cat ${each(count, (at) => `d${at}/*.txt `)}`,
  substitutions: (count) => `echo ${each(count, () => '$(date) ')}`,
  'listings in substitutions': (count) => `rm ${each(count, (at) => `$(ls d${at}) `)}`,
  'here-documents': (count) => each(count, (at) => `cat <<E${at}\nhello $x\nE${at}\n`),
  'functions, each called once': (count) => each(count, (at) => `f${at}() { echo a; }; f${at}; `),
  'one function called often': (count) => `f() { x=$1; echo $x; }; ${each(count, (at) => `f ${at}; `)}`,
  'a chain of &&': (count) => `true ${each(count, (at) => `&& echo ${at} > f${at} `)}`,
  loops: (count) => each(count, () => 'for a in 1 2 3; do echo $a; done; '),
  'a loop over many words': (count) => `for f in ${each(count, (at) => `a${at} `)}; do rm "$f"; done`,
  'words for xargs': (count) => `echo ${each(count, (at) => `a${at} `)} | xargs rm`,
  'lines for xargs -I': (count) => `printf '${each(count, (at) => `a${at}\\n`)}' | xargs -I{} rm {}`,
  'changes of directory': (count) => each(count, () => 'cd d; cd ..; '),
  branches: (count) => each(count, (at) => `if true; then v${at}=1; fi; echo $v${at}; `),
  'variables of one program': (count) => `${each(count, (at) => `A${at}=1 `)}ls`,
  'cases of a case': (count) => `case $x in ${each(count, (at) => `a${at}) echo ${at};; `)}esac`,
  'process substitutions': (count) => `cat ${each(count, () => '<(date) ')}`,
  computations: (count) => `n=0; ${each(count, () => '((n++)); ')}`,
  'a long computation': (count) => `echo $((1${each(count, () => ' + 1')}))`,
  'elements of an array': (count) => `a=(${each(count, (at) => `w${at} `)}); echo "\${a[@]:1}" \${#a[@]}`,
  'statements behind exit': (count) => each(count, (at) => `[ -f f${at} ] || exit; v${at}=1; `),
  'functions that call the one before': (count) => each(count, (at) => `f${at + 1}() { f${at}; }; `),
  'words of read': (count) => `read -ra a <<< "${each(count, (at) => `w${at} `)}"; echo "\${a[@]}"`,
  'pieces of printf': (count) => `printf '%03d ' ${each(count, (at) => `${at} `)}`,
  'nested loops': (count) => each(count, () => 'for a in 1 2; do for b in 3 4; do echo $a$b; done; done; '),
  'traps and prompts': (count) => each(count, () => "trap 'echo a' EXIT; PS4='+ '; "),
  evals: (count) => each(count, (at) => `eval "echo ${at}"; `),
}

describe('reading takes steps in proportion to the command', () => {
  it.each(Object.entries(LINEAR))('%s', (_name, shape) => {
    const [half, whole] = [read(shape(300)), read(shape(600))]
    expect(whole.effects.doubts.filter(({ about }) => about === 'limit')).toEqual([])
    expect(whole.steps).toBeLessThan(2.2 * half.steps + 100)
  })
})

/** Each part of these costs more than the one before, so the reader ends them: what it has not read is asked about. */
const ENDED: Readonly<Record<string, Shape>> = {
  'exports, each seen by every program that follows': (count) => each(count, (at) => `export A${at}=1; `),
  'an array that grows': (count) => each(count, (at) => `a+=(w${at}); `),
  'more files than anybody names': (count) => `rm ${each(count * 10, (at) => `f${at} `)}`,
  'more programs than anybody starts': (count) => each(count * 20, () => 'ls; '),
}

describe('reading ends with a doubt', () => {
  it.each(Object.entries(ENDED))('%s', (_name, shape) => {
    const { effects, steps } = read(shape(4000))
    expect(effects.doubts.map(({ about }) => about)).toContain('limit')
    expect(steps).toBeLessThan(500_000)
  })
})
