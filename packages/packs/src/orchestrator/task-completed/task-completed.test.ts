import {
  carriedOut,
  CONFIG,
  design,
  EXAMPLE,
  PLAN,
  STATE,
  stateText,
} from '../../../../../test/process/support/orchestrator.ts'
import type { EventBody, Task } from '@holdpoint/engine'
import { taskCompleted } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import { hostEntry } from '../host-entry.ts'
import hook from './task-completed.ts'

const task = (more: Partial<Task> = {}): EventBody => taskCompleted({ id: '7', subject: 'Add login', ...more })
const first = task()
const agent = carriedOut(['in-progress'])
const prompt = { ...agent, [CONFIG]: 'hooks: { task_verification: prompt }\n' }
const context = { task_verification_delivery: 'context' }
const byHost = { task_verification_delivery: 'hook' }

const CHECKS =
  'Check: 1) Files mentioned exist and contain expected changes. 2) A commit was created. ' +
  '3) Task spec requirements from the design doc are met.'
const thorough = `Verify this task completion against the design doc at ${PLAN}. Task: Add login. ${CHECKS}`
const light = (what = " for 'Add login'"): string =>
  `Lightweight verification: check that the task completion${what} includes a commit SHA, list of files changed, ` +
  `and test results. Design doc: ${PLAN}.`

const updated = (input: Record<string, unknown>, failed = false, name = 'TaskUpdate'): EventBody => ({
  kind: 'tool.after',
  tool: { name, kind: 'other', input, files: [] },
  subjects: [name],
  output: {},
  failed,
  interrupted: false,
})
const completed = updated({ taskId: '7', status: 'completed' })

const settings = (entry: object): string => JSON.stringify({ hooks: { TaskCompleted: [{ hooks: [entry] }] } })
const SETTINGS = '.claude/settings.local.json'

testHook(hook, {
  pass: [
    { name: 'no project.yml', covers: 'T-ORC-01', event: first, files: { [STATE]: stateText(), [PLAN]: design([]) } },
    { name: 'no section', covers: 'T-ORC-02', event: first, files: { ...agent, [CONFIG]: 'name: x\n' } },
    {
      name: 'no key: nothing is on by itself',
      covers: 'ORC-03',
      event: first,
      files: { ...agent, [CONFIG]: 'hooks: { stop_guard: true }\n' },
    },
    {
      name: 'off',
      covers: 'ORC-02',
      event: first,
      files: { ...agent, [CONFIG]: 'hooks: { task_verification: "off" }\n' },
    },
    { name: 'off, without quotes', event: first, files: { ...agent, [CONFIG]: 'hooks: { task_verification: off }\n' } },
    {
      name: 'false',
      covers: 'ORC-02',
      event: first,
      files: { ...agent, [CONFIG]: 'hooks: { task_verification: false }\n' },
    },
    {
      name: 'no plan is being carried out',
      covers: ['T-ORC-20', 'T-ORC-08'],
      event: first,
      files: { [CONFIG]: EXAMPLE, [PLAN]: design([]) },
    },
    { name: 'the second attempt', covers: 'ORC-29', event: first, before: [first], files: agent },
    { name: 'the second attempt without an id', event: task({ id: '' }), before: [task({ id: '' })], files: agent },
    {
      name: 'the second attempt without anything',
      event: task({ id: '', subject: '' }),
      before: [task({ id: '', subject: '' })],
      files: agent,
    },
    { name: 'the text comes later', covers: 'ORC-30', event: first, files: agent, options: context },
    { name: 'a call before any task was completed', event: completed, files: agent, options: context },
    { name: 'the text comes once', event: completed, before: [first, completed], files: agent, options: context },
    {
      name: 'another task was completed',
      event: updated({ taskId: '8', status: 'completed' }),
      before: [first],
      files: agent,
      options: context,
    },
    {
      name: 'the call has failed',
      event: updated({ taskId: '7', status: 'completed' }, true),
      before: [first],
      files: agent,
      options: context,
    },
    {
      name: 'the call changed something else',
      event: updated({ taskId: '7', owner: 'me' }),
      before: [first],
      files: agent,
      options: context,
    },
    {
      name: 'an id of the wrong type',
      event: updated({ taskId: {}, status: 'completed' }),
      before: [first],
      files: agent,
      options: context,
    },
    {
      name: 'another tool',
      event: updated({ taskId: '7', status: 'completed' }, false, 'TaskList'),
      before: [first],
      files: agent,
      options: context,
    },
    { name: 'calls do not matter otherwise', event: completed, before: [first], files: agent },
    {
      name: 'the host verifies by itself',
      covers: 'ORC-30',
      event: first,
      files: { ...agent, [SETTINGS]: settings(hostEntry('agent')) },
      options: byHost,
    },
  ],
  block: [
    {
      name: 'the first attempt',
      covers: ['T-ORC-21', 'ORC-27'],
      event: first,
      files: agent,
      id: 'agent',
      says: thorough,
    },
    { name: 'the first attempt of another task', event: task({ id: '8' }), before: [first], files: agent, id: 'agent' },
    {
      name: 'in the light way',
      covers: ['T-ORC-23', 'ORC-28'],
      event: first,
      files: prompt,
      id: 'prompt',
      says: light(),
    },
    {
      name: 'no subject',
      covers: 'ORC-31',
      event: task({ subject: '' }),
      files: agent,
      id: 'agent',
      says: `Verify this task completion against the design doc at ${PLAN}. ${CHECKS}`,
    },
    {
      name: 'no subject, in the light way',
      covers: 'ORC-31',
      event: task({ subject: ' ' }),
      files: prompt,
      id: 'prompt',
      says: light(''),
    },
    {
      name: 'whoever did it is named',
      covers: ['T-ORC-40', 'ORC-33'],
      event: task({ teammate: 'impl-task-1', team: 't1', description: 'With a form.' }),
      files: agent,
      id: 'agent',
      says: `${thorough} Teammate: impl-task-1 (team t1). Description: With a form.`,
    },
    {
      name: 'metadata that cannot be read',
      covers: 'ORC-32',
      event: { ...first, raw: { task_metadata: 'commit abc' } },
      files: agent,
      id: 'prompt',
      says: light(),
    },
    {
      name: 'metadata that can',
      event: { ...first, raw: { metadata: { commit: 'abc' } } },
      files: agent,
      id: 'agent',
      says: thorough,
    },
    {
      name: 'a subject that looks like one of our names',
      event: task({ subject: 'Use {plan} and\n"quotes"' }),
      files: agent,
      id: 'agent',
      says: /Task: Use \{plan\} and "quotes"\. Check/,
    },
    {
      name: 'a subject without an end',
      event: task({ subject: 'x'.repeat(100_000) }),
      files: agent,
      id: 'agent',
      says: /Task: x{999}…\. Check/,
    },
    { name: 'the host should verify, but has no entry', event: first, files: agent, options: byHost, id: 'agent' },
    {
      name: 'the host should verify, but has somebody else’s entry',
      event: first,
      files: { ...agent, [SETTINGS]: settings({ type: 'prompt', prompt: 'Is it good?' }) },
      options: byHost,
      id: 'agent',
    },
    {
      name: 'the host should verify, but cannot read its settings',
      event: first,
      files: { ...agent, [SETTINGS]: `${settings(hostEntry('agent'))}}` },
      options: byHost,
      id: 'agent',
    },
  ],
  context: [
    {
      name: 'the text comes with the result of the call',
      covers: ['ORC-30', 'D10'],
      event: completed,
      before: [first],
      files: agent,
      options: context,
      tells: [thorough],
    },
    {
      name: 'ids that are numbers',
      event: updated({ task_id: 7, status: 'completed' }),
      before: [first],
      files: prompt,
      options: context,
      tells: [light()],
    },
  ],
  notice: [
    {
      name: 'the document is gone',
      covers: ['T-ORC-39', 'ORC-32'],
      event: first,
      files: { [CONFIG]: EXAMPLE, [STATE]: stateText() },
      id: 'no_plan',
      says: new RegExp(`the design document ${PLAN} does not exist\\.`),
    },
    {
      name: 'the document is somewhere else',
      event: first,
      files: { [CONFIG]: EXAMPLE, [STATE]: stateText({ active_plan: '/etc/hosts' }) },
      id: 'no_plan',
      says: /the design document \/etc\/hosts is outside the project\./,
    },
    {
      name: 'another word',
      covers: ['T-ORC-04', 'ORC-04'],
      event: first,
      files: { ...agent, [CONFIG]: 'hooks: { task_verification: "deep" }\n' },
      id: 'config',
      says: ".claude/project.yml: hooks.task_verification must be 'agent', 'prompt', or 'off'",
    },
    { name: 'true', event: first, files: { ...agent, [CONFIG]: 'hooks: { task_verification: true }\n' }, id: 'config' },
  ],
})
