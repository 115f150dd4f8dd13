import type { HookEntry } from '@holdpoint/engine'
import type { Settings } from '@holdpoint/engine/policy'
import { claudeCode } from '@holdpoint/hosts'
import { entriesFor } from './entries.ts'

const hook = (id: HookEntry['id'], rest: Partial<HookEntry>): HookEntry => ({
  id,
  on: ['tool.after'],
  role: 'gate',
  onError: 'open',
  timeoutMs: 1_000,
  enabledBy: 'preset',
  aliases: [],
  ...rest,
})

function matcherOf(...hooks: readonly Partial<HookEntry>[]): string | undefined {
  const catalogue = hooks.map((rest, index) => hook(`own/h${index}`, rest))
  const settings = {
    hooks: Object.fromEntries(catalogue.map(({ id }) => [id, { level: 'on', options: {}, timeoutMs: 1_000 }])),
  } as unknown as Settings
  const program = { scope: 'project', node: 'node', bin: 'holdpoint' } as const
  return entriesFor(catalogue, settings, claudeCode, program)['PostToolUse']?.matcher
}

describe('the matcher of an entry names each tool once', () => {
  it.each<[string, readonly Partial<HookEntry>[], readonly string[]]>([
    ['two lists that overlap', [{ matcher: 'Write|Edit' }, { matcher: 'Edit|Bash' }], ['Write', 'Edit', 'Bash']],
    ['the same list twice', [{ matcher: 'Write|Edit' }, { matcher: 'Write|Edit' }], ['Write', 'Edit']],
    ['commas and blanks', [{ matcher: 'Write, Edit' }, { matcher: 'Edit | Write' }], ['Write', 'Edit']],
    ['a list and a kind of tool', [{ matcher: 'Write' }, { tools: ['write'] }], ['Write']],
    [
      'a regular expression stays whole',
      [{ matcher: '^(?:Write|Edit)$' }, { matcher: 'Edit' }],
      ['^(?:Write', 'Edit)$', 'Edit'],
    ],
  ])('%s', (_, hooks, expected) => expect(matcherOf(...hooks)?.split('|')).toEqual(expected))

  it('kinds of tools that several hooks share', () => {
    const names = matcherOf({ tools: ['write', 'edit', 'shell'] }, { tools: ['edit', 'write'] }, { tools: ['shell'] })
    const list = names?.split('|') ?? []
    expect(list.length).toBeGreaterThan(2)
    expect(new Set(list).size).toBe(list.length)
  })

  it('everything, when one of them wants everything', () => expect(matcherOf({ matcher: 'Write' }, {}) ?? '').toBe(''))
})
