import { matches } from '../../packages/engine/src/matcher.ts'
import { compile } from '../../packages/engine/src/policy/compile.ts'
import { entriesFor } from '../../packages/cli/src/install/entries.ts'
import { claudeCode } from '../../packages/hosts/src/claude-code/claude-code.ts'
import { builtIn } from '../../packages/packs/src/registry.ts'
import { join } from 'node:path'
import { aDirectory } from './support/temporary.ts'

/** T-PLN-101: section 5 of the document, which hook is registered where, for what, and with which limit. */

const own = builtIn.catalogue.filter(({ id }) => id.startsWith('planning/'))
const named = (name: string) => own.find(({ aliases }) => aliases.includes(name))

type Row = readonly [
  name: string,
  event: string,
  takes: readonly string[],
  leaves: readonly string[],
  seconds: number,
  script: string | undefined,
]
const RESEARCH = ['mcp__context7__query', 'mcp__Ref__search', 'mcp__ref__search', 'mcp__tavily__search']
const ROWS: readonly Row[] = [
  ['H01', 'PreToolUse', ['AskUserQuestion'], ['Write'], 5, 'guard-immutable-decisions.sh'],
  [
    'H02',
    'PreToolUse',
    ['Write', 'Edit', 'MultiEdit', 'Bash'],
    ['Read', 'AskUserQuestion'],
    3,
    'enforce-planning-lock.sh',
  ],
  ['H03', 'PreToolUse', RESEARCH, ['mcp__github__search', 'Write'], 3, 'research-budget-tracker.sh'],
  ['H04', 'PreToolUse', ['Write', 'Edit', 'MultiEdit', 'Bash'], ['Read'], 3, 'protect-spec-immutability.sh'],
  ['H05', 'PostToolUse', ['Write', 'Edit', 'MultiEdit', 'Bash'], ['Read'], 3, 'checkpoint-logger.sh'],
  ['H06', 'UserPromptSubmit', ['*'], [], 5, 'inject-planning-context.sh'],
  [
    'H07',
    'SubagentStop',
    ['product-planning:tech-lead'],
    ['product-planning:tech-writer', 'tech-lead'],
    10,
    'validate-tech-lead-output.sh',
  ],
  [
    'H08',
    'SubagentStop',
    ['product-planning:software-architect'],
    ['product-planning:wildcard-architect'],
    20,
    undefined,
  ],
  [
    'H09',
    'SubagentStop',
    ['product-planning:qa-strategist'],
    ['product-planning:qa-security'],
    10,
    'validate-qa-strategist-output.sh',
  ],
  ['H10', 'SubagentStop', ['product-planning:researcher', 'Explore', ''], [], 10, 'validate-agent-generic.sh'],
  ['H11a', 'Stop', ['*'], [], 5, 'check-required-artifacts.sh'],
  ['H11b', 'Stop', ['*'], [], 15, undefined],
  ['H12', 'PreCompact', ['manual', 'auto'], [], 5, 'preserve-planning-context.sh'],
  ['H13', 'SessionStart', ['startup', 'resume', 'clear', 'compact'], [], 10, 'setup-planning-env.sh'],
]

/** Whether a hook would run for a tool, an agent or a source of this name. */
function takes(name: string, subject: string): boolean {
  const entry = named(name)
  if (entry === undefined) return false
  const kinds = (entry.tools ?? []).map((kind) => claudeCode.toolMatcher(kind) ?? '')
  return matches(entry.matcher, [subject]) && (kinds.length === 0 || matches(kinds.join('|'), [subject]))
}

describe('T-PLN-101: registration', () => {
  it('PLN-01: fourteen hooks on seven events', () => {
    expect(own).toHaveLength(14)
    expect(new Set(own.flatMap(({ on }) => on.map((kind) => claudeCode.eventFor(kind)))).size).toBe(7)
  })

  it.each(ROWS)('PLN-03 PLN-05: %s at %s', (name, event, wanted, left, seconds, script) => {
    const entry = named(name)
    expect(entry?.on.map((kind) => claudeCode.eventFor(kind))).toEqual([event])
    expect(entry?.timeoutMs).toBe(seconds * 1000)
    expect(wanted.filter((subject) => !takes(name, subject))).toEqual([])
    expect(left.filter((subject) => takes(name, subject))).toEqual([])
    expect(named(`planning/${name}`)?.id).toBe(entry?.id)
    if (script !== undefined) expect([named(script)?.id, named(`hooks/${script}`)?.id]).toEqual([entry?.id, entry?.id])
    expect(entry?.onError).toBe('open')
  })

  it('D2: installed alone, the pack is one entry for each of its events', async () => {
    const { path, write } = aDirectory()
    write({ 'holdpoint.yml': 'presets: [planning]\n' })
    const registry = { ...builtIn, catalogue: own }
    const { settings, problems } = await compile([{ name: 'project', path: join(path, 'holdpoint.yml') }], {}, registry)
    expect(problems).toEqual([])
    const entries = entriesFor(own, settings, claudeCode, { scope: 'project', node: 'node', bin: 'holdpoint' })
    const seconds = Object.fromEntries(Object.entries(entries).map(([name, { hooks }]) => [name, hooks[0].timeout]))
    // Each is given the time of all its hooks together.
    expect(seconds).toEqual({
      PreToolUse: 14,
      PostToolUse: 5,
      PostToolUseFailure: 5,
      UserPromptSubmit: 5,
      SessionStart: 10,
      SubagentStop: 50,
      Stop: 20,
      PreCompact: 5,
    })
    const { matcher } = entries['PreToolUse'] ?? {}
    for (const tool of ['AskUserQuestion', 'Write', 'Edit', 'Bash', ...RESEARCH])
      expect(matches(matcher, [tool])).toBe(true)
    expect(matches(matcher, ['mcp__github__search'])).toBe(false)
  })
})
