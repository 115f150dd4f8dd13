import type { Command } from 'commander'
import { examples, inProject, later } from './command.ts'

/** Commands that show what happened. */
export function past(root: Command): void {
  withFilters(inProject(root, 'log', 'show what was decided, newest last'))
    .option('--limit <count>', 'at most so many (50)')
    .option('--follow', 'go on showing what is decided, until Ctrl-C')
    .option('--all', 'also the probes of `holdpoint doctor`')
    .option('--sessions', 'one line a session instead')
    .option('--by-session', 'what belongs to a session together, with its agents')
    .addHelpText(
      'after',
      examples('holdpoint log --since 2h --decision deny', 'holdpoint log --follow', 'holdpoint log --json'),
    )
    .action(later(() => import('./log.ts'), 'log'))
  inProject(root, 'why', 'tell the whole story of one decision')
    .argument('<decision>', 'the end or the beginning of its id, as `holdpoint log` shows it, or `last`')
    .addHelpText('after', examples('holdpoint why last', 'holdpoint why o3u52f'))
    .action(later(() => import('./why.ts'), 'why'))
  inProject(root, 'status', 'show sessions, open breakers, what waits to be told, and the audit')
    .addHelpText('after', examples('holdpoint status', 'holdpoint status --json'))
    .action(later(() => import('./status.ts'), 'status'))
  root
    .command('statusline')
    .description('print one line for the agent’s status line: its JSON on stdin')
    .allowExcessArguments()
    .addHelpText('after', examples('holdpoint init --statusline', 'holdpoint statusline < status.json'))
    .action(later(() => import('./statusline.ts'), 'statusline'))

  const audit = root.command('audit').description('check the audit, or find it')
  inProject(audit, 'verify', 'compute the chain of the audit again; exit code 1 when it is broken')
    .option('--fleet', 'also compare it with the copy on your team’s server')
    .addHelpText('after', examples('holdpoint audit verify', 'holdpoint audit verify --fleet'))
    .action(later(() => import('./audit.ts'), 'auditVerify'))
  inProject(audit, 'ingest', 'take waiting lines into the database and let go of old ones; done once a day by itself')
    .addHelpText('after', examples('holdpoint audit ingest'))
    .action(later(() => import('./audit.ts'), 'auditIngest'))
  inProject(audit, 'path', 'print where the audit is')
    .addHelpText('after', examples('holdpoint audit path'))
    .action(later(() => import('./audit.ts'), 'auditPath'))

  const breaker = root
    .command('breaker')
    .description('see or close circuit breakers: hooks left out because they kept failing')
  inProject(breaker, 'status', 'show hooks that failed, and whether they are left out')
    .argument('[hook]', 'one hook')
    .option('--session <id>', 'one session')
    .addHelpText('after', examples('holdpoint breaker status'))
    .action(later(() => import('./breaker.ts'), 'breakerStatus'))
  inProject(breaker, 'reset', 'let hooks run again')
    .argument('[hook]', 'one hook; all without it')
    .option('--session <id>', 'one session; all without it')
    .addHelpText('after', examples('holdpoint breaker reset', 'holdpoint breaker reset scratchpad/stop'))
    .action(later(() => import('./breaker.ts'), 'breakerReset'))

  const strikes = root.command('strikes').description('let gates that warn first begin again')
  inProject(strikes, 'reset', 'forget the strikes of test-gate and mock-gate')
    .addHelpText('after', examples('holdpoint strikes reset'))
    .action(later(() => import('./strikes.ts'), 'strikesReset'))
}

/** Commands that summarise what happened, or would have happened. */
export function figures(root: Command): void {
  inProject(root, 'report', 'tell what a period was like: what was prevented, why, at what cost, what went wrong')
    .option('--since <when>', '30m, 2h, 7d, 2026-03-01 or 2026-03-01T12:00 (7d)')
    .option('--until <when>', 'the same, for the other end')
    .option('--session <id>', 'one session')
    .addHelpText('after', examples('holdpoint report', 'holdpoint report --since 30d --json'))
    .action(later(() => import('./report.ts'), 'report'))
  inProject(root, 'replay', 'tell what a policy would have said to past tool calls; runs, keeps and sends nothing')
    .argument('[transcripts...]', 'files or folders of Claude Code’s transcripts; without them, those of this project')
    .option('--policy <file>', 'a holdpoint.yml to try instead of the project’s own')
    .option('--preset <names>', 'presets to try instead, such as recommended,scratchpad')
    .option('--compare <policy>', 'a second file or preset; shows where the two differ')
    .option('--since <when>', 'only calls from then on: 30d, 2026-03-01')
    .option('--all-projects', 'the transcripts of all projects')
    .option('--limit <count>', 'list at most so many (20)')
    .option('--html <file>', 'write a page, too')
    .option('-y, --yes', 'read the transcripts without asking')
    .addHelpText(
      'after',
      examples(
        'holdpoint replay --since 30d',
        'holdpoint replay --preset recommended --html replay.html',
        'holdpoint replay --compare stricter.yml session.jsonl',
      ),
    )
    .action(later(() => import('./replay.ts'), 'replay'))
  withFilters(
    inProject(root, 'export', 'give the audit to other programs')
      .option('--format <name>', 'jsonl, csv, or otlp for an OpenTelemetry collector', 'jsonl')
      .option('--output <file>', 'write there instead of to stdout')
      .option('--endpoint <url>', 'the collector; else OTEL_EXPORTER_OTLP_ENDPOINT, else this machine')
      .option('--with-commands', 'send commands and files to the collector, too'),
  )
    .addHelpText(
      'after',
      examples(
        'holdpoint export --since 7d > audit.jsonl',
        'holdpoint export --format otlp --endpoint http://127.0.0.1:4318',
      ),
    )
    .action(later(() => import('./export.ts'), 'exportAudit'))
}

/** Which decisions: the same options wherever decisions are listed. */
const withFilters = (command: Command): Command =>
  command
    .option('--since <when>', '30m, 2h, 1d, 2026-03-01 or 2026-03-01T12:00')
    .option('--until <when>', 'the same, for the other end')
    .option('--session <id>', 'one session')
    .option('--agent <id>', 'one sub-agent')
    .option('--hook <id>', 'decisions of one hook')
    .option('--decision <word>', 'pass, feedback, allow, ask, deny or block')
    .option('--event <name>', 'one kind of event')
    .option('--tool <name>', 'one tool')
