import fc from 'fast-check'
import { rulesOf } from '../../../../../test/support/rules.ts'
import { openEffects, openMemo } from '@holdpoint/runtime'
import type { AgentEvent, EventBody } from '../../event.ts'
import type { Hook } from '../../hook.ts'
import type { Services } from '../../services.ts'
import { agentStop, edit, mcp, prompt, read, shell, turnStop, write } from '../../../../testing/src/events.ts'
import { eventIn } from '../../../../testing/src/play-case.ts'
import { engine } from './engine.ts'
import { factsOf } from './facts.ts'
import { rulesHook } from './hook.ts'
import { ruleMatcher } from './match.ts'
import type { RuleInForce } from './rule.ts'
import { tries } from '../../../../../test/support/tries.ts'

const ROOT = '/project'
const services = (): Services =>
  ({
    now: () => new Date(0),
    env: () => undefined,
    memo: openMemo(),
    effects: openEffects(() => ({ HOME: '/home/dev' })),
    files: { real: (path: string) => path, stat: () => undefined },
    git: { state: () => ({ root: ROOT, main: ROOT, branch: 'main', unborn: false, merging: false }) },
    state: { session: { get: () => undefined, update: () => undefined } },
  }) as unknown as Services

const names = fc.constantFrom('yarn', 'git', 'git push', 'npm *', 'ls', 'rm -rf', './x.sh')
const globs = fc.constantFrom('src/**', '**/*.ts', '!src/free/**', 'a', '/etc/**', '*.md', '{a,b}/c')
const patterns = fc.constantFrom('a', 'x+y', 'foo\\s*bar', { words: ['foo'] }, { matches: 'SRC', flags: 'i' })
const some = <T>(item: fc.Arbitrary<T>) => fc.uniqueArray(item, { minLength: 1, maxLength: 2 })
const place = some(globs).filter((list) => !list.every((glob) => glob.startsWith('!')))

const when = fc.oneof(
  fc.record(
    {
      tool: some(fc.constantFrom('shell', 'write', 'edit', 'mcp', 'Bash', 'mcp__a__*', '*')),
      runs: some(names),
      writes: place,
      deletes: place,
      reads: place,
      git: some(fc.constantFrom('push', 'commit', 'p*')),
      fetches: some(fc.constantFrom('*.org', 'example.com')),
      does: some(fc.constantFrom('install', 'privilege')),
      content: some(patterns),
      command: some(patterns),
      agent: some(fc.constantFrom('main', 'r*')),
      branch: some(fc.constantFrom('main', 'topic')),
      uncertain: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  fc.record({ event: fc.constantFrom(['Stop'], ['Stop', 'SubagentStop']), says: some(patterns) }),
  fc.record({ event: fc.constant(['UserPromptSubmit']), prompt: some(patterns) }),
)

const rule = fc.tuple(when, fc.option(when, { nil: undefined })).map(([given, unless]) => ({
  when: given,
  ...(unless !== undefined && { unless }),
  then: 'event' in given ? 'block' : 'deny',
}))

/** Sections of which every rule is sound; the others are tested elsewhere. */
const section = fc.array(rule, { minLength: 1, maxLength: 12 }).map((rules) => {
  const sound: RuleInForce[] = []
  for (const [index, each] of rules.entries()) {
    try {
      sound.push(...rulesOf({ [`r${index}`]: each }))
    } catch {
      // Conditions that cannot hold together.
    }
  }
  return sound
})

const commands = fc.constantFrom(
  'ls -la',
  'echo foo',
  'yarn add a',
  'git push',
  'git -C x push --force',
  'git $X',
  'npm $X',
  'npm run x',
  'rm -rf src',
  'rm -r src/free',
  'echo "xxy" > src/a.ts',
  'cat src/a',
  'bash -c "yarn; echo foo bar > README.md"',
  'curl https://a.org/x',
  'sudo yarn',
  'sh x.sh',
  '$CMD',
  'echo x > $F',
  'tee src/free/a b < c',
  'curl $URL',
  'git switch topic && git commit -m x',
)
const paths = fc.constantFrom('src/a.ts', 'src/free/a.ts', 'a', 'README.md', '/etc/hosts', 'b/c')
const body: fc.Arbitrary<EventBody> = fc.oneof(
  commands.map(shell),
  fc.tuple(paths, fc.constantFrom('', 'foo', 'xxxy', 'foo  bar', 'src')).map(([path, text]) => write(path, text)),
  paths.map((path) => edit(path, 'foo')),
  paths.map(read),
  fc
    .constantFrom('mcp__a__write_file', 'mcp__b__get')
    .map((name) => mcp(name, { path: 'src/a.ts', url: 'https://example.com' })),
  fc.constantFrom('foo bar', 'a', '').map((text) => turnStop(text)),
  fc.constantFrom('foo bar', 'a').map((text) => agentStop('reviewer', 'a1', text)),
  fc.constantFrom('foo bar', 'xxy').map(prompt),
)
const event = fc
  .tuple(body, fc.option(fc.constant({ id: 'a', type: 'reviewer' }), { nil: undefined }))
  .map(([given, agent]) => eventIn(ROOT, agent === undefined || given.agent ? given : { ...given, agent }, new Date(0)))

/** Every rule held against the event, with everything known from the beginning. */
async function naive(rules: readonly RuleInForce[], given: AgentEvent): Promise<readonly string[]> {
  const world = services()
  const facts = factsOf(given, world)
  facts.effects = await world.effects(given)
  facts.engine = engine
  return rules.flatMap((each) => {
    const truth = ruleMatcher(each.rule).matches(facts, {})
    return truth === 'no' ? [] : [`${each.id} ${truth === 'yes' ? 'matched' : 'unclear'}`]
  })
}

async function indexed(hook: Hook, given: AgentEvent): Promise<readonly string[]> {
  const verdict = await hook.run({ event: given, services: services() } as Parameters<Hook['run']>[0])
  return (verdict.parts ?? []).map(({ id, verdict: { messageId } }) => `${id} ${messageId}`)
}

describe('all rules at once', () => {
  it('say what each of them would say alone', async () => {
    await fc.assert(
      fc.asyncProperty(section, fc.array(event, { minLength: 1, maxLength: 4 }), async (rules, events) => {
        const hook = rulesHook(rules)
        for (const given of events) expect(await indexed(hook, given)).toEqual(await naive(rules, given))
      }),
      tries(400),
    )
  }, 120_000)

  it('the entry names every event and tool that any of them needs', async () => {
    await fc.assert(
      fc.asyncProperty(section, event, async (rules, given) => {
        const { meta } = rulesHook(rules)
        const answers = await naive(rules, given)
        const isMissed =
          !meta.on.includes(given.kind) || ('tool' in given && meta.tools?.includes(given.tool.kind) === false)
        if (isMissed) expect(answers).toEqual([])
      }),
      tries(400),
    )
  }, 120_000)
})

describe('a rule on a path', () => {
  const waysToWrite: readonly ((path: string) => EventBody)[] = [
    (path) => write(path, 'x'),
    (path) => edit(path, 'x'),
    (path) => shell(`sed -i s/a/b/ '${path}'`),
    (path) => shell(`echo x > '${path}'`),
    (path) => shell(`echo x | tee '${path}'`),
    (path) => shell(`mv other '${path}'`),
    (path) => shell(`python3 -c "open('${path}', 'w').write('x')"`),
    (path) => shell(`bash -c "cp other '${path}'"`),
    (path) => shell(`cat <<'E' >> '${path}'\nx\nE`),
  ]
  const segment = fc.constantFrom('src', 'lib', 'a b', 'ünï', '.env', 'x.ts', '[x]', '-')
  const somePath = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'))
  const someGlobs = fc.uniqueArray(
    fc.constantFrom('src/**', '**/*.ts', '**/.env', 'a b', '!src/lib', 'lib/*', '**/ünï/**'),
    {
      minLength: 1,
      maxLength: 3,
    },
  )

  it('says the same however the file is written', async () => {
    await fc.assert(
      fc.asyncProperty(someGlobs, somePath, async (writes, path) => {
        fc.pre(!writes.every((glob) => glob.startsWith('!')) && !path.startsWith('-'))
        const hook = rulesHook(rulesOf({ rule: { when: { writes }, then: 'deny' } }))
        const answers = await Promise.all(
          waysToWrite.map((way) => indexed(hook, eventIn(ROOT, way(path), new Date(0)))),
        )
        for (const answer of answers) expect(answer).toEqual(answers[0])
      }),
      tries(60),
    )
  }, 120_000)
})

describe('a thousand rules', () => {
  it('are one hook, and only those that can matter are held against an event', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1000 }, (_, n) => [
        `r${n}`,
        { when: { runs: `program-${n}`, writes: `p${n}/**` }, then: 'deny' },
      ]),
    )
    const hook = rulesHook(rulesOf(many))
    const given = eventIn(ROOT, shell('program-7 x > p7/a; program-8 > p9/a'), new Date(0))
    expect(await indexed(hook, given)).toEqual(['rules/r7 matched'])
  })
})
