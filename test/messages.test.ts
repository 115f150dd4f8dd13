import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { renderMessage, type Message } from '@holdpoint/engine'
import { builtIn } from '@holdpoint/packs'
import { judgeCommand } from '../packages/testing/src/judge-command.ts'
import { offencesInMessage } from '../scripts/stop-list.mjs'

/** Every text that a hook, the engine or the command line says. Texts that a document prescribes are not ours to change. */

const ROOT = join(import.meta.dirname, '..')
const MAX_LENGTH = 350

const VALUES: Readonly<Record<string, string | number>> = {
  path: 'src/app/server.ts',
  file: 'scripts/build.sh',
  command: 'git push --force origin main',
  branch: 'main',
  agent: 'backend-dev',
  who: 'backend-dev',
  list: '\n- line 12: one finding\n- line 30: another finding',
  errors: '- line 12: one mistake',
  output: 'src/app/server.ts:12:5 error unused variable',
  reason: 'It deletes a home directory.',
  risk: 'If `$BUILD_DIR` is empty, this deletes `/cache`.',
  role: 'the whole system',
  next: 'Run `npm test`. Holdpoint records the result in /work/project/.claude/.test-status.',
  views: 'Gemini says unsafe: It wipes the disk. OpenAI says unsafe: It wipes the disk.',
  remedy: 'Check its API key and model name. To turn the review off, set LLM_REVIEW_ENABLED=0.',
  note: 'Only hooks write it.',
  secret: '$API_TOKEN',
  failing: '2 tests fail',
  count: '2 tests',
  allowed: 'src/api/**',
  why: 'the session was not found.',
  text: 'the phase is 3 of 7.',
  problem: 'line 3 is not a mapping.',
}

const textOf = ({ what = '', why = '', fix = '' }: Message): string => [what, why, fix].join(' ')

const typical = (message: Message): string => {
  const names = [...textOf(message).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return renderMessage(message, Object.fromEntries(names.map((name) => [name, VALUES[name] ?? name])))
}

interface Said {
  readonly id: string
  readonly message: Extract<Message, { readonly what: string }>
  /** Said where nothing is refused: a notice, an approval, feedback, a changed call. */
  readonly isReport: boolean
}

/** How a hook calls what refuses nothing. */
const REPORTS = String.raw`\b(?:notice|feedback|allow|rewrite)\(`

const hooks = await Promise.all(builtIn.catalogue.map(({ id }) => builtIn.load(id)))
const said: readonly Said[] = hooks.flatMap(({ meta, run }) =>
  Object.entries(meta.messages).flatMap(([id, message]) =>
    message.what === undefined
      ? []
      : [
          {
            id: `${meta.id} ${id}`,
            message,
            isReport: new RegExp(`${REPORTS}.{0,80}?['"]${id}['"]`).test(String(run)),
          },
        ],
  ),
)

describe('every message of every hook', () => {
  it('is walked', () => expect(said.length).toBeGreaterThan(150))

  it.each(said)('$id: what, why and next step in plain sentences', ({ message }) => {
    const { what, why, fix } = message
    expect(what, 'the decision adds the label').not.toMatch(/^(?:Blocked|Needs approval)/)
    for (const part of [what, why, fix].filter((text) => text !== ''))
      expect(part, 'it ends with a full stop').toMatch(/(?:[.?]|\{\w+\}|:\n\{\w+\})$/)
    const text = typical(message)
    expect(`Needs approval: ${text}`.length, text).toBeLessThanOrEqual(MAX_LENGTH)
    expect(offencesInMessage(text), text).toEqual([])
    expect(textOf(message), 'a number and its noun are one value').not.toMatch(/\{(?:count|tests|times)\} [a-z]+s\b/)
    expect(text, 'a value without a name').not.toMatch(/undefined|\[object/)
  })

  it.each(said.filter(({ message }) => !/^[A-Z]/.test(message.what)))(
    '$id: a refusal reads on after its label and names the next step',
    ({ message, isReport }) => {
      if (!isReport) expect(message.fix, 'what to do now').not.toBe('')
    },
  )

  it.each(said.filter(({ message }) => /^(?!Holdpoint )[A-Z]/.test(message.what)))(
    '$id: starts a sentence, so it is a report and no refusal',
    ({ id }) => expect(REPORT_HOOKS.test(id), id).toBe(true),
  )
})

/** Hooks that only report, and messages of gates that tell the user what happened. */
const REPORT_HOOKS =
  /-(?:verification|post-\w+) | (?:given|refused|given-up|released|verified|reset|safe|silent|moved|passed|failed|slow|absent|empty|unjudged|no_plan|differs|agrees|issues|summary|config|findings|unsound)$/

const PROGRAMS = /^(?:git|rm|mv|cp|curl|chmod|npm|npx|kill|docker|dd|terraform|printenv|echo|for|\[|holdpoint|ssh) ./

/** Commands in backticks that the agent is to run; those for the user follow `the user`. */
const suggested = said.flatMap(({ id, message, isReport }) =>
  isReport
    ? []
    : typical({ ...message, what: '' })
        .split(/(?<=\.) /)
        .filter((sentence) => !/\b(?:the user|they)\b|^Approve it/i.test(sentence))
        .flatMap((sentence) => [...sentence.matchAll(/`([^`]+)`/g)].map(([, command = '']) => ({ id, command })))
        .filter(({ command }) => PROGRAMS.test(command) && !Object.values(VALUES).includes(command)),
)

describe('every command that a message suggests to the agent', () => {
  it('is found', () => expect(suggested.length).toBeGreaterThan(40))

  it.each(suggested)('$id: $command passes the guard', async ({ command }) => {
    const { decision, hook, reason } = await judgeCommand(command.replaceAll(/<[^>]+>/g, 'topic'))
    expect(decision, `${hook ?? ''} ${reason ?? ''}`).toBe('pass')
  })
})

describe('every other text in the source', () => {
  const files = readdirSync(join(ROOT, 'packages'), { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /^[^/]+\/(?:src|server)\/.*\.(?:ts|cjs)$/.test(file) && !/\.(?:test|generated)\.ts$|^testing\//.test(file),
  )
  it.each(files)('%s has no word of the stop list', (file) => {
    const texts = readFileSync(join(ROOT, 'packages', file), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(?:\/\*|\*|\/\/|import )/.test(line))
      .flatMap((line) => line.match(/'(?:\\.|[^'\\])* (?:\\.|[^'\\])*'|`(?:\\.|[^`\\])* (?:\\.|[^`\\])*`/g) ?? [])
    expect(texts.flatMap(offencesInMessage)).toEqual([])
  })
})
