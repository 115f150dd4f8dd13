import { Command } from 'commander'
import { VERSION } from '../app/build.ts'
import { auditIngest, auditPath, auditVerify } from './audit.ts'
import { breakerReset, breakerStatus } from './breaker.ts'
import { doctor } from './doctor.ts'
import { explain } from './explain.ts'
import { init } from './init.ts'
import { list } from './list.ts'
import { log } from './log.ts'
import { status } from './status.ts'
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
