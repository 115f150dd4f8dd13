import { Command } from 'commander'
import { VERSION } from '@holdpoint/runtime'
import { examples, inProject, later } from './command.ts'
import { fleet } from './fleet-commands.ts'
import { figures, past } from './past-commands.ts'

/** Every command, its options and examples. The implementation of a command is in the file of its name. */
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
  inspection(root)
  past(root)
  figures(root)
  page(root)
  say(root)
  planning(root)
  orchestrator(root)
  plan(root)
  daemon(root)
  fleet(root)
  root
    .command('hook')
    .description('answer one event of an agent: JSON on stdin, the answer on stdout')
    .argument(
      '[event]',
      'PreToolUse, pre-tool-use, Stop, …; `run <id>` for one hook alone; `agent <action>` for a step of an agent',
    )
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
    .option(
      '--client <way>',
      'bash: the agent starts a script that asks the daemon; shell: a line does; node: start Node each time; http: the agent asks the daemon',
    )
    .option('--namespace [name]', 'install through wrappers in .claude/hooks/<name>')
    .option('--all-events', 'with wrappers: all events and tools that hooks need, not only the documented five')
    .option('--agents', 'give the known agents in .claude/agents their hooks')
    .option('--statusline', 'show what was done in the status line, unless there is another')
    .option('--force', 'replace wrappers that are edited or not ours')
    .option('--yes', 'take the presets proposed for the files of this project')
    .option('--dry-run', 'print the change and write nothing')
    .addHelpText(
      'after',
      examples(
        'holdpoint init',
        'holdpoint init --yes',
        'holdpoint init --scope local --preset recommended scratchpad',
        'holdpoint init --namespace moai --agents',
      ),
    )
    .action(later(() => import('./init.ts'), 'init'))
  inProject(root, 'upgrade', 'write the entries of this version wherever an older one is installed')
    .addHelpText('after', examples('holdpoint upgrade'))
    .action(later(() => import('./upgrade.ts'), 'upgrade'))
  inProject(root, 'uninstall', 'give the settings back as they were; everything else in them stays')
    .option('--scope <scope>', 'project, local or user; without it, wherever it is installed')
    .addHelpText('after', examples('holdpoint uninstall', 'holdpoint uninstall --scope user'))
    .action(later(() => import('./uninstall.ts'), 'uninstall'))
  inProject(root, 'adopt', 'move the hooks in the agent’s settings under the dispatcher, or back')
    .option('--scope <scope>', 'whose settings: project, local or user', 'project')
    .option('--dry-run', 'only tell what would be moved, and what cannot be')
    .option('--undo', 'give both files back as they were')
    .addHelpText(
      'after',
      examples('holdpoint adopt --dry-run', 'holdpoint adopt --scope user', 'holdpoint adopt --undo'),
    )
    .action(later(() => import('./adopt.ts'), 'adopt'))
  const imported = root.command('import').description('take over the rules of another program')
  inProject(imported, 'hookify', 'turn the rules in .claude/hookify.*.local.md into rules of ours; the files stay')
    .argument('[dir]', 'where they lie; the project, or its .claude, unless said')
    .option('--scope <scope>', 'which configuration gets them: project, local or user', 'project')
    .option('--dry-run', 'only tell what would be written, and what cannot be')
    .addHelpText('after', examples('holdpoint import hookify --dry-run', 'holdpoint import hookify --scope local'))
    .action(later(() => import('./import.ts'), 'importHookify'))
  inProject(root, 'doctor', 'prove that the hooks fire, and say how to mend what keeps them from it')
    .addHelpText('after', examples('holdpoint doctor', 'holdpoint doctor --json'))
    .action(later(() => import('./doctor.ts'), 'doctor'))
}

/** Commands that show what is in force. */
function inspection(root: Command): void {
  inProject(root, 'list', 'show every hook, whether it is on, and why')
    .option('--enabled', 'only those that are on or warn')
    .option('--events', 'the events instead, and which of them can block')
    .addHelpText('after', examples('holdpoint list', 'holdpoint list --enabled --json', 'holdpoint list --events'))
    .action(later(() => import('./list.ts'), 'list'))
  inProject(
    root,
    'explain',
    'tell everything about one hook: what it does, its options and where their values come from',
  )
    .argument('<hook>', 'its id, or a name its source document uses')
    .addHelpText('after', examples('holdpoint explain scratchpad/stop', 'holdpoint explain subagent-stop.py'))
    .action(later(() => import('./explain.ts'), 'explain'))
  inProject(root, 'check', 'tell what would happen to a tool call or a prompt, and why')
    .argument('[command...]', 'a shell command, best in single quotes after --')
    .option('--cwd <dir>', 'where it would run (default: here)')
    .option('--tool <name>', 'another tool than Bash, such as Write or Read')
    .option('--file <path>', 'with --tool: the file it gets')
    .option('--content <text>', 'with --file: the new text, or - for stdin')
    .option('--mcp <tool>', 'a tool of an MCP server, such as github__create_issue')
    .option('--input <json>', 'with --tool or --mcp: its whole input, or - for stdin')
    .option('--prompt <text>', 'a prompt of the user, or - for stdin')
    .addHelpText('after', CHECK_HELP)
    .action(later(() => import('./check.ts'), 'check'))
  inProject(root, 'validate', 'check configuration, settings and agents’ files; exit code 1 when anything is wrong')
    .argument('[files...]', 'files to check instead of those in force here')
    .addHelpText('after', examples('holdpoint validate', 'holdpoint validate team/holdpoint.yml --json'))
    .action(later(() => import('./validate.ts'), 'validate'))
  inProject(root, 'test', 'run the policy tests beside the rules, each in a temporary repository')
    .argument('[files...]', 'files or folders instead of holdpoint.test.yml, holdpoint.*.test.yml and .holdpoint/tests')
    .option('--only <name>', 'only tests with this in their name')
    .option('--trust', 'let this project’s own hooks run in the tests, even when they are not trusted')
    .option('--watch', 'run again whenever a test or the policy changes, until Ctrl-C')
    .option('--junit <file>', 'write the results in the form that CI servers read')
    .option('--min-coverage <percent>', 'fail when the tests show less of the rules')
    .addHelpText(
      'after',
      `${examples('holdpoint test', 'holdpoint test --only yarn --watch', 'holdpoint test --junit report.xml --min-coverage 100')}\n\nExit code: 0 all passed; 1 one failed, or too little is covered; 2 there is nothing to run, or it cannot be read.`,
    )
    .action(later(() => import('./test.ts'), 'test'))
}

const CHECK_HELP = `${examples(
  "holdpoint check -- 'git push --force origin main'",
  'holdpoint check --tool Write --file .env --content "KEY=1"',
  'holdpoint check --tool WebFetch --input \'{"url":"https://example.com"}\'',
  'holdpoint check --mcp github__create_issue --input \'{"title":"x"}\'',
  "holdpoint check --prompt 'Deploy to production' --json",
)}

Nothing is run, asked or written down. Rules and trusted TypeScript hooks are
tried; hooks that start a program, call an address or ask a model are not, and
are named.

Exit codes:
  0  it passes
  1  it cannot be checked, such as bad options
  2  it is denied
  3  the user is asked
  4  nothing objects, but hooks of your own were not tried`

/** Commands for planning a feature, used by people and agents. */
function planning(root: Command): void {
  const plan = root.command('planning').description('see the plan of a feature, and who may write it')
  const about = (parent: Command, name: string, description: string): Command =>
    inProject(parent, name, description)
      .option('--feature <dir>', 'its directory, when the branch is no feature/<name>')
      .option('--session <id>', 'the agent’s session; - reads an event from stdin')
  about(plan, 'status', 'show phase, decisions, lock, budget, gates and missing artifacts at a glance')
    .addHelpText('after', examples('holdpoint planning status', 'holdpoint planning status --json'))
    .action(later(() => import('./planning.ts'), 'planningStatus'))

  const lock = plan.command('lock').description('take or give back the lock on a feature directory, or see it')
  about(lock, 'acquire', 'take the lock; exit code 1 when somebody else has it')
    .option('--take-over', 'replace a lock that is left over: corrupt, or older than 12 h')
    .addHelpText('after', examples('holdpoint planning lock acquire', 'holdpoint planning lock acquire --take-over'))
    .action(later(() => import('./planning.ts'), 'lockAcquire'))
  about(lock, 'release', 'give the lock back; exit code 1 when it is somebody else’s')
    .addHelpText('after', examples('holdpoint planning lock release'))
    .action(later(() => import('./planning.ts'), 'lockRelease'))
  about(lock, 'status', 'tell who has the lock; exit code 1 when it is somebody else')
    .addHelpText('after', examples('holdpoint planning lock status --json'))
    .action(later(() => import('./planning.ts'), 'lockStatus'))
}

/** Commands for executing a plan with a team, used by people and agents. */
function orchestrator(root: Command): void {
  const team = root.command('orchestrator').description('say which plan a team is carrying out, or see how far it is')
  inProject(team, 'start', 'a plan is being carried out; call it before the team is created')
    .requiredOption('--plan <path>', 'the design document')
    .requiredOption('--slug <slug>', 'its short name')
    .requiredOption('--team <team>', 'who carries it out')
    .option('--worktree <name=path...>', 'where each service is worked on, or one path for all')
    .option('--force', 'take the place of another plan')
    .addHelpText(
      'after',
      `${examples(
        'holdpoint orchestrator start --plan docs/login.md --slug login --team t1',
        'holdpoint orchestrator start --plan docs/login.md --slug login --team t1 \\\n      --worktree api=/src/login/api web=/src/login/web',
      )}\n\nExit code: 0 it is being carried out; 1 it cannot be, or another plan is.`,
    )
    .action(later(() => import('./orchestrator.ts'), 'orchestratorStart'))
  inProject(team, 'finish', 'the plan is done; call it after the team is deleted')
    .addHelpText('after', examples('holdpoint orchestrator finish'))
    .action(later(() => import('./orchestrator.ts'), 'orchestratorFinish'))
  inProject(team, 'abort', 'the plan is given up, or its team could not be created')
    .addHelpText('after', examples('holdpoint orchestrator abort'))
    .action(later(() => import('./orchestrator.ts'), 'orchestratorAbort'))
  inProject(team, 'status', 'show plan, tasks, team and work trees; exit code 1 when something is wrong with them')
    .addHelpText('after', examples('holdpoint orchestrator status', 'holdpoint orchestrator status --json'))
    .action(later(() => import('./orchestrator.ts'), 'orchestratorStatus'))
}

/** Commands about MASTER_PLAN.md. */
function plan(root: Command): void {
  const master = root.command('plan').description('see MASTER_PLAN.md, and whether plan and code agree')
  inProject(master, 'status', 'show phases, requirements, decisions and drift at a glance')
    .addHelpText('after', examples('holdpoint plan status', 'holdpoint plan status --json'))
    .action(later(() => import('./plan.ts'), 'planStatus'))
  inProject(master, 'audit', 'list all mistakes in the plan, and all decisions that differ from the code')
    .addHelpText(
      'after',
      `${examples('holdpoint plan audit', 'holdpoint plan audit --project ../other --json')}\n\nExit code: 0 all is in order; 1 something is wrong, or there is no plan.`,
    )
    .action(later(() => import('./plan.ts'), 'planAudit'))
}

/** Commands about the process that answers events quickly. */
function daemon(root: Command): void {
  const parent = root
    .command('daemon')
    .description('the process that answers events in a millisecond; it starts and ends by itself')
  const command = (name: string, description: string): Command =>
    parent.command(name).description(description).option('--json', 'for scripts')
  command('status', 'show whether it runs, since when, and how much it has answered; exit code 1 when it does not')
    .addHelpText('after', examples('holdpoint daemon status', 'holdpoint daemon status --json'))
    .action(later(() => import('./daemon.ts'), 'daemonStatus'))
  command('start', 'start it now, instead of with the next session')
    .option('--idle <seconds>', 'end when nobody has asked for so long (an hour)')
    .addHelpText('after', examples('holdpoint daemon start'))
    .action(later(() => import('./daemon.ts'), 'daemonStart'))
  command('stop', 'end it, after it has answered what it was asked; hooks go on without it')
    .addHelpText('after', examples('holdpoint daemon stop'))
    .action(later(() => import('./daemon.ts'), 'daemonStop'))
  command('restart', 'end it and start it again')
    .option('--idle <seconds>', 'end when nobody has asked for so long (an hour)')
    .addHelpText('after', examples('holdpoint daemon restart'))
    .action(later(() => import('./daemon.ts'), 'daemonRestart'))
  parent
    .command('logs')
    .description('show what it did last')
    .option('--lines <n>', 'how many lines', '50')
    .addHelpText('after', examples('holdpoint daemon logs', 'holdpoint daemon logs --lines 200'))
    .action(later(() => import('./daemon.ts'), 'daemonLogs'))
}

/** The same as a page. */
function page(root: Command): void {
  inProject(root, 'dashboard', 'show all of it as a page in your browser, until Ctrl-C; it only looks')
    .option('--port <n>', 'a port of your choice, instead of any that is free')
    .option('--no-open', 'print the link and start no browser')
    .addHelpText('after', examples('holdpoint dashboard', 'holdpoint dashboard --port 4400 --no-open'))
    .action(later(() => import('./dashboard.ts'), 'dashboard'))
}

/** Commands that only the user may run. */
function say(root: Command): void {
  const proof = root.command('proof').description('say that you have seen the agent’s work run, or take it back')
  inProject(proof, 'verify', 'you have seen it work: commits and merges may go ahead')
    .addHelpText('after', examples('holdpoint proof verify'))
    .action(later(() => import('./proof.ts'), 'proofVerify'))
  inProject(proof, 'reset', 'take it back: commits and merges wait')
    .addHelpText('after', examples('holdpoint proof reset'))
    .action(later(() => import('./proof.ts'), 'proofReset'))
  inProject(proof, 'status', 'show what was said last')
    .addHelpText('after', examples('holdpoint proof status', 'holdpoint proof status --json'))
    .action(later(() => import('./proof.ts'), 'proofStatus'))
  inProject(root, 'allow', 'allow one refused call of the agent, once')
    .argument('[id]', 'the id in the refusal; without it, list what waits')
    .option('--list', 'show refused calls that wait, and grants not used yet')
    .option('--revoke', 'take back a grant that has not been used')
    .option('--rule', 'propose a rule that allows the call from now on')
    .addHelpText('after', ALLOW_HELP)
    .action(later(() => import('./allow.ts'), 'allow'))
  inProject(root, 'snooze', 'switch one hook off for a time, in this project')
    .argument('[hook]', 'its id, or rules/<name>; without it, list what is snoozed')
    .argument('[time]', 'how long: 30m or 2h, at most 24h')
    .option('--session [id]', 'only in this session, at most until it ends')
    .option('--list', 'show what is snoozed')
    .option('--end', 'end the snooze of the hook, or of all')
    .addHelpText('after', SNOOZE_HELP)
    .action(later(() => import('./snooze.ts'), 'snooze'))
  inProject(root, 'trust', 'look at the hooks that this project brings, and say which of them may run')
    .argument('[ids...]', 'only these; without any, all that wait')
    .option('--yes', 'without a question, for scripts')
    .option('--list', 'show everything that needs trust, and whether it has it')
    .option('--revoke', 'take trust back: of the named ones, or of all')
    .addHelpText(
      'after',
      examples('holdpoint trust', 'holdpoint trust --list', 'holdpoint trust own/ticket', 'holdpoint trust --revoke'),
    )
    .action(later(() => import('./trust.ts'), 'trust'))
}

const ALLOW_HELP = `${examples(
  'holdpoint allow',
  'holdpoint allow k3f9q2',
  'holdpoint allow --revoke k3f9q2',
  'holdpoint allow k3f9q2 --rule',
)}

A grant is for exactly that call with the same files, can be used once, and
ends after ten minutes. An agent cannot give one. With --rule you see a rule
for your own configuration and its test before they are written.

Exit codes:
  0  allowed, listed or revoked
  1  nothing was allowed`

const SNOOZE_HELP = `${examples(
  'holdpoint snooze quality/branch-guard 30m',
  'holdpoint snooze quality/lint --session',
  'holdpoint snooze --list',
  'holdpoint snooze --end quality/branch-guard',
)}

Hooks that are always on, and what the managed configuration sets, cannot be
snoozed. An agent cannot snooze. The audit records the start and the end.

Exit codes:
  0  snoozed, listed or ended
  1  nothing was changed`

const HOOK_EXAMPLES = examples(
  'holdpoint hook PreToolUse < event.json',
  `echo '{"agent_type":"writer"}' | holdpoint hook run scratchpad/subagent-stop`,
  'holdpoint hook run subagent-stop.py --protocol seed < event.json',
  'holdpoint hook agent tdd-pre-implementation < event.json',
)
