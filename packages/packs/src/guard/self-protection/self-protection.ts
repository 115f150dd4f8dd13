import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { OTHERS, type Guard } from '../guards.ts'
import { findingsOf } from './findings.ts'
import { MESSAGES } from './messages.ts'

const text = v.pipe(v.string(), v.minLength(1))
const list = v.optional(v.array(text), [])

const options = v.strictObject({
  other_guards: v.optional(
    v.pipe(v.boolean(), v.description('Also keep the agent from switching off other guards that are known.')),
    true,
  ),
  more_guards: v.optional(
    v.pipe(
      v.array(v.strictObject({ program: text, packages: list, directories: list, variables: list })),
      v.description('More guards: the program, its packages, its directories below the home directory, its variables.'),
    ),
    [],
  ),
})

export default defineHook({
  meta: {
    id: 'guard/self-protection',
    summary: 'Keep the agent from disabling, changing or bypassing its own hooks, with any tool.',
    on: ['tool.before'],
    tools: ['shell', 'write', 'edit', 'read', 'mcp', 'other'],
    role: 'gate',
    onError: 'closed',
    timeoutMs: 5000,
    enabledBy: 'always',
    order: 5,
    aliases: ['harness/self-protection'],
    options,
    stricter: { other_guards: 'more', more_guards: 'more' },
    messages: MESSAGES,
  },
  async run({ event, options: given, services, pass, deny, ask }) {
    const found = await findingsOf(event, guardsOf(given), services)
    const worst = found.find(({ asks }) => !asks) ?? found[0]
    if (worst === undefined) return pass
    return worst.asks ? ask(worst.id, worst.data) : deny(worst.id, worst.data)
  },
})

function guardsOf(given: v.InferOutput<typeof options>): readonly Guard[] {
  const more = given.more_guards.map(({ program, packages, directories, variables }) => ({
    name: program,
    programs: [program.toLowerCase()],
    packages,
    directories,
    variables: { test: (name: string) => variables.includes(name) },
  }))
  return [...(given.other_guards ? OTHERS : []), ...more]
}
