import { describe, expect, it } from 'vitest'
import { classifyCommand } from '../../../../../test/support/classify.ts'

/** Where bash computes, a text may run: `x='a[$(cmd)]'; echo $((x))`. Only literals are approved there. */
const LITERAL = [
  'echo $((1+2))',
  's=abc; echo ${s:1:2}',
  '[[ 1 -eq 1 ]]',
  'test -v HOME',

  'x=5; echo $((x*2))',
]

const COMPUTED = [
  'echo $((x))',
  'echo $[x]',
  'echo ${s:x:2}',
  'echo ${s:0:$n}',
  '[[ $x -eq 1 ]]',
  '((x++))',
  'let y=x',
  'echo ${x@P}',
  'echo ${a[$i]}',
  'echo ${a[i]}',
  'echo ${!x}',
  'test -v "$x"',
  '[[ -v $x ]]',
  '[[ -v a[$i] ]]',
  'echo "$(( $(cat f) + 1 ))"',
  'unset "a[$x]"',
  'wait -p "$x"',
  'for ((i=0;i<x;i++)); do echo $i; done',
]

describe('what the shell computes', () => {
  it.each(LITERAL)('is approved for literals: %s', (command) => {
    expect(classifyCommand(command).outcome).toBe('safe')
  })
  it.each(COMPUTED)('is left to the user: %s', (command) => {
    expect(classifyCommand(command).outcome).not.toBe('safe')
  })
})
