import * as v from 'valibot'
import { type PromptSubmit, defineHook, type Services } from '@holdpoint/engine'
import { readWorkTree } from '../../shared/git-status.ts'
import { absolutePath } from '@holdpoint/shell'
import { annotationsIn, hasAnnotation, readSource } from '../../shared/plan-annotations.ts'
import { isSourceFile, relativeTo } from '../../shared/source-files.ts'
import { claim } from '../claims.ts'
import { gitLine, planLines, sessionLines } from '../describe.ts'
import { takeFindings } from '../findings.ts'
import { otherSessions } from '../live.ts'
import { researchLog } from '../options.ts'
import { countPrompt } from '../prompt-count.ts'
import { asksForHistory, asksForPlan, claimedIssues, defersWork, largeReasons, namedFiles } from './triggers.ts'

const whole = (value: number, what: string) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.description(what)), value)

export default defineHook({
  meta: {
    id: 'session/prompt-submit',
    summary: 'Add context that the prompt mentions: plan, git state, decisions of named files, findings.',
    on: ['prompt.submit'],
    role: 'context',
    onError: 'open',
    timeoutMs: 10_000,
    enabledBy: 'preset',
    order: 20,
    aliases: ['prompt-submit.sh', 'harness/prompt-submit'],
    options: v.strictObject({
      research_log: researchLog,
      first_prompt: v.optional(
        v.pipe(
          v.boolean(),
          v.description('Add the session’s start context to the first prompt again, because some hosts drop it.'),
        ),
        true,
      ),
      large_steps: whole(5, 'A prompt with at least this many steps is large.'),
      large_words: whole(40, 'A prompt with more words than this is large,'),
      large_verbs: whole(2, 'if it also names more kinds of work than this.'),
    }),
    stricter: { first_prompt: 'free', large_steps: 'free', large_words: 'free', large_verbs: 'free' },
    messages: {},
  },
  async run({ event, options, services, inject }) {
    const findings = takeFindings(event.root, services)
    // The report of a background task asks for nothing.
    if (!event.fromUser) return inject(findings)
    const isFirst = countPrompt(event.root, event.session, services) === 1
    const limit = { steps: options.large_steps, words: options.large_words, verbs: options.large_verbs }
    const state =
      isFirst && options.first_prompt
        ? await sessionLines(event, options.research_log, services)
        : await asked(event, services)
    const lines = [...state, ...fileLines(event, services), ...advice(event, limit, services), findings]
    return inject(lines.filter((line) => line !== '').join('\n'))
  },
})

async function asked({ root, prompt }: PromptSubmit, services: Services): Promise<readonly string[]> {
  const tree = asksForHistory(prompt) ? await readWorkTree(root, services) : undefined
  return [
    ...(tree === undefined ? [] : [gitLine(tree)]),
    ...(asksForPlan(prompt) ? await planLines(root, services) : []),
  ]
}

function advice(
  { root, session, prompt }: PromptSubmit,
  limit: Parameters<typeof largeReasons>[1],
  services: Services,
): readonly string[] {
  const issues = claimedIssues(prompt)
  const taken = issues.length === 0 ? [] : claim(root, session, issues, otherSessions(session, services), services)
  const large = largeReasons(prompt, limit)
  return [
    ...taken.map(({ issue }) => `Another session works on #${issue}: ask the user before you start on it.`),
    defersWork(prompt) ? 'This mentions work for later. Suggest `/backlog`, which keeps it as an issue.' : '',
    large.length === 0
      ? ''
      : `This is a large request (${large.join(', ')}). Before you start, list in a few lines what is in scope, what is not, and the order of work. Then ask the user to confirm.`,
  ]
}

/** What the files named in a prompt say about decisions. */
function fileLines({ root, cwd, prompt }: PromptSubmit, { files }: Services): readonly string[] {
  const seen = new Set<string>()
  return namedFiles(prompt).flatMap((name) => {
    const path = [cwd, root].map((base) => absolutePath(name, base)).find((one) => files.stat(one)?.kind === 'file')
    const relative = path === undefined ? undefined : relativeTo(path, root)
    if (path === undefined || relative === undefined || !isSourceFile(path) || seen.has(path)) return []
    seen.add(path)
    const text = readSource(path, files)
    const stated = annotationsIn(relative, text).map(({ ids, line, retired }) => {
      const what = ids.length === 0 ? 'a decision without an id' : ids.join(', ')
      return `${what} (line ${line}${retired ? ', no longer valid' : ''})`
    })
    return [
      hasAnnotation(text) ? `${relative}: @decision ${stated.slice(0, 5).join('; ')}` : `${relative}: no @decision`,
    ]
  })
}
