import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { typed } from '../support/command-line.ts'
import { HOLDPOINT, PACKAGE } from './support/sandbox.ts'
import type { Ended } from './support/process.ts'
import { aDirectory, aRepository } from './support/temporary.ts'

/** `/project:implement`, which `init` writes for those who use the orchestrator without the plugin. */

function aSite() {
  const home = aDirectory().path
  const { path: project } = aRepository()
  const link = join(project, 'node_modules/.bin/holdpoint')
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(HOLDPOINT, link)
  symlinkSync(PACKAGE, join(project, 'node_modules/holdpoint'))
  const run = (...words: readonly string[]): Promise<Ended> => typed(words, { cwd: project, env: { HOME: home } })
  const fileIn = (folder: string): string => join(folder, '.claude/commands/project/implement.md')
  return { home, project, run, file: fileIn(project), usersFile: fileIn(home) }
}

const init = (preset: string, scope = 'project'): readonly string[] => ['init', '--scope', scope, '--preset', preset]

describe('the implement command of a project', () => {
  it('ORC-44 comes with the orchestrator, stays the same when written again, and goes with it', async () => {
    const { run, file } = aSite()
    expect((await run(...init('orchestrator'))).stdout).toContain(`created ${file}`)
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('allowed-tools: Bash(npx --no-install holdpoint orchestrator start:*)')
    expect((await run(...init('orchestrator'))).stdout).toContain(`unchanged: ${file}`)
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect((await run('uninstall')).stdout).toContain(`removed ${file}`)
    expect(existsSync(file)).toBe(false)
  })

  it('comes with nothing else', async () => {
    const { run, file } = aSite()
    await run(...init('recommended'))
    expect(existsSync(file)).toBe(false)
  })

  it('leaves alone what somebody has edited', async () => {
    const { run, file } = aSite()
    await run(...init('orchestrator'))
    writeFileSync(file, 'my own way\n')
    await run(...init('orchestrator'))
    expect((await run('uninstall')).stdout).toContain(`kept (edited): ${file}`)
    expect(readFileSync(file, 'utf8')).toBe('my own way\n')
  })

  it('leaves alone what was there before', async () => {
    const { run, file } = aSite()
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'older than holdpoint\n')
    await run(...init('orchestrator'))
    await run('uninstall')
    expect(readFileSync(file, 'utf8')).toBe('older than holdpoint\n')
  })

  it('stays while another install of the project needs it', async () => {
    const { run, file } = aSite()
    await run(...init('orchestrator'))
    const text = readFileSync(file, 'utf8')
    await run(...init('orchestrator', 'local'))
    expect((await run('upgrade')).code).toBe(0)
    await run('uninstall', '--scope', 'local')
    // What everyone shares names no path of this machine.
    expect(readFileSync(file, 'utf8')).toBe(text)
    await run('uninstall')
    expect(existsSync(file)).toBe(false)
  })

  it('of the user’s own install lies with the user, and names the program by its path', async () => {
    const { run, file, usersFile } = aSite()
    await run(...init('orchestrator', 'user'))
    expect(existsSync(file)).toBe(false)
    expect(readFileSync(usersFile, 'utf8')).toContain(`${HOLDPOINT} orchestrator finish`)
    await run('uninstall')
    expect(existsSync(usersFile)).toBe(false)
  })
})
