import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { readConfig } from '../config.ts'
import { decidedAlready } from '../keywords.ts'
import { readState } from '../state.ts'
import { at, filledText } from '../values.ts'
import { featureDirectory } from '../workspace.ts'
import { logged, refused } from '../words.ts'

export default defineHook({
  meta: {
    id: 'planning/immutable-decisions',
    summary: 'Block questions that the user has already answered.',
    on: ['tool.before'],
    tools: ['ask'],
    matcher: 'AskUserQuestion',
    role: 'gate',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 1,
    aliases: [
      'H01',
      'planning/H01',
      'H01_immutable_guard',
      'guard-immutable-decisions.sh',
      'hooks/guard-immutable-decisions.sh',
    ],
    options: v.strictObject({
      overlap: v.optional(
        v.pipe(
          v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
          v.description(
            'Share of a decision’s keywords at which a question counts as the same. null: planning-config.yaml (0.6).',
          ),
        ),
        null,
      ),
    }),
    stricter: { overlap: 'less' },
    messages: {
      decided: {
        exact:
          "DENIED: This question overlaps with an immutable decision already made. Previous decision: '{question}' -> " +
          "'{answer}'. Do not re-ask. Use the cached answer. (overlap {shared}/{total})",
      },
    },
  },
  async run({ event, options, services, deny, pass }) {
    const feature = featureDirectory(event, services)
    const state = feature === undefined ? undefined : await readState(feature, services)
    if (state === undefined) return logged(pass, 'ALLOW', 'No state file, planning not started')
    const questions = questionsIn(event.tool.input)
    if (questions.length === 0) return logged(pass, 'ALLOW', 'No question text found in tool input')
    if (state.decisions.length === 0) {
      return state.problem === undefined
        ? logged(pass, 'ALLOW', 'No user_decisions in state')
        : logged(pass, 'ERROR', `State file cannot be read (${state.problem}), so decisions are not known`)
    }
    const threshold = options.overlap ?? (await readConfig(event.root, services)).overlap
    const match = decidedAlready(questions, state.decisions, threshold)
    if (match === undefined) return logged(pass, 'ALLOW', 'No matching decisions found')
    const { decision, shared, total } = match
    return refused(deny('decided', { ...decision, shared, total }))
  },
})

/** Every question of the call, in either form of the tool. */
function questionsIn(input: unknown): readonly string[] {
  const listed = at(input, 'questions')
  const texts = Array.isArray(listed) ? listed.map((item) => at(item, 'question') ?? item) : []
  return [...texts, at(input, 'question')].map(filledText).filter((text) => text !== undefined)
}
