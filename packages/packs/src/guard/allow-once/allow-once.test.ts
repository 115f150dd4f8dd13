import type { EventBody } from '@holdpoint/engine'
import { prompt as submitted } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './allow-once.ts'

const prompt = (text: string): EventBody => ({ ...submitted(text), attended: true })
const called = (args: string, command = 'holdpoint:allow'): EventBody => ({
  kind: 'prompt.command',
  command,
  args,
  subjects: [command],
  attended: true,
})
const refused = { id: 'refused' }

testHook(hook, {
  pass: [
    { name: 'a prompt about something else', event: prompt('Allow CORS in the server.') },
    { name: 'the request within more', event: prompt('please holdpoint allow k3f9q2') },
    { name: 'the request on a line of its own', event: prompt('holdpoint allow k3f9q2\nand go on') },
    { name: 'an id that cannot be one', event: prompt('/holdpoint:allow ../x') },
    { name: 'a long prompt', event: prompt(`holdpoint allow k3f9q2${' '.repeat(100_000)}x`) },
    { name: 'another command', event: called('k3f9q2', 'holdpoint:why') },
    { name: 'the command without an id', event: called('') },
    {
      name: 'a prompt that the host wrote',
      event: { kind: 'prompt.submit', prompt: '/holdpoint:allow k3f9q2', fromUser: false },
    },
  ],
  context: [
    {
      name: 'the model is told to repeat exactly that call',
      event: prompt('/holdpoint:allow k3f9q2'),
      refusedCalls: ['k3f9q2'],
      tells: ['Repeat exactly that call'],
    },
  ],
  notice: [
    {
      name: 'the id of a refused call',
      event: prompt('holdpoint allow k3f9q2'),
      refusedCalls: ['k3f9q2'],
      id: 'given',
      says: /^You allowed the refused call k3f9q2 once/,
    },
    { name: 'the same by the command', event: called('k3f9q2'), refusedCalls: ['k3f9q2'], id: 'given' },
    {
      name: 'an id that no refusal has',
      event: prompt('/holdpoint:allow k3f9q2'),
      ...refused,
      says: /^Nothing was allowed: no refused call `k3f9q2` waits/,
    },
    { name: 'the same in words', event: prompt(' holdpoint allow k3f9q2 '), ...refused },
    { name: 'an unknown id by the command', event: called(' k3f9q2 '), ...refused },
    {
      name: 'a session without a person',
      event: prompt('/holdpoint:allow k3f9q2'),
      env: { CLAUDE_CODE_SESSION_ATTENDED: '0' },
      ...refused,
      says: /no person types in this session/,
    },
    {
      name: 'a session that a script started',
      event: called('k3f9q2'),
      env: { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' },
      ...refused,
      says: /no person types in this session/,
    },
    {
      name: 'a session that another program started',
      event: called('k3f9q2'),
      env: { CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' },
      ...refused,
    },
    {
      name: 'a prompt that a program sent',
      event: { kind: 'prompt.submit', prompt: 'holdpoint allow k3f9q2', fromUser: true, byProgram: true },
      refusedCalls: ['k3f9q2'],
      ...refused,
      says: /no person types in this session/,
    },
    {
      name: 'a command that a program sent',
      event: { ...called('k3f9q2'), byProgram: true } as EventBody,
      refusedCalls: ['k3f9q2'],
      ...refused,
      says: /no person types in this session/,
    },
    {
      name: 'a host that does not say whether a person is there',
      event: submitted('holdpoint allow k3f9q2'),
      refusedCalls: ['k3f9q2'],
      ...refused,
      says: /no person types in this session/,
    },
    {
      name: 'a sub-agent',
      event: { ...prompt('/holdpoint:allow k3f9q2'), agent: { id: 'a1' } },
      ...refused,
      says: /no person types in this session/,
    },
  ],
})
