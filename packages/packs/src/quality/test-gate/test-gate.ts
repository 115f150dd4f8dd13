import * as v from 'valibot'
import { defineHook, failingTests } from '@holdpoint/engine'
import { epochOf, readTestStatus, TEST_GATE_STRIKES, type Strikes } from '../../shared/harness-state.ts'
import { countStrike, forgetStrikes } from '../strikes.ts'
import { isMeta, isSource, touchedFiles } from '../touched.ts'

const WARNED = 1

export default defineHook({
  meta: {
    id: 'quality/test-gate',
    summary: 'Warn at the first change to source while tests fail, and block the next until fewer tests fail.',
    on: ['tool.before'],
    tools: ['write', 'edit', 'shell'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 210,
    aliases: ['test-gate.sh', 'harness/test-gate'],
    options: v.strictObject({
      stale_after_seconds: v.optional(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(1),
          v.description('A failure older than this no longer blocks changes.'),
        ),
        600,
      ),
    }),
    stricter: { stale_after_seconds: 'more' },
    messages: {
      failing: {
        what: '{failing}, and source has already changed since then.',
        why: 'More changes hide which one broke the tests.',
        fix:
          'Fix the tests: changes to test files always pass, and the gate opens as soon as fewer tests fail. If ' +
          '{path} must change first, ask the user to run `holdpoint strikes reset`.',
      },
    },
  },
  async run({ event, options, services, pass, deny, inject }) {
    const touched = await touchedFiles(event, services)
    const source = touched.find((file) => file.isProject && isSource(file) && !isMeta(file, services))
    if (source === undefined) return pass
    const status = readTestStatus(services.files, event.root)
    if (status?.result === 'pass') {
      forgetStrikes(event.root, TEST_GATE_STRIKES, services)
      return pass
    }
    const now = epochOf(services.now())
    if (status?.result !== 'fail' || now - status.at > options.stale_after_seconds) return pass

    const { failures } = status
    const next = (old: Strikes): Strikes => ({
      // Fewer failures than at the last strike are progress.
      count: failures < old.failures ? WARNED : old.count + 1,
      at: now,
      failures,
    })
    const { count } = countStrike(event.root, TEST_GATE_STRIKES, event.tool.callId, next, services)
    if (count > WARNED) return deny('failing', { path: source.relative, failing: failingTests(failures) })
    return inject(warning(failures, source.relative))
  },
})

const warning = (failures: number, path: string): string =>
  `${failingTests(failures)}. This change to ${path} passes. The next change to source is blocked unless fewer tests fail ` +
  'by then. Fix the tests first: run them, read the first failure, change one thing.'
