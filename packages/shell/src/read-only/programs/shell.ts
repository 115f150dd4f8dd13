import { environmentFinding } from '../environment.ts'
import { LOOKS, risky, unclassified, type ProgramCall, type Objection, type UsageTable } from '../usage.ts'

/** Words of the shell itself. */
export const shell = (): UsageTable => ({
  ': true false cd pushd popd dirs pwd type hash times wait jobs umask ulimit shift return exit break continue': LOOKS,
  set: { plain: true, check: setsSomething },
  'sleep shopt getopts trap command builtin': LOOKS,
  'test [ [[ printf read let unset': { check: noHiddenCode },
  history: { options: '', operands: 1 },
  'mapfile readarray': { refuse: '-C', check: noHiddenCode },
  'export declare typeset local readonly': { refuse: '-f', check: harmlessAssignments },
  'bash sh zsh dash ash ksh fish': { needs: '-n', options: '', harm: { '-c': 'runs a text as a program' } },
})

/** The shell evaluates subscripts, and runs the commands in them: `let 'a[$(rm x)]=1'`. */
function noHiddenCode({ name, args }: ProgramCall): Objection | undefined {
  const isHidden = args.some((word) => word.includes('[') && /\$\(|`|\$\{/.test(word))
  return isHidden ? unclassified(`\`${name}\` may run the code in the brackets.`) : undefined
}

/** Without words `set` prints every variable, and so do `export -p` and `declare`. */
function setsSomething({ name, args }: ProgramCall): Objection | undefined {
  const isPrinting = args.every((word) => name !== 'set' && /^-[a-z]*$/.test(word))
  return isPrinting ? risky(`\`${name}\` prints every variable, including secrets.`) : undefined
}

function harmlessAssignments(call: ProgramCall): Objection | undefined {
  const printing = setsSomething(call)
  if (printing !== undefined) return printing
  const { args } = call
  const pairs = args
    .filter((word) => /^\w+\+?=/.test(word))
    .map((word) => word.split(/\+?=(.*)/s, 2) as [string, string])
  return noHiddenCode(call) ?? environmentFinding(Object.fromEntries(pairs))
}
