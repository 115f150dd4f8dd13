import { describe, expect, it } from 'vitest'
import { judgeCommand } from '../packages/testing/src/judge-command.ts'
import { classifyCommand } from './support/classify.ts'

/** Each of these makes bash 5.2 run CMD; that was seen with a marker file. */
const RUNS: readonly string[] = [
  "y='a[$(CMD)]'; ((y))",
  "y='a[$(CMD)]'; echo $((y))",
  "y='a[$(CMD)]'; echo $((y+1))",
  "s=abc; y='a[$(CMD)]'; echo ${s:y}",
  "s=abc; y='a[$(CMD)]'; echo ${s:0:y}",
  "y='$(CMD)'; echo ${y@P}",
  "[[ 'a[$(CMD)]' -eq 1 ]]",
  "[[ 1 -lt 'a[$(CMD)]' ]]",
  "[[ -v 'a[$(CMD)]' ]]",
  "test -v 'a[$(CMD)]'",
  "[ -v 'a[$(CMD)]' ]",
  "let 'a[$(CMD)]=1'",
  "y='a[$(CMD)]'; let y+1",
  "declare -i n='a[$(CMD)]'",
  "declare -i n; n='a[$(CMD)]'",
  "printf -v 'a[$(CMD)]' x",
  "read 'a[$(CMD)]' <<< x",
  "a=(1); unset 'a[$(CMD)]'",
  "y='a[$(CMD)]'; b[y]=1",
  "y='a[$(CMD)]'; b[$y]=1",
  "y='a[$(CMD)]'; echo ${b[y]}",
  "y='a[$(CMD)]'; b=([y]=1)",
  "declare -n r='a[$(CMD)]'; echo $r",
  "y='a[$(CMD)]'; for ((i=y;i<1;i++)); do :; done",
  "y='a[$(CMD)]'; x=y; ((x))",
  "mapfile -C 'CMD #' -c 1 <<< x",
  String.raw`y='a[$(CMD)]'; set -- "$y"; (( $1 ))`,
  "echo $(( $(echo 'a[$(CMD)]') ))",
  "x='a[$(CMD)]'; echo ${!x}",
  "read -r y <<< 'a[$(CMD)]'; ((y))",
  "y='a[$(CMD)]'; [[ $y -gt 0 ]]",
  's=abc; y=\'a[$(CMD)]\'; echo "${s:$y}"',
  "true & wait -n -p 'a[$(CMD)]'",
  "y='a[`CMD`]'; ((y))",
  "typeset -i n='a[$(CMD)]'",
  ": ${b['a[$(CMD)]']}",
  "y='a[$(CMD)]'; case $((y)) in *) ;; esac",
  "PS4='$(CMD)'; set -x; :",
  "y='a[$(CMD)]'; echo $[y]",
  "y='a[$(CMD)]'; ((${y}))",
  "y='$(CMD)'; z=y; echo ${!z@P}",
  "y='a[$(CMD)]'; arr=(1 2); echo ${arr[@]:y}",
  "compgen -W '$(CMD)'",
  "compgen -C 'CMD' x",
  "f() { local -i n=$1; }; f 'a[$(CMD)]'",
  "y='x=a[$(CMD)]'; echo $((y))",
  "for y in 'a[$(CMD)]'; do ((y)); done",
  "y='a[$(CMD)]'; ((1 ? y : 0))",
  "y='a[$(CMD)]'; ((z += y))",
  "export y='a[$(CMD)]'; ((y))",
  "y=a; y+='[$(CMD)]'; ((y))",
  String.raw`z='$(CMD)'; y="a[$z]"; ((y))`,
  "y=$'a[$(CMD)]'; ((y))",
  "x='a[$(CMD)]' y=1; echo $((x))",
  "a=('b[$(CMD)]'); ((a))",
  "a=('b[$(CMD)]'); (( a[0] ))",
  'command_not_found_handle() { CMD; }; nosuchprog',
  "declare 'a[$(CMD)]=1'",
  "declare -a 'a=([$(CMD)]=1)'",
  "y='a[$(CMD)]'; until ((y)); do break; done",
  "y='a[$(CMD)]'; if ((y)); then :; fi",
  "y='a[$(CMD)]'; declare -i z; z+=y",
  "declare -n r=y; r='a[$(CMD)]'; ((y))",
  "x='1 + a[$(CMD)]'; ((x))",
  "RANDOM='a[$(CMD)]'",
  "OPTIND='a[$(CMD)]'",
  "x='a[$(' y='CMD)]'; (( $x$y ))",
  '((a[$(CMD)]))',
  "b=(1); y='a[$(CMD)]'; echo ${#b[y]}",
  "declare -i n; read -r n <<< 'a[$(CMD)]'",
  "declare -i n; for n in 'a[$(CMD)]'; do :; done",
  ': ${x:?$(CMD)}',
  'echo ${PATH+$(CMD)}',
  'echo ${SHELL:+$(CMD)}',
  '${PATH+CMD}',
]

/** Numbers and subscripts of everyday. */
const SILENT: readonly string[] = [
  'for ((i=0;i<10;i++)); do echo $i; done',
  'for ((i=0;i<n;i++)); do echo $i; done',
  'echo $((x+1))',
  'i=0; while ((i<3)); do echo $i; ((i++)); done',
  'n=$(wc -l < f); if ((n > 5)); then echo big; fi',
  'a=(1 2 3); echo ${a[0]} ${a[@]} ${#a[@]}',
  'echo ${s:0:3} ${s: -2} ${PATH%%:*}',
  'declare -A m; m[foo]=1; m["foo bar"]=2; echo ${m[foo]}',
  'declare -i n=5; n+=1',
  '[[ $x -gt 3 ]] && echo yes',
  '[ "$x" -gt 3 ] && echo yes',
  'let i=i+1',
  'let "i += 1"',
  "printf -v out '%s' x",
  'read -r line < f',
  'unset FOO',
  '[[ -v FOO ]] && echo set',
  'test -v FOO',
  'count=$(grep -c x f); echo $((count * 2))',
  'echo $((0x1f + 16#ff + 010))',
  'echo ${arr[$i]}',
  'arr[$i]=5',
  'arr+=(x)',
  'x=$(date +%s); sleep $((x % 5))',
  'f() { local n=$1; echo $((n+1)); }; f 3',
  'echo ${!prefix*} ${!name}',
  'n=$(curl -s https://x.test/a | wc -l); ((n > 3)) && echo many',
  'declare -n ref=foo; ref=3; echo $foo',
  'mapfile -t lines < f; echo "${lines[0]}"',
  'echo "${x@Q}" "${x@U}"',
  'end=$((SECONDS+60)); while ((SECONDS < end)); do sleep 1; done',
  'while IFS= read -r l; do ((c++)); done < f',
  'echo $(( (a + b) / 2 )) $((a>b?a:b))',
  "PS4='+ ${BASH_SOURCE}:${LINENO}: '; set -x; ls",
  'wait -n; wait $!',
  'compgen -c | head',
  'complete -W "a b c" foo',
  String.raw`msg='a[1] costs $5'; echo "$msg"`,
  'rm -rf build/$((i+1))',
  'cd $(git rev-parse --show-toplevel)',
]

describe('what the shell evaluates is code', () => {
  it.each(RUNS)('%s', async (spelling) => {
    const judgement = await judgeCommand(spelling.replace('CMD', 'rm -rf ~'))
    expect(judgement).toMatchObject({ decision: 'deny', hook: 'guard/no-catastrophe', id: 'home' })
    const { outcome } = classifyCommand(spelling.replace('CMD', 'touch x'))
    expect(outcome).not.toBe('safe')
  })

  it('asks where somebody else may have sent it', async () => {
    const fetched = await judgeCommand('n=$(curl -s https://example.com/n); ((n > 3)) && echo many')
    expect(fetched.decision).toBe('ask')
  })
})

describe('numbers stay numbers', () => {
  it.each(SILENT)('%s', async (command) => {
    expect(await judgeCommand(command)).toEqual({ decision: 'pass' })
  })

  it('approves them only when all of them are written out', () => {
    expect(classifyCommand('echo $((1 + 2))').outcome).toBe('safe')
    expect(classifyCommand('for ((i=0;i<3;i++)); do echo $((i+1)); done').outcome).toBe('unclassified')
    expect(classifyCommand('echo $((x+1))').outcome).toBe('unclassified')
  })
})
