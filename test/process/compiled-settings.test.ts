import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { sealed } from '../../packages/engine/src/policy/seal.ts'
import { typed } from '../support/command-line.ts'
import { withLevels } from './support/compiled.ts'
import { aSandbox, type Sandbox } from './support/sandbox.ts'

/** Compiled settings are believed only when nobody else has changed them. */

const DANGER = { tool_name: 'Bash', tool_input: { command: 'rm -rf /' } }
const stateHome = ({ home }: Sandbox): string => join(home, '.local/state/holdpoint')

function compiledFiles(sandbox: Sandbox): readonly string[] {
  const folders = readdirSync(stateHome(sandbox)).map((name) => join(stateHome(sandbox), name, 'config'))
  return folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder)
      .toSorted()
      .map((name) => join(folder, name)),
  )
}

async function decides(sandbox: Sandbox): Promise<unknown> {
  const { json } = await sandbox.hook('PreToolUse', DANGER)
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
const offline = (text: string): string => withLevels(text, '(?:[a-z]+/[a-z-]+)', 'off')
const body = (text: string): string => text.slice(text.indexOf('\n') + 1)

/** What an editor of the state directory may try. */
const EDITS: readonly (readonly [string, (text: string, file: string) => string])[] = [
  ['every guard off', offline],
  ['a guard off', (text) => withLevels(text, 'guard/no-catastrophe', 'off')],
  ['a longer breaker', (text) => text.replace(/"breakerThreshold":\d+/, '"breakerThreshold":0')],
  ['no deadline left', (text) => text.replaceAll(/"timeoutMs":\d+/g, '"timeoutMs":1')],
  ['no seal', (text) => body(offline(text))],
  ['a seal of zeros', (text) => `${'0'.repeat(64)}\n${body(offline(text))}`],
  ['a seal without a key', (text) => sealed(body(offline(text)), 'settings', '')],
  ['a seal of another key', (text) => sealed(body(offline(text)), 'settings', 'f'.repeat(64))],
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
    const { json } = await sandbox.hook('PreToolUse', DANGER)
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

  it('layers do not take the place of settings', async () => {
    const sandbox = await settled()
    const [settings = '', layers = ''] = compiledFiles(sandbox)
    copyFileSync(layers, settings)
    expect(await decides(sandbox)).toBe('deny')
    expect(sandbox.spool().at(-1)?.error).toContain('changed by another program')
  })

  it('those that earlier versions kept for one kind of event are not used, and are removed', async () => {
    const sandbox = await settled()
    const key = readFileSync(join(stateHome(sandbox), 'seal-key'), 'utf8')
    const [settings = '', layers = '', off = ''] = compiledFiles(sandbox)
    const root = basename(settings, '.json')
    const old = join(dirname(settings), `${root}.tool.before.json`)
    const text = offline(body(readFileSync(settings, 'utf8')))
    writeFileSync(old, sealed(text, `${root} tool.before`, key))
    expect(await decides(sandbox)).toBe('deny')
    expect(sandbox.spool().at(-1)?.error).toBeUndefined()
    // The next version compiles anew.
    writeFileSync(settings, sealed(text.replace(/"build":"[^"]*"/, '"build":"older"'), `${root} settings`, key))
    expect(await decides(sandbox)).toBe('deny')
    expect(sandbox.spool().at(-1)?.error).toBeUndefined()
    expect(compiledFiles(sandbox)).toEqual([settings, layers, off])
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
    edit(sandbox, (text, file) => {
      const [root, part = 'settings'] = basename(file, '.json').split('.')
      return sealed(offline(body(text)), `${root} ${part}`, key)
    })
    const doctor = await typed(['doctor'], { cwd: sandbox.project, env: sandbox.env })
    expect(doctor.stdout).toContain('the compiled settings differ from your configuration')
  })
})
