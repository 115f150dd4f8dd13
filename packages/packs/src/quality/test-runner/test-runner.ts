import * as v from 'valibot'
import { counted, defineHook, type HookContext, type Verdict } from '@holdpoint/engine'
import { testCommand } from '../../shared/test-command.ts'
import { wasQuiet } from '../quiet-calls.ts'
import { takeReport, type Report } from './report.ts'

const milliseconds = (description: string, value: number) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.description(description)), value)

const options = v.strictObject({
  command: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'The command that runs all tests, started by /bin/sh at the top of the work tree. Empty: detected from the ' +
          'project’s files. Shared with guard/test-evidence.',
      ),
    ),
    '',
  ),
  debounce_ms: milliseconds('Time without changes before the tests start.', 2_000),
  cooldown_ms: milliseconds('Time between two runs.', 10_000),
  time_limit_seconds: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.description('Time limit of a run.')),
    600,
  ),
})

export default defineHook({
  meta: {
    id: 'quality/test-runner',
    summary: 'Run the project’s tests in the background after source changes, and record the result.',
    on: ['tool.after', 'prompt.submit'],
    tools: ['write', 'edit', 'shell'],
    role: 'context',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    needsTrust: true,
    order: 350,
    aliases: ['test-runner.sh', 'harness/test-runner'],
    options,
    stricter: { debounce_ms: 'free', cooldown_ms: 'free', time_limit_seconds: 'more' },
    messages: {
      passed: { what: 'Tests passed ({framework}, {seconds} s).', why: '', fix: '' },
      failed: {
        what: '{tests} failed ({framework}, {seconds} s).',
        why: '',
        fix: 'Commits are blocked until the tests pass.',
      },
      slow: {
        what: 'The tests ({framework}) timed out after {seconds} s.',
        why: '`time_limit_seconds` is too low, or a test hangs.',
        fix: 'Raise `time_limit_seconds` for quality/test-runner in holdpoint.yml, or fix the test that hangs.',
      },
      absent: {
        what: 'The tests did not run: the program for {framework} is not installed.',
        why: 'Commits are blocked without a test result.',
        fix: 'Install the project’s dependencies, then run the tests.',
      },
      empty: {
        what: 'The test run found no tests ({framework}, {seconds} s).',
        why: 'Commits need approval without a test result.',
        fix: 'Add a test, or set `command` for quality/test-runner in holdpoint.yml.',
      },
    },
  },
  async run(context) {
    const { event, services, pass } = context
    const report = takeReport(services.state.session)
    const verdict = report === undefined ? pass : reportVerdict(report, context)
    if (event.kind !== 'tool.after') return verdict
    const command = testCommand('quality/test-runner', context.options.command, services.state.project)
    // A configured command can be anything, so only reading tells whether this was it.
    if (command === '' && wasQuiet(event, services)) return verdict
    const { askForRuns } = await import('./ask-for-runs.ts')
    await askForRuns(event, command, context.options, services)
    return verdict
  },
})

export type Options = v.InferOutput<typeof options>
type ReportContext = Pick<HookContext<Options, 'tool.after' | 'prompt.submit', Report['result']>, 'notice'>

function reportVerdict({ result, framework, failures, seconds, output }: Report, { notice }: ReportContext): Verdict {
  const verdict = notice(result, { framework, tests: counted(failures, 'test'), seconds })
  const shown = output === '' || result === 'passed' ? '' : `\n\nLast lines of the output:\n${output}`
  return { ...verdict, context: `${verdict.notice ?? ''}${shown}` }
}
