import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { aDirectory, aRepository } from '../../../../test/process/support/temporary.ts'
import { install, isRegistered, uninstall, type Target } from './install.ts'
import { filesOf } from './scopes.ts'

/** Settings files of agents besides Claude Code, in every state in which a user may have left them. */

const program = { scope: 'user', node: '/usr/bin/node', bin: '/opt/holdpoint/dist/bin/holdpoint.cjs' } as const

function aTarget(host: string): { readonly target: Target; readonly file: string } {
  const target: Target = { scope: 'user', host, root: aRepository().path, env: { HOME: aDirectory().path } }
  const file = filesOf('user', target.root, target.env, host).settings
  mkdirSync(dirname(file), { recursive: true })
  return { target, file }
}

const JSONC = '{\n  // why\n  "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }] },\n}\n'
const JSON_TEXT = JSONC.replace(/ {2}\/\/ why\n/, '').replace('},\n}', '}\n}')
const WITH_COMMENT = JSON_TEXT.replace('{\n', '{\n  // why\n')
const TOML = '# why\n[[hooks]]\nevent = "Stop" # mine\ncommand = "true"\n'

describe.each([
  ['qwen', JSON_TEXT],
  ['qwen', WITH_COMMENT],
  ['droid', JSON_TEXT],
  ['droid', WITH_COMMENT],
  ['kimi', TOML],
  ['kimi', ''],
])('%s: %j', (host, text) => {
  it('keeps what is there and gives every byte back', async () => {
    const { target, file } = aTarget(host)
    writeFileSync(file, text)
    await install(target, program, ['recommended'])
    expect(readFileSync(file, 'utf8')).toContain(text === '' ? '' : '"true"')
    expect(isRegistered(target)).toBe(true)
    uninstall(target)
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('follows a link, which stays one', async () => {
    const { target, file } = aTarget(host)
    const real = join(aDirectory().path, 'dotfile')
    writeFileSync(real, text)
    symlinkSync(real, file)
    await install(target, program, ['recommended'])
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
    expect(readFileSync(real, 'utf8')).toContain(`--from ${host}/user`)
    uninstall(target)
    expect(readFileSync(real, 'utf8')).toBe(text)
  })

  it('refuses a read-only file', async () => {
    const { target, file } = aTarget(host)
    writeFileSync(file, text)
    chmodSync(file, 0o444)
    await expect(install(target, program, ['recommended'])).rejects.toThrow(`${file} is read-only.`)
    expect(readFileSync(file, 'utf8')).toBe(text)
  })
})

it.each([
  ['qwen', '{ "hooks": ', /is not valid JSON at line 1/],
  ['droid', '[]', /is not a JSON object/],
  ['droid', JSONC, /is not valid JSON at line 4/],
  ['kimi', '[[hooks]\n', /is not valid TOML at line 1/],
  ['kimi', JSON_TEXT, /is not valid TOML/],
  ['kimi', '[[hooks]]\ntype = "command"\n', /the key `type`/],
])('%s: %j is refused in one line and not changed', async (host, text, problem) => {
  const { target, file } = aTarget(host)
  writeFileSync(file, text)
  const failure = await install(target, program, ['recommended']).catch((error: unknown) => String(error))
  expect(failure).toMatch(problem)
  expect(failure).not.toContain('\n')
  expect(readFileSync(file, 'utf8')).toBe(text)
})

it('a file that did not exist is removed again', async () => {
  const { target, file } = aTarget('kimi')
  await install(target, program, ['recommended'])
  expect(readFileSync(file, 'utf8')).toMatch(/^\[\[hooks\]\]\n/)
  uninstall(target)
  expect(existsSync(file)).toBe(false)
})

it('Kimi has no settings of a project', async () => {
  const { target } = aTarget('kimi')
  await expect(install({ ...target, scope: 'project' }, { ...program, scope: 'project' }, [])).rejects.toThrow(
    'Kimi Code has no settings for the scope `project`',
  )
})
