import { describe, expect, it } from 'vitest'
import { shown } from '../effects.ts'
import { readCommand } from './read-command.ts'
import { emptyWorld } from '../state/testing.ts'

const world = { ...emptyWorld, shell: 'bash' } as const

/** Arguments of every `mark` that would run, one call per entry. */
const marks = (command: string): readonly string[] =>
  readCommand(command, '/p', world)
    .effects.runs.filter(({ program }) => program === 'mark')
    .map(({ args }) => shown(args.join('|')))

/** What real bash gives its program, by what was seen there. */
const EXACT: readonly (readonly [command: string, ...calls: readonly string[]])[] = [
  ['mark $((2 + 3 * 4)) $((07)) $((0x1f)) $((2#101)) $[10 % 4]', '14|7|31|5|2'],
  ['n=3; ((n += 2, n++)); mark $n $((n > 5 ? 1 : 0))', '6|1'],
  ['n=1; let "n = n + 4" n++; mark $n', '6'],
  ['x=n n=4; mark $((x + 1))', '5'],
  ['x=abcdef; mark ${x:1:3} ${x: -2} ${x:(-3):2} ${x:1:-1}', 'bcd|ef|de|bcde'],
  ['x=a.b.c; mark ${x#*.} ${x##*.} ${x%.*} ${x%%.*}', 'b.c|c|a.b|a'],
  ['x=aXbXc; mark ${x/X/-} ${x//X/-} ${x/#a/-} ${x/%c/-} ${x//[ac]}', 'a-bXc|a-b-c|-XbXc|aXbX-|XbX'],
  ['x=maRk; mark ${x^} ${x^^} ${x,,} ${x@U} ${x^^[a-m]}', 'MaRk|MARK|mark|MARK|MARK'],
  [`x="a'b"; mark "\${x@Q}"`, `'a'\\''b'`],
  ['x=\'\\x6d\\141\'; mark "${x@E}"', 'ma'],
  ['a=(x "y z" w); mark "${a[@]:1}" ${#a[@]} "${a[-1]}" "${!a[@]}"', 'y z|w|3|w|0|1|2'],
  ['a=(x y); mark "${a[@]/#/k}" "${a[@]^}"', 'kx|ky|X|Y'],
  ['a=([1]=b [0]=a c); a+=(d); mark "${a[@]}"', 'a|c|d'],
  ['set -- a "b c" d; mark "${@:2}" "$#" "${*:1:1}" "pre$@post"', 'b c|d|3|a|prea|b c|dpost'],
  ['set a b; shift; mark "$@"', 'b'],
  ['IFS=X; x=aXbXXc; mark $x', 'a|b||c'],
  ['IFS=, read -r a b c <<< "x,y z,w,v"; mark "$a" "$b" "$c"', 'x|y z|w,v'],
  ['printf -v x "%03d-%5s-%-3s|%x" 7 ab c 255; mark "$x"', '007-   ab-c  |ff'],
  ['mark {a,b}{1..2} {03..1} {c..a..2} "{a,b}"', 'a1|a2|b1|b2|03|02|01|c|a|{a,b}'],
  ['declare x={a,b}; mark $x', 'b'],
  ['unset x; mark "${x-one}" "${x:+two}"', 'one|'],
  ['declare -n r=x; r=5; unset -n r; mark $x', '5'],
  ['for c in m a r k; do s+=$c; done; mark $s', 'mark'],
  ['f() { x=one; return; x=two; }; f; mark $x', 'two', 'one'],
  ['for x in a b; do for y in c d; do mark $x $y; done; done', 'a|c', 'a|d', 'b|c', 'b|d'],
  ['mark $(false && echo a; echo b)', 'a|b', 'b'],
  ['x=\'$(mark in)\'; : "${x@P}"', 'in'],
  ['x=\'\\044(mark in)\'; : "${x@P}"', 'in'],
  ["trap 'f' EXIT; f() { mark late; }", 'late'],
]

describe('values are what bash computes', () => {
  it.each(EXACT)('%s', (command, ...calls) => {
    expect(marks(command)).toEqual(calls)
  })
})

/** Not computed: anything, and never something wrong. */
const UNCOMPUTED: readonly string[] = [
  'mark "$((RANDOM))"',
  'x=éa; mark "${x^^}"',
  'x=abc; mark "${x/b/&&}"',
  'shopt -s extglob; x=aab; mark "${x/+(a)/}"',
  'a[5]=x; mark "${a[@]}"',
  'declare -u x=abc; mark "$x"',
  'x=a; while ((n++ < 3)); do x=$x$x; done; mark "$x"',
]

describe('what is not computed is unknown', () => {
  it.each(UNCOMPUTED)('%s', (command) => {
    expect(marks(command)).toContainEqual(expect.stringContaining('…'))
  })
})
