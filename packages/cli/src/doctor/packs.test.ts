import { aDirectory } from '../../../../test/process/support/temporary.ts'
import { checkPacks } from './packs.ts'

async function findings(config: string, files: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const { path, write } = aDirectory()
  write({ ...files, 'holdpoint.yml': config })
  const found = await checkPacks(path, { HOME: aDirectory().path })
  return found.map(({ level, what }) => `${level}: ${what}`)
}

const BOTH = 'hooks: { guard/test-evidence: on, quality/test-runner: on }\n'

describe('what doctor says about test evidence', () => {
  it('nothing where it is off', async () => expect(await findings('presets: [recommended]\n')).toEqual([]))
  it('warns where nothing records results', async () =>
    expect(await findings('hooks: { guard/test-evidence: on }\n')).toEqual([expect.stringMatching(/^warn: .*is off/)]))
  it('warns where no command is known', async () =>
    expect(await findings(BOTH)).toEqual([expect.stringMatching(/^warn: no test command is known/)]))
  it('names what it found', async () =>
    expect(await findings(BOTH, { 'mix.exs': '', 'go.mod': '' })).toEqual([
      'ok: tests are recorded from: go test, mix test',
    ]))
  it.each(['guard/test-evidence', 'quality/test-runner'])('names the command of %s', async (id) => {
    const other = id === 'guard/test-evidence' ? 'quality/test-runner' : 'guard/test-evidence'
    const config = `hooks:\n  ${id}: { level: on, options: { command: make all } }\n  ${other}: on\n`
    expect(await findings(config)).toEqual(['ok: tests are recorded from: make all'])
  })
})
