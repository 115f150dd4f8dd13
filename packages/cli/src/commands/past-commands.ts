import type { Command } from 'commander'
import { examples, inProject, later } from './command.ts'

/** Commands that show what happened. */
export function past(root: Command): void {
  withFilters(inProject(root, 'log', 'list decisions, newest last'))
    .option('--limit <count>', 'maximum number of decisions (default: 50)')
    .option('--follow', 'print new decisions until Ctrl-C')
    .option('--all', 'include the probes of `holdpoint doctor`')
    .option('--sessions', 'print one line per session instead')
    .option('--by-session', 'group decisions by session and agent')
    .addHelpText(
      'after',
      examples('holdpoint log --since 2h --decision deny', 'holdpoint log --follow', 'holdpoint log --json'),
    )
    .action(later(() => import('./log.ts'), 'log'))
  inProject(root, 'why', 'show one decision in full')
    .argument('<decision>', 'start or end of its id, or `last`')
    .addHelpText('after', examples('holdpoint why last', 'holdpoint why o3u52f'))
    .action(later(() => import('./why.ts'), 'why'))
  inProject(root, 'status', 'show sessions, open breakers, pending notices and the audit')
    .addHelpText('after', examples('holdpoint status', 'holdpoint status --json'))
    .action(later(() => import('./status.ts'), 'status'))
  root
    .command('statusline')
    .description('print the agent’s status line: JSON on stdin')
    .allowExcessArguments()
    .addHelpText('after', examples('holdpoint init --statusline', 'holdpoint statusline < status.json'))
    .action(later(() => import('./statusline.ts'), 'statusline'))

  const audit = root.command('audit').description('verify, maintain or locate the audit')
  inProject(audit, 'verify', 'verify the audit’s hash chain (exit code 1: broken)')
    .option('--fleet', 'also compare it with the copy on your team’s server')
    .addHelpText('after', examples('holdpoint audit verify', 'holdpoint audit verify --fleet'))
    .action(later(() => import('./audit.ts'), 'auditVerify'))
  inProject(audit, 'ingest', 'import new lines into the database and delete old ones')
    .addHelpText('after', examples('holdpoint audit ingest'))
    .action(later(() => import('./audit.ts'), 'auditIngest'))
  inProject(audit, 'path', 'print the path of the audit')
    .addHelpText('after', examples('holdpoint audit path'))
    .action(later(() => import('./audit.ts'), 'auditPath'))

  const breaker = root.command('breaker').description('show or reset circuit breakers of failing hooks')
  inProject(breaker, 'status', 'list hooks that failed, and whether they are skipped')
    .argument('[hook]', 'hook id (default: all)')
    .option('--session <id>', 'only this session')
    .addHelpText('after', examples('holdpoint breaker status'))
    .action(later(() => import('./breaker.ts'), 'breakerStatus'))
  inProject(breaker, 'reset', 'run skipped hooks again')
    .argument('[hook]', 'hook id (default: all)')
    .option('--session <id>', 'session id (default: all)')
    .addHelpText('after', examples('holdpoint breaker reset', 'holdpoint breaker reset scratchpad/stop'))
    .action(later(() => import('./breaker.ts'), 'breakerReset'))

  const strikes = root.command('strikes').description('reset the warning counters of test-gate and mock-gate')
  inProject(strikes, 'reset', 'reset the warning counters of test-gate and mock-gate')
    .addHelpText('after', examples('holdpoint strikes reset'))
    .action(later(() => import('./strikes.ts'), 'strikesReset'))
}

/** Commands that summarise what happened, or would have happened. */
export function figures(root: Command): void {
  inProject(root, 'report', 'summarise a period: interventions, reasons, time and failures')
    .option('--since <when>', 'start, such as 30m, 2h or 2026-03-01 (default: 7d)')
    .option('--until <when>', 'end, in the same form (default: now)')
    .option('--session <id>', 'only this session')
    .addHelpText('after', examples('holdpoint report', 'holdpoint report --since 30d --json'))
    .action(later(() => import('./report.ts'), 'report'))
  inProject(root, 'replay', 'show what a policy would have decided on past tool calls')
    .argument('[transcripts...]', 'transcript files or folders (default: this project’s)')
    .option('--policy <file>', 'holdpoint.yml to use (default: the project’s)')
    .option('--preset <names>', 'presets to use instead, such as recommended,scratchpad')
    .option('--compare <policy>', 'second file or preset: show where they differ')
    .option('--since <when>', 'start, such as 30d or 2026-03-01 (default: all calls)')
    .option('--all-projects', 'use the transcripts of all projects')
    .option('--limit <count>', 'maximum number of listed calls (default: 20)')
    .option('--html <file>', 'also write an HTML page')
    .option('-y, --yes', 'read the transcripts without a question')
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
    inProject(root, 'export', 'export the audit')
      .option('--format <name>', 'jsonl, csv or otlp (OpenTelemetry)', 'jsonl')
      .option('--output <file>', 'output file (default: stdout)')
      .option('--endpoint <url>', 'collector (default: OTEL_EXPORTER_OTLP_ENDPOINT or localhost)')
      .option('--signals <names...>', 'traces, metrics, logs (default: all of them)')
      .option('--with-commands', 'also send commands and file names to the collector'),
  )
    .addHelpText(
      'after',
      examples(
        'holdpoint export --since 7d > audit.jsonl',
        'holdpoint export --format otlp --endpoint http://127.0.0.1:4318',
        'holdpoint export --format otlp --signals logs --since 1d',
      ),
    )
    .action(later(() => import('./export.ts'), 'exportAudit'))
}

/** Which decisions: the same options wherever decisions are listed. */
const withFilters = (command: Command): Command =>
  command
    .option('--since <when>', 'start, such as 30m, 2h, 1d or 2026-03-01T12:00')
    .option('--until <when>', 'end, in the same form (default: now)')
    .option('--session <id>', 'only this session')
    .option('--agent <id>', 'only this sub-agent')
    .option('--hook <id>', 'only decisions of this hook')
    .option('--decision <word>', 'only pass, feedback, allow, ask, deny or block')
    .option('--event <name>', 'only this event')
    .option('--tool <name>', 'only this tool')
