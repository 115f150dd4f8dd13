import fc from 'fast-check'
import type { EventBody } from '@holdpoint/engine'
import { checkRules, rulesHook } from '@holdpoint/engine/rules'
import { edit, prompt, shell, turnStop, write } from '../../../../testing/src/events.ts'
import { playCase } from '../../../../testing/src/play-case.ts'
import { readHookify } from './read.ts'
import { importRule } from './rules.ts'
import { tries } from '../../../../../test/support/tries.ts'

const file = (front: string, body = 'Mind that.'): string => `---\n${front}\n---\n\n${body}\n`

function imported(front: string, body?: string): ReturnType<typeof importRule> {
  const rule = readHookify(file(front, body), 'it')
  if (rule === undefined) throw new Error('it has no front matter')
  return importRule(rule)
}

/** What the imported rules say to an event. */
async function said(front: string, event: EventBody): Promise<string> {
  const { rules, why } = imported(front)
  if (why !== undefined) throw new Error(why)
  const section = Object.fromEntries(rules.map(({ name, value }) => [name, value]))
  const checked = checkRules(section, ['rules'], (_, wording) => {
    throw new Error(typeof wording === 'string' ? wording : wording())
  })
  const inForce = Object.entries(checked).map(([name, rule]) => ({
    id: `rules/${name}`,
    layer: 'project' as const,
    level: 'on' as const,
    rule,
  }))
  const { parts = [], decision } = await playCase(rulesHook(inForce), { event })
  const all = parts.length === 0 ? [{ verdict: { decision, notice: undefined } }] : parts
  return all.map(({ verdict }) => (verdict.notice === undefined ? verdict.decision : 'warn')).join('+')
}

const bash = (operator: string, pattern: string): string =>
  `name: it\nenabled: true\nevent: bash\naction: block\nconditions:\n  - field: command\n    operator: ${operator}\n    pattern: ${pattern}`
const path = (operator: string, pattern: string): string =>
  `name: it\nenabled: true\nevent: file\naction: block\nconditions:\n  - field: file_path\n    operator: ${operator}\n    pattern: ${pattern}`

const named = (name: string, body: EventBody): EventBody => ({ ...body, name })

const cases: readonly (readonly [string, string, EventBody, string])[] = [
  // Each operator on a command.
  ['regex_match', bash('regex_match', String.raw`rm\s+-rf`), shell('sudo rm  -rf x'), 'deny'],
  ['regex_match, in any case', bash('regex_match', 'DROP table'), shell('psql -c "drop TABLE x"'), 'deny'],
  ['regex_match, not', bash('regex_match', String.raw`rm\s+-rf`), shell('rm -r x'), 'pass'],
  ['contains', bash('contains', 'a.b*'), shell('echo "a.b*"'), 'deny'],
  ['contains, not', bash('contains', 'a.b*'), shell('echo aXbb'), 'pass'],
  ['contains, with its case', bash('contains', 'yarn'), shell('echo YARN'), 'pass'],
  ['equals', bash('equals', 'npm test'), shell('npm test'), 'deny'],
  ['equals, not', bash('equals', 'npm test'), shell('npm test -- x'), 'pass'],
  ['starts_with', bash('starts_with', 'curl '), shell('curl http://x'), 'deny'],
  ['starts_with, not', bash('starts_with', 'curl '), shell('echo curl x'), 'pass'],
  ['ends_with', bash('ends_with', '| sh'), shell('curl x | sh'), 'deny'],
  ['ends_with, not', bash('ends_with', '| sh'), shell('curl x | sh -s'), 'pass'],
  ['not_contains', bash('not_contains', '--dry-run'), shell('git clean'), 'deny'],
  ['not_contains, not', bash('not_contains', '--dry-run'), shell('git clean --dry-run'), 'pass'],

  // Each operator on a path, for every tool that writes there.
  ['path regex_match', path('regex_match', String.raw`\.env(\.local)?$`), write('config/.env.local'), 'deny'],
  ['path regex_match, by a command', path('regex_match', String.raw`\.env$`), shell('echo x > a/.env'), 'deny'],
  ['path regex_match, not', path('regex_match', String.raw`\.env$`), write('.env.example'), 'pass'],
  ['path contains', path('contains', '/migrations/'), edit('db/migrations/1.sql'), 'deny'],
  ['path contains, not', path('contains', '/migrations/'), edit('db/migrations.md'), 'pass'],
  ['path ends_with', path('ends_with', '.lock'), write('a/b.lock'), 'deny'],
  ['path ends_with, not', path('ends_with', '.lock'), write('a/b.lock.ts'), 'pass'],
  ['path starts_with', path('starts_with', '/etc/'), write('/etc/passwd'), 'deny'],
  ['path equals', path('equals', 'package.json'), edit('package.json'), 'deny'],
  ['path equals, not', path('equals', 'package.json'), edit('x/package.json'), 'pass'],
  ['path not_contains', path('not_contains', 'test'), write('src/a.ts'), 'deny'],
  ['path not_contains, not', path('not_contains', 'test'), write('src/a.test.ts'), 'pass'],

  // Simple patterns.
  ['bash', 'name: it\nenabled: true\nevent: bash\npattern: rm\\s+-rf', shell('rm -rf x'), 'warn'],
  ['bash in quotes that YAML would not take', 'name: it\nevent: bash\npattern: "rm\\s+-rf"', shell('rm -rf x'), 'warn'],
  ['file', 'name: it\nevent: file\npattern: console\\.log\\(', edit('a.ts', 'console.log(1)'), 'warn'],
  ['file, a new one', 'name: it\nevent: file\npattern: console\\.log\\(', write('a.ts', 'console.log(1)'), 'warn'],
  ['file, not', 'name: it\nevent: file\npattern: console\\.log\\(', edit('a.ts', 'console.info(1)'), 'pass'],
  ['file is not a command', 'name: it\nevent: file\npattern: x', shell('echo x'), 'pass'],
  ['prompt', 'name: it\nevent: prompt\npattern: deploy', named('UserPromptSubmit', prompt('Deploy it')), 'warn'],
  [
    'prompt, blocked',
    'name: it\nevent: prompt\naction: block\npattern: deploy',
    named('UserPromptSubmit', prompt('deploy')),
    'block',
  ],
  ['stop, always', 'name: it\nevent: stop\npattern: .*', named('Stop', turnStop('done')), 'warn'],
  ['stop, blocked', 'name: it\nevent: stop\naction: block\npattern: .*', named('Stop', turnStop('done')), 'block'],
  [
    'stop, by what is said',
    'name: it\nevent: stop\naction: block\npattern: should work',
    named('Stop', turnStop('It should work.')),
    'block',
  ],
  [
    'stop, not',
    'name: it\nevent: stop\naction: block\npattern: should work',
    named('Stop', turnStop('Tested.')),
    'pass',
  ],
  ['all: a command', 'name: it\nevent: all\naction: block\npattern: s3cret', shell('echo s3cret'), 'deny'],
  ['all: a file', 'name: it\nevent: all\naction: block\npattern: s3cret', write('a', 's3cret'), 'deny'],
  [
    'all: a prompt',
    'name: it\nevent: all\naction: block\npattern: s3cret',
    named('UserPromptSubmit', prompt('s3cret')),
    'block',
  ],
  ['no event', 'name: it\naction: block\npattern: s3cret', shell('echo s3cret'), 'deny'],
  [
    'all, and a field that implies which',
    'name: it\nevent: all\naction: block\nconditions:\n  - field: command\n    pattern: x',
    shell('x'),
    'deny',
  ],

  // Several conditions hold together.
  [
    'both',
    'name: it\nevent: file\naction: block\nconditions:\n  - field: file_path\n    operator: regex_match\n    pattern: \\.tsx?$\n  - field: new_text\n    operator: contains\n    pattern: eval(',
    edit('src/a.tsx', 'eval("x")'),
    'deny',
  ],
  [
    'only one of two',
    'name: it\nevent: file\naction: block\nconditions:\n  - field: file_path\n    operator: regex_match\n    pattern: \\.tsx?$\n  - field: new_text\n    operator: contains\n    pattern: eval(',
    edit('src/a.py', 'eval("x")'),
    'pass',
  ],
  [
    'on one line each',
    'name: it\nevent: bash\naction: block\nconditions:\n  - field: command, operator: contains, pattern: yarn',
    shell('yarn add x'),
    'deny',
  ],
  [
    'a tool by its name',
    'name: it\nevent: file\naction: block\ntool_matcher: Write\npattern: x',
    edit('a', 'x'),
    'pass',
  ],
  [
    'a tool by its name, that one',
    'name: it\nevent: file\naction: block\ntool_matcher: Write|Edit\npattern: x',
    edit('a', 'x'),
    'deny',
  ],
  ['ask', 'name: it\nevent: bash\naction: ask\npattern: x', shell('x'), 'ask'],
]

describe('rules of hookify, as rules of ours', () => {
  it.each(cases)('%s', async (_, front, event, expected) => {
    expect(await said(front, event)).toBe(expected)
  })

  it('reads what is written', () => {
    const { rules, notes } = imported(
      'name: Warn Dangerous_RM\nenabled: false\nevent: bash\npattern: rm',
      '⚠️ **No!**\n\n---\nReally.',
    )
    expect(notes).toEqual([])
    expect(rules).toEqual([
      {
        name: 'warn-dangerous-rm',
        value: {
          level: 'off',
          when: { command: { matches: 'rm', flags: 'i' } },
          then: 'warn',
          message: '⚠️ **No!**\n\n---\nReally.',
        },
      },
    ])
  })

  it.each([
    ['no condition', 'name: it\nevent: bash', /never speaks/],
    ['an unknown event', 'name: it\nevent: dance\npattern: x', /no event `dance`/],
    [
      'the transcript',
      'name: it\nevent: stop\nconditions:\n  - field: transcript\n    operator: not_contains\n    pattern: npm test',
      /transcript/,
    ],
    ['the old text', 'name: it\nevent: file\nconditions:\n  - field: old_text\n    pattern: x', /`old_text`/],
    [
      'an unknown operator',
      'name: it\nevent: bash\nconditions:\n  - field: command\n    operator: sounds_like\n    pattern: x',
      /sounds_like/,
    ],
    [
      'two on one field',
      'name: it\nevent: bash\nconditions:\n  - field: command\n    pattern: a\n  - field: command\n    pattern: b',
      /at once/,
    ],
    ['an expression no glob can say', path('regex_match', String.raw`\w+\.ts$`), /regex_match/],
    ['an expression that takes for ever', 'name: it\nevent: bash\npattern: (?=a)b', /./],
    ['an expression that is none', 'name: it\nevent: bash\npattern: (', /./],
    ['an empty pattern', 'name: it\nevent: bash\nconditions:\n  - field: command\n    pattern:', /nothing here says/],
    [
      'a prompt at a command',
      'name: it\nevent: bash\nconditions:\n  - field: user_prompt\n    pattern: x',
      /can never hold/,
    ],
  ])('has no equivalent: %s', (_, front, why) => {
    expect(imported(front)).toMatchObject({ rules: [], why: expect.stringMatching(why) })
  })

  it('reports what is not quite the same', () => {
    expect(imported(path('regex_match', 'x')).notes).toEqual([expect.stringContaining('case')])
    expect(imported('name: it\nevent: prompt\naction: block\npattern: x').notes).toEqual([
      expect.stringContaining('really'),
    ])
    expect(imported('name: it\nevent: bash\naction: shout\npattern: x').notes).toEqual([
      expect.stringContaining('`shout`'),
    ])
    expect(imported('name: it\nevent: bash\ncolour: red\npattern: x').notes).toEqual(['`colour` means nothing'])
  })

  it('any file gives a rule that our own validation accepts, or a reason', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'event: bash',
        'event: file',
        'event: all',
        'conditions:',
        '  - field: command',
        '  - field: file_path',
        '    operator: contains',
        '---',
      ),
      fc.string().map((text) => `pattern: ${text}`),
      fc.string().map((text) => `    pattern: ${text}`),
    )
    fc.assert(
      fc.property(fc.array(line), fc.string(), (lines, body) => {
        const rule = readHookify(file(lines.join('\n'), body), 'it')
        if (rule === undefined) return
        const { rules, why } = importRule(rule)
        expect(rules.length === 0).toBe(why !== undefined)
      }),
      tries(300),
    )
  })
})
