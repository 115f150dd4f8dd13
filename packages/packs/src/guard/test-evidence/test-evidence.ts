import * as v from 'valibot'
import {
  epochOf,
  harnessFile,
  parseTestStatus,
  readHarnessLine,
  TEST_STATUS,
  testRunName,
} from '../../shared/harness-state.ts'
import { defineHook, counted } from '@holdpoint/engine'
import { testCommand } from '../../shared/test-command.ts'
import { commandText, testedWith, type Framework } from '../../shared/test-frameworks.ts'
import { evidenceRoot, historySteps, needsEvidence } from '../git-rules/evidence.ts'
import { planExempt } from '../git-rules/options.ts'

/** A recent failure is reported with its numbers; an older one only with its result. */
const RECENT_S = 600

export default defineHook({
  meta: {
    id: 'guard/test-evidence',
    summary: 'Require a passing test run before a commit or merge.',
    on: ['tool.before'],
    tools: ['shell'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 60,
    aliases: ['guard.sh#6', 'guard.sh#7', 'harness/test-evidence'],
    options: v.strictObject({
      command: v.optional(
        v.pipe(
          v.string(),
          v.description(
            'The command that runs all tests; empty: detected from the project’s files. Shared with quality/test-runner.',
          ),
        ),
        '',
      ),
      plan_exempt: planExempt,
      docs_exempt: v.optional(
        v.pipe(v.boolean(), v.description('A commit of documentation and nothing else needs no test run.')),
        true,
      ),
    }),
    stricter: { plan_exempt: 'less', docs_exempt: 'less' },
    messages: {
      missing: {
        what: 'no test result for this state, so git {command} has to wait.',
        why: 'Untested work does not go into the history.',
        fix: '{next}',
      },
      failing: {
        what: '{count} failed {ago}, so git {command} has to wait.',
        why: 'Work does not go into the history while tests fail.',
        fix: 'Fix the failing tests, then run `{tests}`.',
      },
      outdated: {
        what: 'the source has changed since the tests last passed, so git {command} has to wait.',
        why: 'Untested work does not go into the history.',
        fix: '{next}',
      },
      failed: {
        what: 'the last test run did not pass, so git {command} has to wait.',
        why: 'Work does not go into the history while tests fail.',
        fix: 'Fix the failing tests, then run `{tests}`.',
      },
      unknown: {
        what: 'git {command} without a test result.',
        why: 'Holdpoint does not know how this project is tested.',
        fix: 'Set `command` for guard/test-evidence in holdpoint.yml, such as `command: make test`.',
      },
      empty: {
        what: 'git {command} without a test.',
        why: 'The last test run found no tests.',
        fix: 'Add a test and run `{tests}`, or set `command` for guard/test-evidence in holdpoint.yml.',
      },
    },
  },
  async run({ event, options, services, deny, ask, pass }) {
    const effects = await services.effects(event)
    for (const step of historySteps(effects, event, services)) {
      const root = evidenceRoot(step, event, services)
      const text = readHarnessLine(services.files, root, TEST_STATUS)
      const status = text === undefined ? undefined : parseTestStatus(text)
      // With a pass there is no need to ask git what the commit holds.
      if (status?.result === 'pass') continue
      const isNeeded = await needsEvidence(step, effects, services, options.plan_exempt, options.docs_exempt)
      if (isNeeded === false) continue
      const { command, run } = step.effect
      const configured = testCommand('guard/test-evidence', options.command, services.state.project)
      const [framework] = testedWith(configured, step.repository.root, services)
      // A denial that no test run could ever lift would lock the repository; run alone the hook denies as documented.
      const isLocked = (framework === undefined && text === undefined) || status?.result === 'none'
      const refuse = run.maybe || isNeeded === undefined || (isLocked && services.isDispatched !== false) ? ask : deny
      if (status?.result === 'none') return refuse('empty', { command, tests: shown(framework) })
      if (framework === undefined && text === undefined) return refuse('unknown', { command })
      const tests = shown(framework)
      const isRunning = status?.result !== 'fail' && (await services.background.isBusy(testRunName(root)))
      const next = isRunning
        ? 'The tests are running and their result is pending: wait until Holdpoint reports it, then try again.'
        : `Run \`${tests}\`. Holdpoint records the result in ${harnessFile(root, TEST_STATUS)}.`
      if (text === undefined) return refuse('missing', { command, next })
      if (status?.result === 'pending') return refuse('outdated', { command, next })
      const age = epochOf(services.now()) - (status?.at ?? 0)
      if (status?.result !== 'fail' || age >= RECENT_S) return refuse('failed', { command, tests })
      const minutes = Math.max(0, Math.floor(age / 60))
      const ago = minutes === 0 ? 'less than a minute ago' : `${counted(minutes, 'minute')} ago`
      return refuse('failing', { command, tests, count: counted(status.failures, 'test'), ago })
    }
    return pass
  },
})

const shown = (framework: Framework | undefined): string =>
  framework === undefined ? 'the test command' : commandText(framework)
