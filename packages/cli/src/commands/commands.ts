import { Command } from 'commander'
import { VERSION } from '@holdpoint/runtime'
import { examples, inProject, later } from './command.ts'
import { fleet } from './fleet-commands.ts'
import { figures, past } from './past-commands.ts'

/** Every command, its options and examples. The implementation of a command is in the file of its name. */
export function program(): Command {
  const root = new Command('holdpoint')
    .description('Enforce rules on AI coding agents through their hooks.')
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
    .description('answer one agent event: JSON on stdin, the answer on stdout')
    .argument('[event]', 'event name, `run <hook>`, or `agent <action>`')
    .option('--host <id>', 'agent whose protocol to use', 'claude-code')
    .option('--from <scope>', 'install: user, plugin, local, project, or host/scope')
    .option('--protocol <form>', 'native, or seed for the documented literal form', 'native')
    .addHelpText('after', HOOK_EXAMPLES)
  return root
}

/** Commands that change what the agent's settings say. */
function install(root: Command): void {
  inProject(root, 'init', 'install the hooks into the agent’s settings')
    .option('--scope <scope>', 'project (the whole team), local (only you) or user (everywhere)')
    .option('--host <ids...>', 'agents by id, such as codex gemini')
    .option('--preset <names...>', 'presets to turn on, such as recommended')
    .option('--client <way>', 'how the agent calls Holdpoint: bash, shell, node or http')
    .option('--namespace [name]', 'install wrapper scripts in .claude/hooks/<name>')
    .option('--all-events', 'with wrappers: register all events, not only the documented five')
    .option('--agents', 'add hooks to the known agents in .claude/agents')
    .option('--statusline', 'show Holdpoint in the status line if it is free')
    .option('--force', 'replace wrappers that were edited or are from another tool')
    .option('--yes', 'accept the proposed presets without a question')
    .option('--dry-run', 'print the changes without writing them')
    .addHelpText(
      'after',
      examples(
        'holdpoint init',
        'holdpoint init --yes',
        'holdpoint init --scope local --preset recommended scratchpad',
        'holdpoint init --host codex gemini --scope user',
        'holdpoint init --namespace moai --agents',
      ),
    )
    .action(later(() => import('./init.ts'), 'init'))
  inProject(root, 'upgrade', 'update installed entries to this version')
    .addHelpText('after', examples('holdpoint upgrade'))
    .action(later(() => import('./upgrade.ts'), 'upgrade'))
  inProject(root, 'uninstall', 'remove Holdpoint’s entries from the agent’s settings')
    .option('--scope <scope>', 'project, local or user (default: all of them)')
    .option('--host <ids...>', 'agents to remove it from (default: all of them)')
    .addHelpText('after', examples('holdpoint uninstall', 'holdpoint uninstall --scope user'))
    .action(later(() => import('./uninstall.ts'), 'uninstall'))
  inProject(root, 'adopt', 'move existing hooks into holdpoint.yml, or back')
    .option('--scope <scope>', 'settings to move: project, local or user', 'project')
    .option('--dry-run', 'print what would be moved without moving it')
    .option('--undo', 'restore both files')
    .addHelpText(
      'after',
      examples('holdpoint adopt --dry-run', 'holdpoint adopt --scope user', 'holdpoint adopt --undo'),
    )
    .action(later(() => import('./adopt.ts'), 'adopt'))
  const imported = root.command('import').description('import rules of another program')
  inProject(imported, 'hookify', 'import rules from .claude/hookify.*.local.md')
    .argument('[dir]', 'directory of the rules (default: the project or its .claude)')
    .option('--scope <scope>', 'configuration to write: project, local or user', 'project')
    .option('--dry-run', 'print what would be written without writing it')
    .addHelpText('after', examples('holdpoint import hookify --dry-run', 'holdpoint import hookify --scope local'))
    .action(later(() => import('./import.ts'), 'importHookify'))
  inProject(root, 'doctor', 'prove that the hooks run, and show how to fix problems')
    .addHelpText('after', examples('holdpoint doctor', 'holdpoint doctor --json'))
    .action(later(() => import('./doctor.ts'), 'doctor'))
}

/** Commands that show what is in force. */
function inspection(root: Command): void {
  inProject(root, 'list', 'list every hook, its level and where that is set')
    .option('--enabled', 'list only hooks at level on or warn')
    .option('--events', 'list the events instead, and which of them can block')
    .addHelpText('after', examples('holdpoint list', 'holdpoint list --enabled --json', 'holdpoint list --events'))
    .action(later(() => import('./list.ts'), 'list'))
  inProject(root, 'explain', 'show what a hook does, its options and their sources')
    .argument('<hook>', 'hook id or alias')
    .addHelpText('after', examples('holdpoint explain scratchpad/stop', 'holdpoint explain subagent-stop.py'))
    .action(later(() => import('./explain.ts'), 'explain'))
  inProject(root, 'check', 'show what would happen to a tool call or a prompt')
    .argument('[command...]', 'shell command, in single quotes after --')
    .option('--cwd <dir>', 'working directory (default: the current one)')
    .option('--tool <name>', 'tool, such as Write or Read (default: Bash)')
    .option('--file <path>', 'with --tool: its file')
    .option('--content <text>', 'with --file: new content, or - for stdin')
    .option('--mcp <tool>', 'MCP tool, such as github__create_issue')
    .option('--input <json>', 'with --tool or --mcp: its input, or - for stdin')
    .option('--prompt <text>', 'user prompt, or - for stdin')
    .option('--host <id>', 'agent that makes the call (default: claude-code)')
    .addHelpText('after', CHECK_HELP)
    .action(later(() => import('./check.ts'), 'check'))
  inProject(root, 'validate', 'check configuration, settings and agent files')
    .argument('[files...]', 'files to check (default: those in use here)')
    .addHelpText(
      'after',
      examples('holdpoint validate', 'holdpoint validate team/holdpoint.yml --json') + VALIDATE_EXITS,
    )
    .action(later(() => import('./validate.ts'), 'validate'))
  inProject(root, 'test', 'run policy tests, each in a temporary repository')
    .argument('[files...]', 'test files or folders (default: holdpoint.*test.yml)')
    .option('--only <name>', 'run only tests whose name contains this')
    .option('--trust', 'run this project’s hooks even if they are not trusted')
    .option('--host <id>', 'run as this agent, and show what it lowers')
    .option('--watch', 'run again after every change, until Ctrl-C')
    .option('--junit <file>', 'write the results as JUnit XML')
    .option('--min-coverage <percent>', 'fail below this share of tested rules')
    .addHelpText(
      'after',
      `${examples('holdpoint test', 'holdpoint test --only yarn --watch', 'holdpoint test --junit report.xml --min-coverage 100')}\n\nExit codes:\n  0  all tests passed\n  1  a test failed, or the coverage is too low\n  2  no tests, or a file cannot be parsed`,
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

The command does not run, and nothing is recorded. Rules and trusted TypeScript
hooks are evaluated. Hooks that start a program, call a URL or ask a model are
skipped and listed.

Exit codes:
  0  it passes
  1  it cannot be checked, for example with wrong options
  2  it is denied
  3  it needs approval
  4  it passes, but hooks of your own were skipped`

/** Commands for planning a feature, used by people and agents. */
function planning(root: Command): void {
  const plan = root.command('planning').description('show the plan of a feature and its lock')
  const about = (parent: Command, name: string, description: string): Command =>
    inProject(parent, name, description)
      .option('--feature <dir>', 'feature directory (default: from the branch feature/<name>)')
      .option('--session <id>', 'agent session, or - to read an event from stdin')
  about(plan, 'status', 'show phase, decisions, lock, budget, gates and artifacts')
    .addHelpText('after', examples('holdpoint planning status', 'holdpoint planning status --json'))
    .action(later(() => import('./planning.ts'), 'planningStatus'))

  const lock = plan.command('lock').description('acquire, release or show the lock of a feature directory')
  about(lock, 'acquire', 'acquire the lock (exit code 1: another session has it)')
    .option('--take-over', 'replace a lock that is corrupt or older than 12 hours')
    .addHelpText('after', examples('holdpoint planning lock acquire', 'holdpoint planning lock acquire --take-over'))
    .action(later(() => import('./planning.ts'), 'lockAcquire'))
  about(lock, 'release', 'release the lock (exit code 1: another session has it)')
    .addHelpText('after', examples('holdpoint planning lock release'))
    .action(later(() => import('./planning.ts'), 'lockRelease'))
  about(lock, 'status', 'show the lock’s owner (exit code 1: another session)')
    .addHelpText('after', examples('holdpoint planning lock status --json'))
    .action(later(() => import('./planning.ts'), 'lockStatus'))
}

/** Commands for executing a plan with a team, used by people and agents. */
function orchestrator(root: Command): void {
  const team = root.command('orchestrator').description('start, end or show the plan that a team works on')
  inProject(team, 'start', 'start a plan, before the team is created')
    .requiredOption('--plan <path>', 'design document')
    .requiredOption('--slug <slug>', 'short name of the plan')
    .requiredOption('--team <team>', 'team that works on it')
    .option('--worktree <name=path...>', 'worktree of each service, or one path for all')
    .option('--force', 'replace another active plan')
    .addHelpText(
      'after',
      `${examples(
        'holdpoint orchestrator start --plan docs/login.md --slug login --team t1',
        'holdpoint orchestrator start --plan docs/login.md --slug login --team t1 \\\n      --worktree api=/src/login/api web=/src/login/web',
      )}\n\nExit codes:\n  0  the plan is active\n  1  it cannot start, or another plan is active`,
    )
    .action(later(() => import('./orchestrator.ts'), 'orchestratorStart'))
  inProject(team, 'finish', 'end a completed plan, after the team is deleted')
    .addHelpText('after', examples('holdpoint orchestrator finish'))
    .action(later(() => import('./orchestrator.ts'), 'orchestratorFinish'))
  inProject(team, 'abort', 'end a plan that is not completed')
    .addHelpText('after', examples('holdpoint orchestrator abort'))
    .action(later(() => import('./orchestrator.ts'), 'orchestratorAbort'))
  inProject(team, 'status', 'show plan, tasks, team and worktrees')
    .addHelpText(
      'after',
      examples('holdpoint orchestrator status', 'holdpoint orchestrator status --json') + STATUS_EXITS,
    )
    .action(later(() => import('./orchestrator.ts'), 'orchestratorStatus'))
}

/** Commands about MASTER_PLAN.md. */
function plan(root: Command): void {
  const master = root.command('plan').description('show MASTER_PLAN.md and where it differs from the code')
  inProject(master, 'status', 'show phases, requirements, decisions and drift')
    .addHelpText('after', examples('holdpoint plan status', 'holdpoint plan status --json'))
    .action(later(() => import('./plan.ts'), 'planStatus'))
  inProject(master, 'audit', 'list mistakes in the plan and differences from the code')
    .addHelpText(
      'after',
      `${examples('holdpoint plan audit', 'holdpoint plan audit --project ../other --json')}\n\nExit codes:\n  0  no findings\n  1  findings, or there is no plan`,
    )
    .action(later(() => import('./plan.ts'), 'planAudit'))
}

/** Commands about the process that answers events quickly. */
function daemon(root: Command): void {
  const parent = root.command('daemon').description('control the daemon, which starts and ends automatically')
  const command = (name: string, description: string): Command =>
    parent.command(name).description(description).option('--json', 'print JSON')
  command('status', 'show the daemon’s state (exit code 1: not running)')
    .addHelpText('after', examples('holdpoint daemon status', 'holdpoint daemon status --json'))
    .action(later(() => import('./daemon.ts'), 'daemonStatus'))
  command('start', 'start the daemon now instead of with the next session')
    .option('--idle <seconds>', 'stop after this time without a request (default: 3600)')
    .addHelpText('after', examples('holdpoint daemon start'))
    .action(later(() => import('./daemon.ts'), 'daemonStart'))
  command('stop', 'stop the daemon after it has answered open requests')
    .addHelpText('after', examples('holdpoint daemon stop'))
    .action(later(() => import('./daemon.ts'), 'daemonStop'))
  command('restart', 'stop the daemon and start it again')
    .option('--idle <seconds>', 'stop after this time without a request (default: 3600)')
    .addHelpText('after', examples('holdpoint daemon restart'))
    .action(later(() => import('./daemon.ts'), 'daemonRestart'))
  parent
    .command('logs')
    .description('print the daemon’s log')
    .option('--lines <n>', 'number of lines', '50')
    .addHelpText('after', examples('holdpoint daemon logs', 'holdpoint daemon logs --lines 200'))
    .action(later(() => import('./daemon.ts'), 'daemonLogs'))
}

/** The same as a page. */
function page(root: Command): void {
  inProject(root, 'dashboard', 'open the read-only dashboard in your browser')
    .option('--port <n>', 'port (default: any free port)')
    .option('--no-open', 'print the link without starting a browser')
    .addHelpText('after', examples('holdpoint dashboard', 'holdpoint dashboard --port 4400 --no-open'))
    .action(later(() => import('./dashboard.ts'), 'dashboard'))
}

/** Commands that only the user may run. */
function say(root: Command): void {
  const proof = root.command('proof').description('confirm that you have seen the agent’s work run')
  inProject(proof, 'verify', 'confirm the work: commits and merges pass')
    .addHelpText('after', examples('holdpoint proof verify'))
    .action(later(() => import('./proof.ts'), 'proofVerify'))
  inProject(proof, 'reset', 'reset the confirmation: commits and merges wait')
    .addHelpText('after', examples('holdpoint proof reset'))
    .action(later(() => import('./proof.ts'), 'proofReset'))
  inProject(proof, 'status', 'show the last confirmation')
    .addHelpText('after', examples('holdpoint proof status', 'holdpoint proof status --json'))
    .action(later(() => import('./proof.ts'), 'proofStatus'))
  inProject(root, 'allow', 'allow one refused call of the agent once')
    .argument('[id]', 'id in the refusal (default: list refused calls)')
    .option('--list', 'list refused calls and unused grants')
    .option('--revoke', 'revoke an unused grant')
    .option('--rule', 'propose a rule that allows the call from now on')
    .addHelpText('after', ALLOW_HELP)
    .action(later(() => import('./allow.ts'), 'allow'))
  inProject(root, 'snooze', 'turn one hook off for a time in this project')
    .argument('[hook]', 'hook id or rules/<name> (default: list snoozed hooks)')
    .argument('[time]', 'duration, such as 30m or 2h (at most 24h)')
    .option('--session [id]', 'only in this session, until it ends')
    .option('--list', 'list snoozed hooks')
    .option('--end', 'end the snooze of this hook (default: all)')
    .addHelpText('after', SNOOZE_HELP)
    .action(later(() => import('./snooze.ts'), 'snooze'))
  inProject(root, 'trust', 'review this project’s hooks and allow them to run')
    .argument('[ids...]', 'hook ids (default: all that need trust)')
    .option('--yes', 'trust them without a question')
    .option('--list', 'list everything that needs trust, and its state')
    .option('--revoke', 'revoke trust of these hooks (default: all)')
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

A grant covers exactly this call with the same files, works once and expires
after ten minutes. Agents cannot grant. --rule shows a rule for your own
configuration and its test before it writes them.

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
snoozed. Agents cannot snooze. The audit records the start and the end.

Exit codes:
  0  snoozed, listed or ended
  1  nothing was changed`

const VALIDATE_EXITS = '\n\nExit codes:\n  0  no mistakes\n  1  at least one mistake'
const STATUS_EXITS = '\n\nExit codes:\n  0  no problems\n  1  at least one problem'

const HOOK_EXAMPLES = examples(
  'holdpoint hook PreToolUse < event.json',
  `echo '{"agent_type":"writer"}' | holdpoint hook run scratchpad/subagent-stop`,
  'holdpoint hook run subagent-stop.py --protocol seed < event.json',
  'holdpoint hook agent tdd-pre-implementation < event.json',
)
