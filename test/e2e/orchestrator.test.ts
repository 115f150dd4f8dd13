import { carriedOut, CONFIG, design, PLAN, STATE, stateText } from '../process/support/orchestrator.ts'
import { messageText } from './harness/conversation.ts'
import { runClaude, VERSIONS, type Conversation, type Run } from './harness/run.ts'
import type { Files, Sandbox } from './harness/sandbox.ts'
import { auditOf, BIN, holdpoint, inSandbox } from './harness/site.ts'

/** A plan is carried out in the real CLI; only the model is scripted. */

const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'a step' } })
const create = (subject: string) => ({
  tool: 'TaskCreate',
  input: { subject, description: `${subject}, with tests.`, activeForm: subject },
})
const update = (taskId: string, status: string) => ({ tool: 'TaskUpdate', input: { taskId, status } })

const only = (line: string): Files => ({ [CONFIG]: `hooks:\n  ${line}\n` })
const VERIFIES = only('task_verification: agent')
const CHECKS =
  'Check: 1) Files mentioned exist and contain expected changes. 2) A commit was created. ' +
  '3) Task spec requirements from the design doc are met.'
const VERIFY = `Verify this task completion against the design doc at ${PLAN}. Task: Add login. ${CHECKS}`

/** What is shown to the user; an older CLI tells a program only that our hook has said so. */
const toldToUser = ({ shown, events }: Run): string => {
  const answers = events.filter(({ subtype }) => subtype === 'hook_response').map(({ output }) => String(output))
  return [...shown, ...answers.filter((output) => output.includes('systemMessage'))].join('\n')
}

const withDelivery = (word: string): Files => ({
  'holdpoint.yml': `presets: [orchestrator]\nhooks:\n  task-completed.sh: { options: { task_verification_delivery: ${word} } }\n`,
})

describe.each(VERSIONS)('the orchestrator in Claude Code %s', (version) => {
  const inProject = (files: Files, work: (sandbox: Sandbox) => Promise<void>): Promise<void> =>
    inSandbox(files, async (sandbox) => {
      const presets = 'holdpoint.yml' in files ? [] : ['--preset', 'orchestrator']
      const { status, stderr } = holdpoint(sandbox, 'init', '--scope', 'local', ...presets)
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      await work(sandbox)
    })
  const talk = (sandbox: Sandbox, conversation: Omit<Conversation, 'version'>): Promise<Run> =>
    runClaude(sandbox, {
      version,
      ...conversation,
      args: ['--permission-mode', 'bypassPermissions', ...(conversation.args ?? [])],
    })
  const decisions = (sandbox: Sandbox, event: string): readonly string[] =>
    auditOf(sandbox)
      .filter((line) => line.event === event)
      .map(({ decision }) => decision)

  it('the model starts a plan, a task is sent back once, and the plan is finished', () =>
    inProject({ ...VERIFIES, [PLAN]: design(['in-progress']) }, async (sandbox) => {
      const own = (words: string) => bash(`"${process.execPath}" "${BIN}" orchestrator ${words}`)
      const run = await talk(sandbox, {
        script: {
          turns: [
            own(`start --plan ${PLAN} --slug demo --team t1`),
            bash(`echo '{}' > ${STATE}`),
            create('Add login'),
            update('1', 'in_progress'),
            update('1', 'completed'),
            update('1', 'completed'),
            own('finish'),
            'Done.',
          ],
        },
      })
      const [started, forged, , , sentBack, completed, finished] = run.toolResults
      expect(started?.text).toBe(`Started ${PLAN} with team t1.`)
      expect(forged).toMatchObject({ isError: true, text: expect.stringContaining('holdpoint orchestrator start') })
      expect(sentBack?.text).toContain(VERIFY)
      expect(sentBack?.text).not.toContain('--from local')
      expect(completed?.text).not.toContain('Verify')
      expect(completed?.isError).toBe(false)
      expect(finished?.text).toContain(`Ended ${PLAN}.`)
      expect(decisions(sandbox, 'TaskCompleted')).toEqual(['block', 'pass'])
      expect(run.read(STATE)).toBeUndefined()
    }))

  it('with the delivery `context` the task is completed at once, and the text comes with the result', () =>
    inProject({ ...carriedOut([]), ...VERIFIES, ...withDelivery('context') }, async (sandbox) => {
      const run = await talk(sandbox, { script: { turns: [create('Add login'), update('1', 'completed'), 'Done.'] } })
      expect(decisions(sandbox, 'TaskCompleted')).toEqual(['pass'])
      expect(run.toolResults[1]?.text).not.toContain('hook feedback')
      expect(run.told).toContain(VERIFY)
    }))

  it.each([
    ['prompt', ['{"ok":false,"reason":"There is no commit SHA."}', '{"ok":true,"reason":"It is all there."}']],
    [
      'agent',
      [
        { tool: 'StructuredOutput', input: { ok: false, reason: 'There is no commit SHA.' } },
        { tool: 'StructuredOutput', input: { ok: true } },
      ],
    ],
  ])('with the delivery `hook` the host itself asks (%s)', (mode, turns) =>
    inProject(
      { ...carriedOut([]), ...only(`task_verification: ${mode}`), ...withDelivery('hook') },
      async (sandbox) => {
        const run = await talk(sandbox, {
          script: {
            routes: [{ match: 'holdpoint orchestrator/task-completed:', turns }],
            turns: [create('Add login'), update('1', 'completed'), update('1', 'completed'), 'Done.'],
          },
        })
        expect(run.toolResults[1]?.text).toContain('There is no commit SHA.')
        expect(run.toolResults[2]?.text).not.toContain('There is no commit SHA.')
        expect(decisions(sandbox, 'TaskCompleted')).toEqual(['pass', 'pass'])
      },
    ),
  )

  it('a stop is held for one pending task, and passes at the second attempt with a word to the user', () =>
    inProject({ ...carriedOut(['complete', 'pending']), ...only('stop_guard: true') }, async (sandbox) => {
      const run = await talk(sandbox, { script: { turns: ['I am done.', 'I really am.'] } })
      expect(run.told).toContain(
        "1 tasks still incomplete in 'Demo plan'. Complete implementation or stop again to force-stop.",
      )
      expect(decisions(sandbox, 'Stop')).toEqual(['block', 'pass'])
      expect(toldToUser(run)).toContain(
        'Force-stopping with 1 incomplete tasks. Running implementers will continue without lead coordination.',
      )
      expect(run.exitCode).toBe(0)
    }))

  it('a model that completes its tasks may stop', () =>
    inProject({ ...carriedOut(['in-progress']), ...only('stop_guard: true') }, async (sandbox) => {
      const turns = ['Bye.', bash(`sed -i 's/in-progress/complete/' ${PLAN}`), 'Now it is done.']
      const run = await talk(sandbox, { script: { turns } })
      expect(decisions(sandbox, 'Stop')).toEqual(['block', 'pass'])
      expect(toldToUser(run)).not.toContain('Force-stopping')
    }))

  const PROGRESS = `Active implementation: Demo plan (${PLAN}). Progress: 1/2 tasks complete, 0 in-progress, 1 pending.`

  it('after /clear the model is told of the plan, and not before', () =>
    inProject({ ...carriedOut(['complete', 'pending']), ...only('session_context: true') }, async (sandbox) => {
      const run = await talk(sandbox, { script: { turns: ['Hello.', 'Again.'] }, prompt: ['Hi', '/clear', 'Go on'] })
      const [before, after] = [run.requests.at(0), run.requests.at(-1)].map(
        (request) => request?.messages.map(messageText).join('\n') ?? '',
      )
      expect(before).not.toContain('Active implementation')
      expect(after).toContain(PROGRESS)
      expect(after).not.toContain('Hello.')
    }))

  it('a resumed session is told of the plan', () =>
    inProject({ ...carriedOut(['complete', 'pending']), ...only('session_context: true') }, async (sandbox) => {
      const first = await talk(sandbox, { script: { turns: ['Hello.'] } })
      expect(first.told).not.toContain('Active implementation')
      const second = await talk(sandbox, { script: { turns: ['Again.'] }, args: ['--continue'] })
      expect(second.told).toContain(PROGRESS)
    }))

  it('a compaction keeps the plan: the compactor is told, and the model after it', () =>
    inProject({ ...carriedOut(['complete', 'pending']), ...only('precompact_state: true') }, async (sandbox) => {
      sandbox.write({ [STATE]: stateText({ worktrees: { api: '/trees/api' } }) })
      const run = await talk(sandbox, {
        // A conversation that is too short is not compacted.
        script: { turns: ['Hello.', 'And.', 'Also.', 'SUMMARY OF THE CONVERSATION', 'Again.'] },
        prompt: ['Hi', 'More', 'Still more', '/compact', 'Go on'],
      })
      const state =
        `ORCHESTRATION STATE — preserve this across compaction. Plan: Demo plan (${PLAN}). Team: t1. ` +
        'Progress: 1/2 tasks complete, 0 in-progress, 1 pending. Worktrees: api = /trees/api. Slug: demo. ' +
        'Read the design doc after compaction to restore full context.'
      const [compaction, after] = run.requests.slice(-2).map((request) => request.messages.map(messageText).join('\n'))
      expect(compaction).toContain(state)
      expect(after).toContain('SUMMARY OF THE CONVERSATION')
      expect(after).toContain(`additional context: ${state}`)
    }))
})
