import { anOwnProject, hookOf, leftIn, type OwnProject } from './support/own-project.ts'

const CONFIG = `presets: []
own:
  gate: { type: command, command: 'touch ran; exit 2', on: [PreToolUse], matcher: Bash }
  later: { type: command, command: 'touch ran', on: [PreToolUse], matcher: Bash, async: true }
  post: { type: http, url: 'http://127.0.0.1:9/x', on: [PreToolUse], matcher: WebFetch }
  judge: { type: prompt, prompt: 'Is it good?', on: [PreToolUse], matcher: WebSearch }
rules:
  make: { when: { runs: make }, then: { run: [./touch.sh] } }
`
const MODULE = hookOf(`
  services.files.write(event.root + '/wrote', 'x')
  services.state.project.update('count', () => 1)
  return event.tool.command?.includes('git tag') ? deny('no', { what: event.tool.command }) : pass
`)

interface Checked {
  readonly decision: string
  readonly reason?: string
  readonly untried: readonly { readonly id: string; readonly why: string }[]
  readonly untrusted: readonly string[]
}

/** Checked twice would be checked the same: nothing is left behind. */
async function checked(project: OwnProject, ...words: readonly string[]): Promise<readonly [Checked, number | null]> {
  const { stdout, code } = await project.user('check', '--json', ...words)
  expect([leftIn(project, 'ran'), leftIn(project, 'wrote')]).toEqual([undefined, undefined])
  return [JSON.parse(stdout) as Checked, code]
}

const aProject = (): OwnProject => anOwnProject({ '.holdpoint/hooks/gate2.ts': MODULE }, CONFIG)

describe('check in a project with hooks of its own', () => {
  it('tries what is code of ours to hold, and names the rest', async () => {
    const project = aProject()
    await project.trusted()
    const cases: readonly (readonly [readonly string[], string, readonly string[], number])[] = [
      [['--', 'git tag v1'], 'deny', ['own/gate'], 2],
      [['--', 'npm test'], 'pass', ['own/gate'], 4],
      [['--', 'make'], 'pass', ['own/gate', 'rules/make'], 4],
      [['--tool', 'WebFetch', '--input', '{"url":"x"}'], 'pass', ['own/post'], 4],
      [['--tool', 'WebSearch', '--input', '{"query":"x"}'], 'pass', ['own/judge'], 4],
      [['--tool', 'Write', '--file', 'a', '--content', 'b'], 'pass', [], 0],
      [['--prompt', 'hello'], 'pass', [], 0],
    ]
    for (const [words, decision, untried, exitCode] of cases) {
      const [found, code] = await checked(project, ...words)
      expect([words, found.decision, found.untried.map(({ id }) => id).toSorted(), code]).toEqual([
        words,
        decision,
        untried,
        exitCode,
      ])
    }
  })

  it('says so where nothing is trusted, and does not count what would not run', async () => {
    const [found, code] = await checked(aProject(), '--', 'git tag v1')
    expect([found.decision, found.untried, code]).toEqual(['pass', [], 0])
    expect(found.untrusted).toEqual(expect.arrayContaining(['own/gate', 'own/gate2']))
  })
})
