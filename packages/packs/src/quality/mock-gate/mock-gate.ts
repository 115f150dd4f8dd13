import * as v from 'valibot'
import { type FileTouch, defineHook, type Services } from '@holdpoint/engine'
import { epochOf, MOCK_GATE_STRIKES, type Strikes } from '../../shared/harness-state.ts'
import { isTestFile } from '../../shared/source-files.ts'
import { currentText, newText } from '../../shared/new-text.ts'
import { countStrike, forgetStrikes } from '../strikes.ts'
import { touchedFiles } from '../touched.ts'
import { internalMocks, withoutExempt, type Mock } from './mocks.ts'
import { ownershipIn } from './ownership.ts'

const WARNED = 1

export default defineHook({
  meta: {
    id: 'quality/mock-gate',
    summary: 'Warn when a test mocks the project’s own code, and block it the next time.',
    on: ['tool.before'],
    tools: ['write', 'edit'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 220,
    aliases: ['mock-gate.sh', 'harness/mock-gate'],
    options: v.strictObject({}),
    messages: {
      internal: {
        what: '{path} mocks the project’s own code (`{mock}`).',
        why: 'A test of a mock passes no matter what the real code does.',
        fix:
          'Use the real module, and mock only what is outside the program: network, database, clock. If a mock is ' +
          'necessary, explain it in a comment directly above: `@mock-exempt: <reason>`.',
      },
    },
  },
  async run({ event, services, pass, deny, inject }) {
    const [touch] = event.tool.files
    const [place] = await touchedFiles(event, services)
    if (touch === undefined || place === undefined || !isTestFile(place.relative)) return pass
    const findMocks = mocksFinder(place.path, place.tree ?? event.root, services)
    const before = findMocks(currentText(touch.path, services.files) ?? '')
    const { written, remaining } = findings(touch, before, findMocks, services)
    const [first] = written
    if (first === undefined) {
      if (before.length > remaining.length) forgetStrikes(event.root, MOCK_GATE_STRIKES, services)
      return pass
    }
    const next = (old: Strikes): Strikes => ({ count: old.count + 1, at: epochOf(services.now()), failures: 0 })
    const { count } = countStrike(event.root, MOCK_GATE_STRIKES, event.tool.callId, next, services)
    return count > WARNED
      ? deny('internal', { path: place.relative, mock: first.shown })
      : inject(warning(place.relative, first))
  },
})

type FindMocks = (text: string) => readonly Mock[]

const mocksFinder =
  (path: string, root: string, services: Services): FindMocks =>
  (text) =>
    withoutExempt(internalMocks(text, path, ownershipIn(root, services)), text)

/** Mocks that this call adds, and all mocks of the resulting file. Existing mocks do not count as new. */
function findings(
  touch: FileTouch,
  before: readonly Mock[],
  findMocks: FindMocks,
  { files }: Services,
): { readonly written: readonly Mock[]; readonly remaining: readonly Mock[] } {
  const after = newText(touch, files)
  const inPiece = findMocks(touch.content ?? '')
  if (after === undefined) return { written: inPiece, remaining: before }
  const remaining = findMocks(after)
  if (touch.op === 'write') return { written: remaining, remaining }
  const isIn = (mocks: readonly Mock[], { target }: Mock): boolean => mocks.some((mock) => mock.target === target)
  return { written: remaining.filter((mock) => isIn(inPiece, mock) || !isIn(before, mock)), remaining }
}

const warning = (path: string, { shown }: Mock): string =>
  `${path} mocks the project’s own code (\`${shown}\`). This one passes, the next one is blocked. Test the real code and ` +
  'mock only what is outside the program. An exception needs a comment directly above it: `@mock-exempt: <reason>`.'
