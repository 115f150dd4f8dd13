import fc from 'fast-check'
import { frontmatterOf } from './frontmatter.ts'
import { agentHooksOf, type AgentHook } from './read.ts'
import { withHooks, withoutHooks, type WantedHook } from './edit.ts'
import { tries } from '../../../../../test/support/tries.ts'

const line = (action: string): string => `"$CLAUDE_PROJECT_DIR/.claude/hooks/moai/handle-agent-hook.sh" ${action}`
const isOurs = (command: string): boolean => command.includes('/moai/handle-agent-hook.sh')
const WANTED: readonly WantedHook[] = [
  { event: 'PreToolUse', matcher: 'Write|Edit|MultiEdit', command: line('ddd-pre-transformation'), timeout: 5 },
  { event: 'PostToolUse', matcher: 'Write|Edit|MultiEdit', command: line('ddd-post-transformation'), timeout: 10 },
  { event: 'SubagentStop', command: line('ddd-completion'), timeout: 10 },
]

const page = (frontmatter: string, body = 'Work.\n'): string => `---\n${frontmatter}---\n${body}`
const hooksIn = (text: string): readonly AgentHook[] => {
  const found = frontmatterOf(text)
  return typeof found === 'object' ? agentHooksOf(found.document) : []
}

const BLOCK = String.raw`hooks:
  PreToolUse:
    - matcher: "Write|Edit|MultiEdit"
      hooks:
        - type: command
          command: "\"$CLAUDE_PROJECT_DIR/.claude/hooks/moai/handle-agent-hook.sh\" ddd-pre-transformation"
          timeout: 5
  PostToolUse:
    - matcher: "Write|Edit|MultiEdit"
      hooks:
        - type: command
          command: "\"$CLAUDE_PROJECT_DIR/.claude/hooks/moai/handle-agent-hook.sh\" ddd-post-transformation"
          timeout: 10
  SubagentStop:
    - hooks:
        - type: command
          command: "\"$CLAUDE_PROJECT_DIR/.claude/hooks/moai/handle-agent-hook.sh\" ddd-completion"
          timeout: 10
`
/** As the document prints it: the last event has a single group. */
const DOCUMENTED = BLOCK.replace(
  / {4}- hooks:\n {8}- type(.*)\n {10}(.*)\n {10}(.*)\n$/,
  '    hooks:\n      - type$1\n        $2\n        $3\n',
)

describe('reading', () => {
  it('T-AGT-22 AGT-17 AGT-18 a single mapping and a list give the same hooks', () => {
    expect(DOCUMENTED).not.toBe(BLOCK)
    expect(hooksIn(page(DOCUMENTED))).toEqual(WANTED)
    expect(hooksIn(page(BLOCK))).toEqual(WANTED)
  })

  it.each([
    ['in one line', 'hooks: { Stop: [ { hooks: [ { type: command, command: x } ] } ] }\n'],
    ['a mapping in one line', 'hooks: { Stop: { hooks: [ { type: command, command: x } ] } }\n'],
    ['one entry without a list', 'hooks:\n  Stop:\n    hooks:\n      type: command\n      command: x\n'],
    ['an entry in the place of a group', 'hooks:\n  Stop:\n    - type: command\n      command: x\n'],
    ['an alias', 'a: &g\n  - hooks:\n      - command: x\nhooks:\n  Stop: *g\n'],
  ])('G-30 G-31 %s', (_, yaml) => {
    expect(hooksIn(page(yaml))).toEqual([{ event: 'Stop', command: 'x' }])
  })

  it.each([
    ['nothing', ''],
    ['no frontmatter', '# Title\n'],
    ['no end', '---\nname: a\n'],
    ['hooks that are a word', page('hooks: none\n')],
    ['groups that are numbers', page('hooks:\n  Stop: [1, null, { hooks: 7 }]\n')],
  ])('%s is no hook', (_, text) => {
    expect(hooksIn(text).filter(({ command }) => command !== undefined)).toEqual([])
  })
})

const UNOWNED = `hooks:
  Stop:
    # mine
    - hooks:
        - type: command
          command: say done # aloud
  SubagentStop:
    - matcher: ""
      hooks:
        - { type: command, command: ./mine.sh }
  # the end
`
const SINGLE = `hooks:
  SubagentStop:
    hooks:
      - type: command
        command: |
          echo one

          echo two
`

describe('adding', () => {
  it('AGT-19 writes the documented block, in list form', () => {
    expect(withHooks(page('name: manager-ddd\n'), WANTED, isOurs)).toBe(page(`name: manager-ddd\n${BLOCK}`))
  })

  it('leaves a block alone that says the same in another form', () => {
    expect(withHooks(page(DOCUMENTED), WANTED, isOurs)).toBe(page(DOCUMENTED))
  })

  it.each<[string, string]>([
    ['an empty frontmatter', page('')],
    ['remarks at the end', page('name: a # why\ndescription: >\n  long\n  text\n\n# last\n')],
    ['hooks of others', page(`name: a\n${UNOWNED}color: red\n`)],
    ['hooks of others at the end', page(UNOWNED)],
    ['hooks written flush with their event', page('hooks:\n  SubagentStop:\n  - hooks:\n    - command: x\n')],
    ['four spaces', page('hooks:\n    Stop:\n        - hooks:\n              - command: x\n')],
    ['a block of text at the end', page('hooks:\n  Stop:\n    - hooks:\n        - command: |+\n            x\n\n\n')],
    [
      'lines of Windows',
      page('name: a\nhooks:\n  Stop:\n    - hooks:\n        - command: x\n').replaceAll('\n', '\r\n'),
    ],
    ['a byte order mark', `\uFEFF${page('name: a\n')}`],
    ['no line break at the end', '---\nname: a\n---'],
    ['a body with fences', page('name: a\n', 'Text\n\n---\nhooks:\n  Stop: x\n---\n')],
    [
      'other hooks with anchors',
      page('x: &a 1\nhooks:\n  Stop: &g\n    - hooks:\n        - command: x\n  Notification: *g\n'),
    ],
  ])('T-AGT-29 %s: nothing else changes, a second time nothing at all, and it can be undone', (_, text) => {
    const once = withHooks(text, WANTED, isOurs)
    const ours = hooksIn(once ?? '').filter(({ command }) => isOurs(command ?? ''))
    expect(ours).toHaveLength(WANTED.length)
    expect(ours).toEqual(expect.arrayContaining([...WANTED]))
    expect(withHooks(once ?? '', WANTED, isOurs)).toBe(once)
    expect(withoutHooks(once ?? '', isOurs)).toBe(text)
  })

  it('G-31 a single group of another author becomes the first of a list', () => {
    const once = withHooks(page(SINGLE), WANTED, isOurs) ?? ''
    expect(hooksIn(once).filter(({ command }) => !isOurs(command ?? ''))).toEqual([
      { event: 'SubagentStop', command: 'echo one\n\necho two\n' },
    ])
    expect(hooksIn(once)).toHaveLength(4)
    expect(withHooks(once, WANTED, isOurs)).toBe(once)
    expect(hooksIn(withoutHooks(once, isOurs))).toEqual(hooksIn(page(SINGLE)))
  })

  it.each([
    ['an older timeout', BLOCK.replace('timeout: 5', 'timeout: 9')],
    ['a path without quotes', BLOCK.replaceAll(String.raw`\"`, '')],
    ['the wrong event', BLOCK.replace('SubagentStop', 'Stop')],
    ['an action twice', BLOCK.replace(/( {2}SubagentStop:\n)([^]*)$/, '$1$2$2')],
    ['one action less', BLOCK.replace(/ {2}SubagentStop:\n[^]*$/, '')],
  ])('T-AGT-29 refreshes %s', (_, block) => {
    expect(withHooks(page(`name: manager-ddd\n${block}`), WANTED, isOurs)).toBe(page(`name: manager-ddd\n${BLOCK}`))
  })

  it.each([
    ['hooks in one line', page('hooks: { Stop: [] }\n')],
    ['an event in one line', page('hooks:\n  SubagentStop: []\n')],
    ['a frontmatter in one line', page('{ name: a }\n')],
    ['a word in their place', page('hooks: none\n')],
    ['hooks under another name', page('x: &a\n  Stop: []\nhooks: *a\n')],
    ['hooks that others share', page('hooks: &a\n  Stop:\n    - hooks:\n        - command: x\nmore: *a\n')],
    ['tabs', page('hooks:\n\tStop: 1\n')],
    ['the same key twice', page('hooks:\nhooks:\n')],
    ['no end', '---\nname: a\n'],
    ['no frontmatter', '# Agent\n'],
    [
      'names that grow without end',
      page(
        `a: &a [x,x,x,x,x,x,x,x,x,x]\n${['b', 'c', 'd', 'e', 'f'].map((n, i) => `${n}: &${n} [${Array.from({ length: 10 }, () => `*${'abcde'[i]}`).join()}]`).join('\n')}\n`,
      ),
    ],
  ])('does not touch %s', (_, text) => {
    expect(withHooks(text, WANTED, isOurs)).toBeUndefined()
    expect(withoutHooks(text, isOurs)).toBe(text)
  })
})

describe('for any frontmatter', () => {
  const word = fc.stringMatching(/^[a-z]{1,6}$/)
  const remark = fc.constantFrom('', '# why\n', '\n', '  # deep\n')
  const value = fc.constantFrom(
    'x\n',
    '"q: #"\n',
    '|\n  text\n\n',
    '>-\n  a\n  b\n',
    '[1, 2]\n',
    '{ a: b }\n',
    '\n',
    "'it''s'\n",
  )
  const key = fc.tuple(word, value, remark).map(([name, text, after]) => `k${name}: ${text}${after}`)
  const command = fc.constantFrom('x', '"y # z"', '|\n            echo\n            done', "'$HOME/a b'")
  const group = fc
    .tuple(fc.boolean(), command, fc.boolean())
    .map(
      ([isMatching, text, isLast]) =>
        `    - ${isMatching ? 'matcher: Bash\n      ' : ''}hooks:\n        - type: command\n          command: ${text}\n${isLast ? '    # after\n' : ''}`,
    )
  const event = fc
    .tuple(
      fc.constantFrom('Stop', 'PreToolUse', 'SubagentStop', 'Notification'),
      fc.array(group, { minLength: 1, maxLength: 3 }),
    )
    .map(([name, groups]) => ({ name, text: `  ${name}:\n${groups.join('')}` }))
  const hooks = fc
    .uniqueArray(event, { selector: ({ name }) => name, maxLength: 3 })
    .map((events) => (events.length === 0 ? '' : `hooks:\n${events.map(({ text }) => text).join('')}`))
  const frontmatter = fc
    .tuple(fc.uniqueArray(key, { selector: (text) => text.split(':')[0], maxLength: 4 }), hooks, fc.nat(4))
    .map(([keys, block, at]) => keys.toSpliced(at, 0, block).join(''))
  const pages = fc
    .tuple(frontmatter, fc.string(), fc.boolean(), fc.boolean())
    .map(([text, body, isWindows, isMarked]) => {
      const whole = page(text, body)
      return (isMarked ? '\uFEFF' : '') + (isWindows ? whole.replaceAll('\r', '').replaceAll('\n', '\r\n') : whole)
    })

  it('T-AGT-29 adding and taking away gives the same bytes', () => {
    fc.assert(
      fc.property(pages, (text) => {
        const added = withHooks(text, WANTED, isOurs)
        expect(added).toBeDefined()
        expect(withHooks(added ?? '', WANTED, isOurs)).toBe(added)
        expect(withoutHooks(added ?? '', isOurs)).toBe(text)
      }),
      tries(300),
    )
  })

  it('no text whatever makes it throw', () => {
    const pieces = fc.constantFrom(
      '---\n',
      'hooks:',
      '  Stop:',
      '\n',
      '- ',
      '    ',
      '{',
      '}',
      '[',
      ']',
      '&a ',
      '*a',
      '|',
      '\t',
      ': ',
      '? ',
      '<<: ',
      '"',
      BLOCK,
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
        const text = `---\n${parts.join('')}\n---\n`
        const added = withHooks(text, WANTED, isOurs)
        expect(added === undefined || hooksIn(added).length >= WANTED.length).toBe(true)
        expect(withoutHooks(text, isOurs)).toBeTypeOf('string')
      }),
      tries(500),
    )
  })
})
