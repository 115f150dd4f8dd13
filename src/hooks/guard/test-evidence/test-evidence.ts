import * as v from 'valibot'
import { epochOf, harnessFile, parseTestStatus, readHarnessLine, TEST_STATUS } from '../../../core/harness-state.ts'
import { defineHook } from '../../../core/hook.ts'
import { evidenceRoot, historySteps, needsEvidence } from '../git-rules/evidence.ts'
import { planExempt } from '../git-rules/options.ts'

/** A failure this young is worth its numbers; an older one only its result. */
const RECENT_S = 600

export default defineHook({
  meta: {
    id: 'guard/test-evidence',
    summary: 'Let only tested work into history: a commit or merge needs a test run that passed.',
    since: '0.1.0',
    on: ['tool.before'],
    tools: ['shell'],
    onlyEffects: true,
    role: 'gate',
    onError: 'open',
    timeoutMs: 5_000,
    recommended: false,
    order: 60,
    aliases: ['guard.sh#6', 'guard.sh#7', 'harness/test-evidence'],
    source: '002',
    options: v.strictObject({ plan_exempt: planExempt }),
    stricter: { plan_exempt: 'less' },
    messages: {
      missing: {
        what: 'git {command} stopped: there is no result of a test run.',
        why: 'Nothing goes into history untested.',
        fix: 'Run the tests; their result belongs in {file}.',
      },
      failing: {
        what: 'git {command} stopped: {count} test(s) failed {minutes} minute(s) ago.',
        why: 'Nothing goes into history while tests fail.',
        fix: 'Mend what fails and run the tests again.',
      },
      outdated: {
        what: 'git {command} stopped: the source has changed since the tests last passed.',
        why: 'Nothing goes into history untested.',
        fix: 'Run the tests again.',
      },
      failed: {
        what: 'git {command} stopped: the last test run did not pass.',
        why: 'Nothing goes into history while tests fail.',
        fix: 'Run the tests again, and mend what fails.',
      },
    },
  },
  async run({ event, options, services, deny, ask, pass }) {
    const effects = await services.effects(event)
    for (const step of historySteps(effects, event, services)) {
      const root = evidenceRoot(step, event, services)
      const text = readHarnessLine(services.files, root, TEST_STATUS)
      const status = text === undefined ? undefined : parseTestStatus(text)
      // Who has it need not be asked whether it is needed, which takes a process.
      if (status?.result === 'pass') continue
      const isNeeded = await needsEvidence(step, effects, services, options.plan_exempt)
      if (isNeeded === false) continue
      const { command, run } = step.effect
      const refuse = run.maybe || isNeeded === undefined ? ask : deny
      if (text === undefined) return refuse('missing', { command, file: harnessFile(root, TEST_STATUS) })
      if (status?.result === 'pending') return refuse('outdated', { command })
      const age = epochOf(services.now()) - (status?.at ?? 0)
      if (status?.result !== 'fail' || age >= RECENT_S) return refuse('failed', { command })
      const minutes = Math.max(0, Math.floor(age / 60))
      return refuse('failing', { command, count: status.failures, minutes })
    }
    return pass
  },
})
