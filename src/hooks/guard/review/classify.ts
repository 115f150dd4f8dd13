import { shown, type Effects, type SystemAction } from '../../../core/effects.ts'
import { isHarmlessVariable } from './environment.ts'
import { fileFinding } from './files-finding.ts'
import { risky, unclassified, type Finding } from './judgement.ts'
import { runFinding } from './run-finding.ts'
import { stdinFinding, textFindings } from './text-findings.ts'

export interface Classification {
  readonly outcome: 'safe' | 'risky' | 'unclassified'
  readonly reason: string
  /** Only a user may let it happen: `git commit`, `git push`, `git merge`. */
  readonly userDecides: boolean
}

export interface Subject {
  readonly command: string
  readonly cwd: string
  readonly home: string | undefined
  /** Whether what runs a build description of the project may be safe. */
  readonly builds: boolean
}

/** Safe means: everything it starts only looks, and what it looks at is nobody's secret. */
export function classify(effects: Effects, subject: Subject): Classification {
  const findings = findingsOf(effects, subject)
  const worst =
    findings.find(({ userDecides }) => userDecides === true) ??
    findings.find(({ outcome }) => outcome === 'risky') ??
    findings[0]
  return {
    outcome: worst?.outcome ?? 'safe',
    reason: worst?.reason ?? 'Everything it runs only looks.',
    userDecides: worst?.userDecides === true,
  }
}

function findingsOf({ runs, files, git, net, code, system, doubts }: Effects, subject: Subject): readonly Finding[] {
  return [
    ...git.flatMap(({ command }) => gitFinding(command) ?? []),
    ...runs.slice(0, MAX_RUNS).flatMap((run) => runFinding(run, subject.builds) ?? []),
    ...system.flatMap(({ what, detail }) => systemFinding(what, detail) ?? []),
    ...files.flatMap((file) => fileFinding(file, subject.home) ?? []),
    ...net.filter(({ sends, twoWay }) => sends !== undefined || twoWay).map(({ target }) => sends(target)),
    ...code.map(({ interpreter }) => unclassified(`\`${interpreter}\` runs code that cannot be seen here.`)),
    ...doubts.map(({ text }) => unclassified(`Not all of it can be read: ${shown(text)}`)),
    ...(runs.length > MAX_RUNS ? [risky('It starts more programs than anybody would follow.')] : []),
    ...runs.flatMap(({ stdin }) => stdinFinding(stdin) ?? []),
    ...textFindings(subject),
  ]
}

const MAX_RUNS = 64

const sends = (target: string): Finding => unclassified(`It sends data to \`${shown(target)}\`.`)

const USER_DECIDES: Readonly<Record<string, string>> = {
  commit: 'records the work',
  push: 'sends the work to others',
  merge: 'joins branches',
}

function gitFinding(command: string): Finding | undefined {
  if (!Object.hasOwn(USER_DECIDES, command)) return undefined
  const { [command]: deed } = USER_DECIDES
  return { ...risky(`\`git ${command}\` ${deed}, and that is for the user to decide.`), userDecides: true }
}

/** What a program's own table says about statements and packages is more than that they were mentioned. */
const DEEDS: Readonly<Partial<Record<SystemAction, string>>> = {
  halt: 'stops the machine',
  format: 'formats a file system',
  'destroy-storage': 'destroys storage',
  'fork-bomb': 'fills the process table',
  privilege: 'takes the rights of another user',
  kill: 'ends processes',
  schedule: 'schedules what runs later',
  service: 'controls a service',
  container: 'opens the machine to a container',
  inject: 'changes what programs load',
  'remote-shell': 'opens a shell to another machine',
  firewall: 'changes the firewall',
  kernel: 'changes the kernel',
  account: 'changes accounts',
  history: 'changes the history of the shell',
}

function systemFinding(what: SystemAction, detail: string): Finding | undefined {
  if (what === 'inject' && isHarmlessVariable(detail.split('=', 1)[0] ?? '')) return undefined
  const deed = DEEDS[what]
  return deed === undefined ? undefined : risky(`It ${deed}: \`${shown(detail)}\`.`)
}
