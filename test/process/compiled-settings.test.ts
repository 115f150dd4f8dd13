import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sealed } from '../../src/config/seal.ts'
import { startNode } from './support/process.ts'
import { aSandbox, HOLDPOINT, type Sandbox } from './support/sandbox.ts'

/** Compiled settings are believed only when nobody else has changed them. */

const DANGER = { tool_name: 'Bash', tool_input: { command: 'rm -rf /' } }
const stateHome = ({ home }: Sandbox): string => join(home, '.local/state/holdpoint')

function compiledFiles(sandbox: Sandbox): readonly string[] {
  const folders = readdirSync(stateHome(sandbox)).map((name) => join(stateHome(sandbox), name, 'config'))
  return folders.filter(existsSync).flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
}

async function decides(sandbox: Sandbox): Promise<unknown> {
  const { json } = await sandbox.hookProcess('PreToolUse', DANGER)
  return (json['hookSpecificOutput'] as { permissionDecision?: string } | undefined)?.permissionDecision
}

/** With everything compiled that such an event reads. */
async function settled(): Promise<Sandbox> {
  const sandbox = aSandbox('presets: [recommended]\n')
  for (let round = 0; round < 2; round++) expect(await decides(sandbox)).toBe('deny')
  return sandbox
}

const edit = (sandbox: Sandbox, change: (text: string, file: string) => string): void => {
  for (const file of compiledFiles(sandbox)) writeFileSync(file, change(readFileSync(file, 'utf8'), file))
}
const offline = (text: string): string => text.replaceAll('"level":"on"', '"level":"off"')
const body = (text: string): string => text.slice(text.indexOf('\n') + 1)

/** What an editor of the state directory may try. */
const EDITS: readonly (readonly [string, (text: string, file: string) => string])[] = [
  ['every guard off', offline],
  ['a guard off', (text) => text.replace(/("guard\/no-catastrophe":\{"level":)"on"/, '$1"off"')],
  ['a longer breaker', (text) => text.replace(/"breakerThreshold":\d+/, '"breakerThreshold":0')],
  ['no deadline left', (text) => text.replaceAll(/"timeoutMs":\d+/g, '"timeoutMs":1')],
  ['no seal', (text) => body(offline(text))],
  ['a seal of zeros', (text) => `${'0'.repeat(64)}\n${body(offline(text))}`],
  ['a seal without a key', (text) => sealed(body(offline(text)), 'tool.before', '')],
  ['a seal of another key', (text) => sealed(body(offline(text)), 'tool.before', 'f'.repeat(64))],
  ['a space more', (text) => `${text} `],
  ['a byte less', (text) => text.slice(0, -1)],
  ['half of it', (text) => text.slice(0, text.length >> 1)],
  ['nothing', () => ''],
  ['no JSON', () => '\0\0\0'],
]

describe('compiled settings that were edited', () => {
  it.each(EDITS)('%s: are not used, and the user hears of it', async (_, change) => {
    const sandbox = await settled()
    edit(sandbox, change)
    const { json } = await sandbox.hookProcess('PreToolUse', DANGER)
    expect(json).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny' },
      systemMessage: expect.stringContaining('compiled settings in the state directory were changed'),
    })
    expect(sandbox.spool().at(-1)).toMatchObject({
      level: 'ERROR',
      error: expect.stringContaining('compiled settings in the state directory were changed by another program'),
    })
    // Once they are compiled again, that is over.
    expect(await decides(sandbox)).toBe('deny')
    expect(sandbox.spool().at(-1)?.error).toBeUndefined()
  })

  it('of one kind of event do not take the place of those of another', async () => {
    const sandbox = await settled()
    await sandbox.hookProcess('Stop', {})
    const files = compiledFiles(sandbox)
    const fileOf = (part: string): string => files.find((file) => file.endsWith(`.${part}.json`)) ?? ''
    copyFileSync(fileOf('session.stop') || fileOf('turn.stop') || (files.at(-1) ?? ''), fileOf('tool.before'))
    expect(await decides(sandbox)).toBe('deny')
    expect(sandbox.spool().at(-1)?.error).toContain('changed by another program')
  })

  it('a layer that was good once cannot be made up either', async () => {
    const sandbox = await settled()
    edit(sandbox, (text, file) => (file.endsWith('.layers.json') ? offline(text).replace('recommended', 'none') : text))
    sandbox.write({ 'holdpoint.yml': 'presets: [recommended\n  : :' })
    expect(await decides(sandbox)).toBe('deny')
  })

  it('nobody is told anything when the whole state directory is gone', async () => {
    const sandbox = await settled()
    rmSync(stateHome(sandbox), { recursive: true })
    expect(await decides(sandbox)).toBe('deny')
    expect(sandbox.spool().at(-1)?.error).toBeUndefined()
  })

  it('doctor finds also those that were sealed with the right key', async () => {
    const sandbox = await settled()
    const key = readFileSync(join(stateHome(sandbox), 'seal-key'), 'utf8')
    const [root = ''] = /[0-9a-f]{16}(?=\.tool\.before\.json)/.exec(compiledFiles(sandbox).join('\n')) ?? []
    edit(sandbox, (text, file) => {
      const part = /\.([a-z.]+)\.json$/.exec(file.slice(file.lastIndexOf('/')))?.[1] ?? 'settings'
      return sealed(offline(body(text)), `${root} ${part}`, key)
    })
    const doctor = startNode(HOLDPOINT, ['doctor'], { cwd: sandbox.project, env: sandbox.env })
    expect((await doctor.ended).stdout).toContain('the compiled settings are not what your configuration files say')
  })
})
