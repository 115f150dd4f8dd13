import * as v from 'valibot'
import { mistakesIn } from '../../../../../test/support/rules.ts'
import { parseLayer } from '../parse.ts'
import { checkRules } from './check.ts'
import { ruleSchema } from './schema.ts'

const ok = { when: { tool: 'shell' }, then: 'deny' }
const rule = (more: object): unknown => ({ rule: { ...ok, ...more } })

describe('a rule that is sound', () => {
  const rows: readonly (readonly [name: string, rule: object])[] = [
    [
      'all there is',
      {
        summary: 'S.',
        level: 'warn',
        when: {
          event: ['PreToolUse', 'PermissionRequest'],
          tool: ['shell', 'mcp__a__*'],
          runs: 'git push',
          branch: 'main',
        },
        unless: [{ agent: 'main' }, { permission_mode: 'plan', host: 'claude-code' }],
        message: { what: 'W {command}.', why: 'Y.', fix: 'F {path}.' },
        escalate: { after: 2, to: 'deny', within: '10m' },
        then: 'warn',
        limit: { calls: 3, per: 'turn' },
        between: { from: '22:00', to: '6:00', days: 'sat' },
        on_error: 'open',
      },
    ],
    [
      'texts in every form',
      { when: { content: ['a', { matches: 'b', flags: 'im' }, { words: 'c' }, { words: ['d e'] }] } },
    ],
    ['a rewrite', { then: { rewrite: { command: { replace: 'a(b)', with: '$1' }, description: 'x' } } }],
    ['a program', { then: { run: ['./x', ''] } }],
    ['context', { when: { event: 'SessionStart' }, then: { context: 'x' } }],
  ]
  it.each(rows)('%s', (_, more) => {
    expect(mistakesIn(rule(more))).toEqual([])
    // The schema that editors use says the same.
    expect(v.is(ruleSchema, { ...ok, ...more })).toBe(true)
  })

  it.each(rows)('%s: what was made of it is sound again, and the same', (_, more) => {
    const once = checkRules(rule(more), ['rules'], () => undefined)
    expect(Object.keys(once)).toEqual(['rule'])
    const kept: unknown = JSON.parse(JSON.stringify(once))
    expect(mistakesIn(kept)).toEqual([])
    expect(checkRules(kept, ['rules'], () => undefined)).toEqual(once)
  })

  it('one value becomes a list of one', () => {
    const { rule: made } = checkRules(
      rule({ when: { runs: 'a', content: 'b' }, unless: { host: 'c' } }),
      [],
      () => undefined,
    )
    expect(made?.when).toEqual({ runs: ['a'], content: [{ matches: 'b' }] })
    expect(made?.unless).toEqual([{ host: ['c'] }])
  })
})

describe('a mistake', () => {
  it.each<[section: unknown, ...mistakes: unknown[]]>([
    [[], 'rules (value): `rules` is `[]`; allowed: a mapping of keys to values.'],
    [{ 'No Name': ok }, 'rules.No Name (key): `No Name` is no name of a rule; use small letters, digits and -.'],
    [{ a: 'deny' }, 'rules.a (value): `rules.a` is `"deny"`; allowed: a mapping of keys to values.'],
    [{ a: null }, 'rules.a (value): `rules.a` is `null`; allowed: a mapping of keys to values.'],
    [{ a: {} }, 'rules.a (key): `rules.a` has no `when`.', 'rules.a (key): `rules.a` has no `then`.'],
    [rule({ when: {} }), 'rules.rule.when (value): `rules.rule.when` has no condition.'],
    [
      rule({ wen: {} }),
      'rules.rule.wen (key): unknown key `wen`; did you mean `when`? Allowed here: summary, level, when, unless, then, overrules, message, escalate, limit, between, on_error.',
    ],
    [rule({ level: 'ON' }), 'rules.rule.level (value): `rules.rule.level` is `"ON"`; allowed: off, observe, warn, on.'],
    [rule({ when: { write: 'a' } }), expect.stringContaining('unknown key `write`; did you mean `writes`?')],
    [rule({ when: { runs: 3 } }), 'rules.rule.when.runs (value): `rules.rule.when.runs` is `3`; allowed: a text.'],
    [
      rule({ when: { runs: ['a', ''] } }),
      'rules.rule.when.runs.1 (value): `rules.rule.when.runs.1` is `""`; allowed: at least 1 character.',
    ],
    [rule({ when: { runs: [] } }), 'rules.rule.when.runs (value): `rules.rule.when.runs` is an empty list.'],
    [rule({ when: { event: 'PreTool' } }), expect.stringContaining('unknown event `PreTool`')],
    [rule({ when: { does: 'instal' } }), expect.stringContaining('allowed: halt, format')],
    [
      rule({ when: { uncertain: 'yes' } }),
      'rules.rule.when.uncertain (value): `rules.rule.when.uncertain` is `"yes"`; allowed: true or false.',
    ],
    [
      rule({ when: { content: { words: [] } } }),
      'rules.rule.when.content.words (value): `rules.rule.when.content.words` is an empty list.',
    ],
    [
      rule({ when: { content: { words: ' ' } } }),
      'rules.rule.when.content.words (value): `rules.rule.when.content.words` is `" "`; allowed: a word.',
    ],
    [
      rule({ when: { content: 5 } }),
      'rules.rule.when.content (value): `rules.rule.when.content` is `5`; allowed: a regular expression, {words: […]}, or {matches: …, flags: i}.',
    ],
    [
      rule({ when: { content: { matches: 'a', flags: 'g' } } }),
      'rules.rule.when.content.flags (value): `rules.rule.when.content.flags` is `"g"`; allowed: letters of i, m and s.',
    ],
    [
      rule({ then: 'refuse' }),
      'rules.rule.then (value): `rules.rule.then` is `"refuse"`; allowed: deny, ask, allow, block, warn, feedback, {context: …}, {rewrite: …}, {run: […]}.',
    ],
    [rule({ then: { run: 'x' } }), 'rules.rule.then.run (value): `rules.rule.then.run` is `"x"`; allowed: a list.'],
    [rule({ then: { rewrite: {} } }), 'rules.rule.then.rewrite (value): `rules.rule.then.rewrite` names no field.'],
    [
      rule({ then: { rewrite: { a: { replace: 'x' } } } }),
      'rules.rule.then.rewrite.a (key): `rules.rule.then.rewrite.a` has no `with`.',
    ],
    [
      rule({ limit: { calls: 0, per: 'session' } }),
      'rules.rule.limit.calls (value): `rules.rule.limit.calls` is `0`; allowed: 1 or more.',
    ],
    [
      rule({ limit: { calls: 1, per: 'week' } }),
      'rules.rule.limit.per (value): `rules.rule.limit.per` is `"week"`; allowed: session, turn, minute, hour, day, or a time such as 10m.',
    ],
    [rule({ escalate: { after: 1 } }), 'rules.rule.escalate (key): `rules.rule.escalate` has no `to`.'],
    [
      rule({ between: { from: '25:00' } }),
      'rules.rule.between.from (value): `rules.rule.between.from` is `"25:00"`; allowed: a time such as \'22:00\'.',
    ],
    [
      rule({ between: { days: ['sat', 'sonntag'] } }),
      'rules.rule.between.days.1 (value): `rules.rule.between.days.1` is `"sonntag"`; allowed: sun, mon, tue, wed, thu, fri, sat.',
    ],
    [rule({ message: { why: 'x' } }), 'rules.rule.message (key): `rules.rule.message` has no `what`.'],
  ])('%j', (section, ...mistakes) => {
    expect(mistakesIn(section)).toEqual(mistakes)
    const isName = (name: string): boolean => /^[a-z0-9-]+$/.test(name)
    const schema = v.record(v.pipe(v.string(), v.check(isName)), ruleSchema)
    const isEmpty = /"(?:when|rewrite)":\{\}/.test(JSON.stringify(section))
    expect(v.is(schema, section)).toBe(Array.isArray(section) || isEmpty)
  })

  it.each<[pattern: string, why: string]>([
    ['(?=a)b', 'looking ahead or behind is not supported (character 1).'],
    ['a(?<!b)c', 'looking ahead or behind is not supported (character 2).'],
    ['(a)\\1', 'a reference back to a group is not supported (character 4).'],
    ['a(?>b)', 'an atomic group is not supported, and not needed: no pattern takes long here (character 2).'],
    ['ab[c', 'missing closing ] (character 3).'],
    ['a**', 'invalid nested repetition operator (character 2).'],
    ['(a{0,99}){0,100}b', 'invalid repeat count (character 10).'],
    ['(x{0,100}){0,10}y', 'it is too large.'],
  ])('a pattern that cannot be used: %s', (pattern, why) => {
    const unusable = (path: string): string => `${path} (value): \`${pattern}\` cannot be used as a pattern: ${why}`
    expect(mistakesIn(rule({ when: { command: pattern } }))).toEqual([unusable('rules.rule.when.command')])
    expect(mistakesIn(rule({ when: { command: [{ matches: pattern }] } }))).toEqual([
      unusable('rules.rule.when.command.0.matches'),
    ])
    expect(mistakesIn(rule({ then: { rewrite: { command: { replace: pattern, with: '' } } } }))).toEqual([
      unusable('rules.rule.then.rewrite.command.replace'),
    ])
  })
})

describe('what cannot be meant', () => {
  it.each<[more: object, mistake: string]>([
    [
      { when: { event: 'SessionStart' } },
      'rules.rule.then (value): `deny` is not possible at SessionStart; it is at PreToolUse, PermissionRequest.',
    ],
    [
      { when: { event: 'Stop' } },
      'rules.rule.then (value): `deny` is not possible at Stop; it is at PreToolUse, PermissionRequest. Use `block` there.',
    ],
    [
      { then: 'block' },
      'rules.rule.then (value): `block` is not possible at PreToolUse; it is at UserPromptSubmit, UserPromptExpansion, Stop, SubagentStop, TaskCreated, TaskCompleted, TeammateIdle, PreCompact. Use `deny` there.',
    ],
    [
      { then: 'feedback' },
      'rules.rule.then (value): `feedback` is not possible at PreToolUse; it is at PostToolUse, PostToolUseFailure. Use `warn` or `context` there.',
    ],
    [
      { when: { event: 'PermissionRequest', tool: 'shell' }, then: 'ask' },
      'rules.rule.then (value): `ask` is not possible at PermissionRequest; it is at PreToolUse.',
    ],
    [
      { when: { event: 'Stop' }, then: { context: 'x' } },
      'rules.rule.then (value): `context` is not possible at Stop; it is at PreToolUse, PostToolUse, PostToolUseFailure, UserPromptSubmit, UserPromptExpansion, SessionStart, SubagentStart, PreCompact.',
    ],
    [
      { when: { event: 'PostToolUse' }, then: { rewrite: { a: 'b' } } },
      'rules.rule.then (value): `rewrite` is not possible at PostToolUse; it is at PreToolUse.',
    ],
    [
      { when: { prompt: 'x' } },
      'rules.rule.when.prompt (key): `prompt` can never hold at PreToolUse; it can at UserPromptSubmit, UserPromptExpansion.',
    ],
    [
      { when: { output: 'x' } },
      'rules.rule.when.output (key): `output` can never hold at PreToolUse; it can at PostToolUse, PostToolUseFailure.',
    ],
    [
      { unless: { says: 'x' } },
      'rules.rule.unless.0.says (key): `says` can never hold at PreToolUse; it can at Stop, SubagentStop, TaskCreated, TaskCompleted, TeammateIdle, Notification.',
    ],
    [
      { when: { event: 'UserPromptSubmit', writes: 'x' }, then: 'block' },
      'rules.rule.when.writes (key): `writes` can never hold at UserPromptSubmit; it can at PreToolUse, PostToolUse, PostToolUseFailure, PermissionRequest.',
    ],
    [
      { when: { tool: 'write', git: 'push' } },
      'rules.rule.when (value): These conditions can never hold together: no tool does all of that.',
    ],
    [{ when: { tool: 'shel' } }, 'rules.rule.when.tool (value): unknown kind of tool `shel`; did you mean `shell`?'],
    [
      { when: { writes: '../x/**' } },
      'rules.rule.when.writes (value): `../x/**` leads out of the project; name such a place from `/` or `~/`.',
    ],
    [
      { when: { writes: ['!a'] } },
      'rules.rule.when.writes (value): Every pattern takes something back, and there is nothing yet.',
    ],
    [
      { when: { git: 'push --force' } },
      'rules.rule.when.git (value): `push --force` is more than one word; `runs: "git push --force"` takes several.',
    ],
    [
      { when: { fetches: 'https://a.b' } },
      'rules.rule.when.fetches (value): `https://a.b` is no name of a machine; write it like `api.example.com`.',
    ],
    [{ when: { runs: ' ' } }, 'rules.rule.when.runs (value): An empty text names no program.'],
    [
      { escalate: { after: 1, to: 'deny' } },
      'rules.rule.escalate.to (value): It is `deny` from the beginning; there is nothing to escalate to.',
    ],
    [
      { then: 'warn', escalate: { after: 1, to: 'block' } },
      'rules.rule.escalate.to (value): `block` is not possible at PreToolUse; it is at UserPromptSubmit, UserPromptExpansion, Stop, SubagentStop, TaskCreated, TaskCompleted, TeammateIdle, PreCompact. Use `deny` there.',
    ],
    [
      { then: 'allow', limit: { calls: 1, per: 'day' } },
      'rules.rule.limit (key): A limit says when a rule begins to speak; calls above a limit cannot be meant to be approved.',
    ],
    [
      { between: { from: '10:00', to: '10:00' } },
      'rules.rule.between (value): `from` and `to` are both `10:00`, which is no time at all.',
    ],
    [{ message: 'No {comand}.' }, 'rules.rule.message (value): there is no `{comand}`; did you mean `{command}`?'],
    [
      { then: { context: 'x' }, message: 'y' },
      'rules.rule.message (key): A rule with `context` says that text; it has no other message.',
    ],
  ])('%j', (more, mistake) => {
    expect(mistakesIn(rule(more))).toEqual([mistake])
  })
})

describe('in a file', () => {
  const problemsIn = (text: string) =>
    parseLayer(text, 'holdpoint.yml')
      .problems()
      .map(({ line, column, message }) => `${line}:${column} ${message.split(/[;.](?: |$)/)[0]}`)

  it('every mistake has its line and column', () => {
    const text = `rules:
  one:
    when: { runs: yarn }
    then: denny
  two:
    when:
      writes: [src/**, 7]
      content: '(a'
    then: deny
    mesage: x
  three:
    when: { event: SessionStart }
    then: deny
`
    expect(problemsIn(text)).toEqual([
      '4:11 `rules.one.then` is `"denny"`',
      '7:24 `rules.two.when.writes.1` is `7`',
      '8:16 `(a` cannot be used as a pattern: missing closing ) (character 1)',
      '10:5 unknown key `mesage`',
      '13:11 `deny` is not possible at SessionStart',
    ])
  })

  it('what is sound is kept', () => {
    const text = 'rules:\n  good: {when: {runs: yarn}, then: deny}\n  bad: {when: {runs: yarn}, then: no}\n'
    expect(Object.keys(parseLayer(text, 'f').layer.rules ?? {})).toEqual(['good'])
  })

  it('a name that every object has is a name like any other', () => {
    const text = 'rules:\n  constructor: {when: {runs: yarn}, then: deny}\n'
    expect(Object.keys(parseLayer(text, 'f').layer.rules ?? {})).toEqual(['constructor'])
  })

  it('a bomb of aliases is refused', () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]']
    for (let level = 1; level < 9; level++) {
      const [name, inner] = [String.fromCharCode(97 + level), String.fromCharCode(96 + level)]
      bomb.push(`${name}: &${name} [${Array.from({ length: 9 }, () => `*${inner}`).join(', ')}]`)
    }
    const { layer, problems } = parseLayer(`${bomb.join('\n')}\nrules: {r: {when: {runs: *i}, then: deny}}\n`, 'f')
    expect(problems().length).toBeGreaterThan(0)
    expect(layer.rules ?? {}).toEqual({})
  })

  it('endless nesting is reported', () => {
    const { problems } = parseLayer(`rules: {r: {when: ${'{a: '.repeat(20_000)}`, 'f')
    expect(problems().length).toBeGreaterThan(0)
  })
})
