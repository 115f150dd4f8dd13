import { isAbsolute, join, relative } from 'node:path'
import { attempt, isObject, shortId, UserError, type JsonObject } from '@holdpoint/engine'
import type { ApprovalRequest } from '@holdpoint/runtime'
import { exactly, plain, redact } from '@holdpoint/runtime/audit'
import { readText } from '@holdpoint/runtime/system'
import { changeUserFile, readUserFile } from '../install/file.ts'
import { namedIn, withNamed } from '../install/own-text.ts'
import { changedLines } from '../install/rehearsal.ts'
import { filesOf } from '../install/scopes.ts'
import { playProposal } from '../policy-tests/proposal.ts'
import { withTest } from '../policy-tests/test-text.ts'
import { colours, print, printJson } from './output.ts'
import { requireTypedWord } from './person.ts'

interface RuleOptions {
  readonly json: boolean | undefined
  readonly screen: NodeJS.WriteStream
}

/**
 * Writes a rule that allows a call from now on into the user's own configuration, with a test beside it. A repository
 * cannot bring such a rule, and no rule lifts what a hook that is always on denies.
 */
export async function allowByRule(request: ApprovalRequest, { json, screen }: RuleOptions): Promise<void> {
  const { config } = filesOf('user', request.root, process.env)
  const test = join(config, '../holdpoint.test.yml')
  const name = `allow-${shortId(request.id)}`
  const [before, testsBefore] = [readUserFile(config), readUserFile(test)]
  if (Object.hasOwn(namedIn(before, 'rules'), name))
    throw new UserError(`rules/${name} is in ${config} already. Remove it there to make it anew.`)
  const proposal = proposalOf(request)
  const rule = { name, value: { ...proposal.rule, overrules: hooksOf(request) } }
  const after = withNamed(before, 'rules', [rule])
  const entry = { name: `${name} allows the call`, ...proposal.test, then: { decision: 'allow', rule: name } }
  const testsAfter = withTest(testsBefore, entry)
  const why = await playProposal(after, withTest(undefined, entry))
  if (why !== undefined)
    throw new UserError(`no rule was written, because it would not allow this call: ${plain(why)}.`)

  for (const [file, old, fresh] of [
    [config, before, after],
    [test, testsBefore, testsAfter],
  ] as const) {
    screen.write(`${colours.bold(file)}\n`)
    for (const line of changedLines(old ?? '', fresh)) screen.write(`  ${exactly(line)}\n`)
    screen.write('\n')
  }
  screen.write('The rule holds in every project. Hooks that are always on keep their denials.\n\n')
  await requireTypedWord('write this rule', screen)
  changeUserFile(config, (text) => withNamed(text, 'rules', [rule]))
  changeUserFile(test, (text) => withTest(text, entry))
  if (json === true) return printJson({ rule: `rules/${name}`, config, test })
  print(`Written. Check it with \`holdpoint test --project ${join(config, '..')}\`.`)
}

const hooksOf = ({ refusals }: ApprovalRequest): readonly string[] => [...new Set(refusals.map(({ hook }) => hook))]

interface Proposal {
  readonly rule: JsonObject
  readonly test: JsonObject
}

/** As narrow as the rule language allows: this command as it is written, or this file by this tool. */
function proposalOf(request: ApprovalRequest): Proposal {
  const { tool, input, root } = request
  if (input.includes('[masked]')) throw new UserError('the call holds a secret, so no rule can name it.')
  const summary = `Allowed by the user after ${shortId(request.id)} was refused.`
  const fields = attempt((): unknown => JSON.parse(input))
  const path = isObject(fields) ? fields['file_path'] : undefined
  if (typeof path === 'string' && isAbsolute(path)) {
    const inside = relative(root, path)
    if (inside.startsWith('..')) throw new UserError(`${path} is outside this project. ${BY_HAND}`)
    const when = { tool, writes: inside.replaceAll(/[*?[\]{},\\!]/g, String.raw`\$&`) }
    const event = tool === 'Edit' ? { edit: inside, old: 'a', content: 'b' } : { write: inside, content: 'b' }
    const given = tool === 'Edit' ? { given: { files: { [inside]: 'a\n' } } } : {}
    return { rule: { summary, when, then: 'allow' }, test: { ...given, when: event } }
  }
  if (isObject(fields)) throw new UserError(`a rule would allow every call of ${tool}. ${BY_HAND}`)
  const matches = `^${input.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}$`
  const files = scriptsOf(request)
  const given = Object.keys(files).length === 0 ? {} : { given: { files } }
  return {
    rule: { summary, when: { tool: 'shell', command: { matches } }, then: 'allow' },
    test: { ...given, when: { run: input } },
  }
}

const BY_HAND = 'Write the rule yourself: `overrules` in the guide to rules shows how.'

const MAX_SCRIPT = 16 << 10

/** What the command reads of the project, so that the test sees the same. Files with secrets are left out. */
function scriptsOf({ root, files }: ApprovalRequest): Readonly<Record<string, string>> {
  const inside = files.map(({ path }) => [relative(root, path), path] as const)
  const named = inside.filter(([name]) => name !== '' && !name.startsWith('..') && !/(?:^|\/)\.git(?:\/|$)/.test(name))
  return Object.fromEntries(
    named.flatMap(([name, path]) => {
      const text = attempt(() => readText(path, MAX_SCRIPT))
      return text === undefined || redact(text) !== text ? [] : [[name, text] as const]
    }),
  )
}
