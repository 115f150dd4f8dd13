import {
  shown,
  type Effects,
  type FileEffect,
  type SystemAction,
  isHarmlessVariable,
  risky,
  unclassified,
  type Objection,
  objectionToRun,
  openBudget,
} from '@holdpoint/shell'
import { literalKeys } from '../literal-keys.ts'
import { fileFinding } from './files-finding.ts'
import { isOwnRepository, type Subject } from './subject.ts'
import { stdinFinding, textFindings } from './text-findings.ts'
import { unclearReads } from './unclear-reads.ts'
import { isWork, workFinding } from './work.ts'

export interface Classification {
  readonly outcome: 'safe' | 'risky' | 'unclassified'
  readonly reason: string
  /** Only a user may let it happen: `git commit`, `git push`, `git merge`. */
  readonly userDecides: boolean
}

/**
 * Safe means: everything it starts is read-only, and it reads no secrets. With `approve: work` it may also
 * change the project in everyday ways.
 */
export function classify(effects: Effects, subject: Subject): Classification {
  const findings = findingsOf(effects, subject)
  const worst =
    findings.find(({ userDecides }) => userDecides === true) ??
    findings.find(({ outcome }) => outcome === 'risky') ??
    findings[0]
  return {
    outcome: worst?.outcome ?? 'safe',
    reason: worst?.reason ?? 'Everything it runs is read-only.',
    userDecides: worst?.userDecides === true,
  }
}

function findingsOf(effects: Effects, subject: Subject): readonly Objection[] {
  const { runs, files, git, net, code, system, doubts } = effects
  const isTests = subject.approve === 'work' && subject.test?.trim() === subject.command.trim()
  if (isTests) return git.flatMap(({ command }) => gitFinding(command) ?? [])
  const some = runs.slice(0, MAX_RUNS)
  const work = new Set(subject.approve === 'work' ? some.filter((run) => isWork(run, subject)) : [])
  const isWorking = ({ run }: FileEffect): boolean => run !== undefined && work.has(run)
  return [
    ...git.flatMap(({ command, directory }) => gitFinding(command) ?? elsewhere(directory, subject) ?? []),
    ...some.flatMap((run) => objectionToRun(run, work.has(run)) ?? []),
    ...system.flatMap(({ what, detail }) => systemFinding(what, detail) ?? []),
    ...files.flatMap((file) => fileFinding(file, subject.home, isWorking(file)) ?? []),
    ...files.filter(isWorking).flatMap((file) => workFinding(file, subject) ?? []),
    ...unclearReads(effects),
    ...secretFindings(effects),
    ...net.filter(({ sends, twoWay }) => sends !== undefined || twoWay).map(({ target }) => sends(target)),
    ...code.map(({ interpreter }) => unclassified(`\`${interpreter}\` runs code that Holdpoint cannot read.`)),
    ...doubts.map(({ text }) => unclassified(`Holdpoint cannot read all of it: ${shown(text)}`)),
    ...(runs.length > MAX_RUNS ? [risky('It starts more programs than a user can review.')] : []),
    ...runs.flatMap(({ stdin }) => stdinFinding(stdin) ?? []),
    ...textFindings(subject),
  ]
}

const MAX_RUNS = 64

/** Secret values that are printed, or written out in the command itself. */
const secretFindings = (effects: Effects): readonly Objection[] =>
  [...effects.printed, ...literalKeys(effects, openBudget(MAX_WORK))].map((secret) =>
    risky(`It shows a secret: ${shown(secret)}.`),
  )

const MAX_WORK = 1_000_000

const sends = (target: string): Objection => unclassified(`It sends data to \`${shown(target)}\`.`)

const USER_DECIDES: Readonly<Record<string, string>> = {
  commit: 'records the work',
  push: 'sends the work to others',
  merge: 'joins branches',
}

const elsewhere = (directory: string, subject: Subject): Objection | undefined =>
  isOwnRepository(directory, subject)
    ? undefined
    : unclassified(`git would work in \`${shown(directory)}\`, whose configuration may start programs.`)

function gitFinding(command: string): Objection | undefined {
  if (!Object.hasOwn(USER_DECIDES, command)) return undefined
  const { [command]: action } = USER_DECIDES
  return { ...risky(`\`git ${command}\` ${action}, so the user decides.`), userDecides: true }
}

/** Without statements and packages: the program's own table judges those more precisely. */
const ACTIONS: Readonly<Partial<Record<SystemAction, string>>> = {
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
  settings: 'changes settings of the machine',
  history: 'changes the history of the shell',
}

function systemFinding(what: SystemAction, detail: string): Objection | undefined {
  if (what === 'inject' && isHarmlessVariable(detail.split('=', 1)[0] ?? '')) return undefined
  const action = ACTIONS[what]
  return action === undefined ? undefined : risky(`It ${action}: \`${shown(detail)}\`.`)
}
