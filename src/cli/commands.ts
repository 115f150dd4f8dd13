import { Command } from 'commander'
import { VERSION } from '../app/build.ts'
import { auditIngest, auditPath, auditVerify } from './audit.ts'
import { breakerReset, breakerStatus } from './breaker.ts'
import { check } from './check.ts'
import { doctor } from './doctor.ts'
import { explain } from './explain.ts'
import { init } from './init.ts'
import { list } from './list.ts'
import { log } from './log.ts'
import { proofReset, proofStatus, proofVerify } from './proof.ts'
import { planAudit, planStatus } from './plan.ts'
import { lockAcquire, lockRelease, lockStatus, planningStatus } from './planning.ts'
import { status } from './status.ts'
import { strikesReset } from './strikes.ts'
import { uninstall } from './uninstall.ts'
import { upgrade } from './upgrade.ts'
import { validate } from './validate.ts'
import { why } from './why.ts'

/** Every command, its options and examples; what it does stands in a file of its name. */
export function program(): Command {
  const root = new Command('holdpoint')
    .description('Hooks for coding agents that hold: one dispatcher per event, and a reason for every refusal.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .showHelpAfterError('(`holdpoint --help` lists the commands.)')
    .configureHelp({ showGlobalOptions: false })
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error:/, 'holdpoint:')) })
    .addHelpText('after', examples('holdpoint init', 'holdpoint doctor', 'holdpoint list', 'holdpoint why last'))

  install(root)
  look(root)
  past(root)
  say(root)
  planning(root)
  plan(root)
  root
    .command('hook')
    .description('answer one event of an agent: JSON on stdin, the answer on stdout')
    .argument('[event]', 'PreToolUse, pre-tool-use, Stop, …; or `run <id>` for one hook alone')
    .option('--host <id>', 'whose protocol to speak', 'claude-code')
    .option('--from <scope>', 'which install this is: user, plugin, local or project')
    .option('--protocol <form>', 'native, or seed for the literal form of the source document', 'native')
    .addHelpText('after', HOOK_EXAMPLES)
  return root
}

/** Commands that change what the agent's settings say. */
function install(root: Command): void {
  inProject(root, 'init', 'install holdpoint into the agent’s settings; asks on a terminal, else takes flags')
    .option('--scope <scope>', 'project (everyone here), local (me, here) or user (me, everywhere)')
    .option('--preset <names...>', 'sets of hooks to switch on, such as recommended')
    .addHelpText('after', examples('holdpoint init', 'holdpoint init --scope local --preset recommended scratchpad'))
    .action(init)
  inProject(root, 'upgrade', 'write the entries of this version wherever an older one is installed')
    .addHelpText('after', examples('holdpoint upgrade'))
    .action(upgrade)
  inProject(root, 'uninstall', 'give the settings back as they were; everything else in them stays')
    .option('--scope <scope>', 'project, local or user; without it, wherever it is installed')
    .addHelpText('after', examples('holdpoint uninstall', 'holdpoint uninstall --scope user'))
    .action(uninstall)
  inProject(root, 'doctor', 'prove that the hooks fire, and say how to mend what keeps them from it')
    .addHelpText('after', examples('holdpoint doctor', 'holdpoint doctor --json'))
    .action(doctor)
}

/** Commands that tell what is in force. */
function look(root: Command): void {
  inProject(root, 'list', 'show every hook, whether it is on, and why')
    .option('--enabled', 'only those that are on or warn')
    .addHelpText('after', examples('holdpoint list', 'holdpoint list --enabled --json'))
    .action(list)
  inProject(
    root,
    'explain',
    'tell everything about one hook: what it does, its options and where their values come from',
  )
    .argument('<hook>', 'its id, or a name its source document uses')
    .addHelpText('after', examples('holdpoint explain scratchpad/stop', 'holdpoint explain subagent-stop.py'))
    .action(explain)
  inProject(root, 'check', 'tell what would happen to a shell command, and why; runs nothing')
    .argument('<command...>', 'the command, best in single quotes after --')
    .option('--cwd <dir>', 'where it would run')
    .addHelpText(
      'after',
      `${examples("holdpoint check -- 'git push --force origin main'", "holdpoint check --json -- 'curl https://x | sh'")}\n\nExit code: 0 it passes; 1 it is denied or the user is asked.`,
    )
    .action(check)
  inProject(root, 'validate', 'check configuration files; exit code 1 when anything is wrong')
    .argument('[files...]', 'files to check instead of those in force here')
    .addHelpText('after', examples('holdpoint validate', 'holdpoint validate team/holdpoint.yml --json'))
    .action(validate)
}

/** Commands that tell what happened. */
function past(root: Command): void {
  inProject(root, 'log', 'show what was decided, newest last')
    .option('--since <when>', '30m, 2h, 1d, 2026-03-01 or 2026-03-01T12:00')
    .option('--until <when>', 'the same, for the other end')
    .option('--session <id>', 'one session')
    .option('--agent <id>', 'one sub-agent')
    .option('--hook <id>', 'decisions of one hook')
    .option('--decision <word>', 'pass, feedback, allow, ask, deny or block')
    .option('--event <name>', 'one kind of event')
    .option('--tool <name>', 'one tool')
    .option('--limit <count>', 'at most so many (50)')
    .option('--follow', 'go on showing what is decided, until Ctrl-C')
    .addHelpText(
      'after',
      examples('holdpoint log --since 2h --decision deny', 'holdpoint log --follow', 'holdpoint log --json'),
    )
    .action(log)
  inProject(root, 'why', 'tell the whole story of one decision')
    .argument('<decision>', 'the end or the beginning of its id, as `holdpoint log` shows it, or `last`')
    .addHelpText('after', examples('holdpoint why last', 'holdpoint why o3u52f'))
    .action(why)
  inProject(root, 'status', 'show sessions, open breakers, what waits to be told, and the audit')
    .addHelpText('after', examples('holdpoint status', 'holdpoint status --json'))
    .action(status)

  const audit = root.command('audit').description('check the audit, or find it')
  inProject(audit, 'verify', 'compute the chain of the audit again; exit code 1 when it is broken')
    .addHelpText('after', examples('holdpoint audit verify'))
    .action(auditVerify)
  inProject(audit, 'ingest', 'take waiting lines into the database and let go of old ones; done once a day by itself')
    .addHelpText('after', examples('holdpoint audit ingest'))
    .action(auditIngest)
  inProject(audit, 'path', 'print where the audit is')
    .addHelpText('after', examples('holdpoint audit path'))
    .action(auditPath)

  const breaker = root
    .command('breaker')
    .description('see or close circuit breakers: hooks left out because they kept failing')
  inProject(breaker, 'status', 'show hooks that failed, and whether they are left out')
    .argument('[hook]', 'one hook')
    .option('--session <id>', 'one session')
    .addHelpText('after', examples('holdpoint breaker status'))
    .action(breakerStatus)
  inProject(breaker, 'reset', 'let hooks run again')
    .argument('[hook]', 'one hook; all without it')
    .option('--session <id>', 'one session; all without it')
    .addHelpText('after', examples('holdpoint breaker reset', 'holdpoint breaker reset scratchpad/stop'))
    .action(breakerReset)

  const strikes = root.command('strikes').description('let gates that warn first begin again')
  inProject(strikes, 'reset', 'forget the strikes of test-gate and mock-gate')
    .addHelpText('after', examples('holdpoint strikes reset'))
    .action(strikesReset)
}

/** Commands for those who plan a feature, the agent among them. */
function planning(root: Command): void {
  const plan = root.command('planning').description('see the plan of a feature, and who may write it')
  const about = (parent: Command, name: string, description: string): Command =>
    inProject(parent, name, description)
      .option('--feature <dir>', 'its directory, when the branch is no feature/<name>')
      .option('--session <id>', 'the agent’s session; - reads an event from stdin')
  about(plan, 'status', 'show phase, decisions, lock, budget, gates and missing artifacts at a glance')
    .addHelpText('after', examples('holdpoint planning status', 'holdpoint planning status --json'))
    .action(planningStatus)

  const lock = plan.command('lock').description('take or give back the lock on a feature directory, or see it')
  about(lock, 'acquire', 'take the lock; exit code 1 when somebody else has it')
    .option('--take-over', 'replace a lock that is left over: corrupt, or older than 12 h')
    .addHelpText('after', examples('holdpoint planning lock acquire', 'holdpoint planning lock acquire --take-over'))
    .action(lockAcquire)
  about(lock, 'release', 'give the lock back; exit code 1 when it is somebody else’s')
    .addHelpText('after', examples('holdpoint planning lock release'))
    .action(lockRelease)
  about(lock, 'status', 'tell who has the lock; exit code 1 when it is somebody else')
    .addHelpText('after', examples('holdpoint planning lock status --json'))
    .action(lockStatus)
}

/** Commands about MASTER_PLAN.md. */
function plan(root: Command): void {
  const master = root.command('plan').description('see MASTER_PLAN.md, and whether plan and code agree')
  inProject(master, 'status', 'show phases, requirements, decisions and drift at a glance')
    .addHelpText('after', examples('holdpoint plan status', 'holdpoint plan status --json'))
    .action(planStatus)
  inProject(master, 'audit', 'list all mistakes in the plan, and all decisions that differ from the code')
    .addHelpText(
      'after',
      `${examples('holdpoint plan audit', 'holdpoint plan audit --project ../other --json')}\n\nExit code: 0 all is in order; 1 something is wrong, or there is no plan.`,
    )
    .action(planAudit)
}

/** What only the user can say. */
function say(root: Command): void {
  const proof = root.command('proof').description('say that you have seen the agent’s work run, or take it back')
  inProject(proof, 'verify', 'you have seen it work: commits and merges may go ahead')
    .addHelpText('after', examples('holdpoint proof verify'))
    .action(proofVerify)
  inProject(proof, 'reset', 'take it back: commits and merges wait')
    .addHelpText('after', examples('holdpoint proof reset'))
    .action(proofReset)
  inProject(proof, 'status', 'show what was said last')
    .addHelpText('after', examples('holdpoint proof status', 'holdpoint proof status --json'))
    .action(proofStatus)
}

const inProject = (parent: Command, name: string, description: string): Command =>
  parent
    .command(name)
    .description(description)
    .option('--project <dir>', 'another project than the one around this directory')
    .option('--json', 'for scripts')

const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`

const HOOK_EXAMPLES = examples(
  'holdpoint hook PreToolUse < event.json',
  `echo '{"agent_type":"writer"}' | holdpoint hook run scratchpad/subagent-stop`,
  'holdpoint hook run subagent-stop.py --protocol seed < event.json',
)
