import { chmodSync, readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { aHarness } from '../../../../../test/process/support/harness.ts'
import { aDirectory } from '../../../../../test/process/support/temporary.ts'
import hook from './notify.ts'

const on = (desktop: string): string =>
  `presets: [all]\nhooks: { session/notify: { options: { desktop: ${desktop} } } }\n`

/** Programs of these names that record their arguments, one per line. */
function fakes(...names: readonly string[]) {
  const bin = aDirectory()
  for (const name of names) {
    bin.write({
      [name]: `#!/bin/sh\nfor word in ${name} "$@"; do printf '%s\\n' "$word"; done >> "${bin.path}/calls"\n`,
    })
    chmodSync(join(bin.path, name), 0o755)
  }
  const calls = join(bin.path, 'calls')
  return {
    env: { PATH: `${bin.path}:${process.env['PATH']}` },
    calls: (): readonly string[] => (existsSync(calls) ? readFileSync(calls, 'utf8').trimEnd().split('\n') : []),
  }
}

const ask = { notification_type: 'permission_prompt', message: 'May I use Bash?' }
const idle = { notification_type: 'idle_prompt', message: 'Waiting' }

describe('session/notify', () => {
  it('T-HAR-104, HAR-NOTIFY-01: says nothing on Linux, whatever is installed', async () => {
    const programs = fakes('terminal-notifier', 'osascript', 'notify-send')
    const harness = aHarness([hook], { env: programs.env })
    expect(await harness.ask('Notification', ask)).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(programs.calls()).toEqual([])
  })

  it.each([
    [ask, 'Ping'],
    [idle, 'Glass'],
  ])('T-HAR-104, HAR-NOTIFY-01: %j sounds as %s', async (input, sound) => {
    const programs = fakes('terminal-notifier', 'osascript')
    const env = { ...programs.env, TERM_PROGRAM: 'iTerm.app' }
    const harness = aHarness([hook], { env, config: on('macos') })
    expect(await harness.ask('Notification', input)).toMatchObject({ code: 0, stdout: '' })
    expect(programs.calls()).toEqual(
      ['terminal-notifier', '-title', 'Claude Code', '-message', input.message, '-sound', sound].concat(
        '-activate',
        'com.googlecode.iterm2',
      ),
    )
  })

  it('HAR-NOTIFY-01: falls back on osascript, where the text is an argument and no script', async () => {
    const programs = fakes('osascript')
    const harness = aHarness([hook], { env: programs.env, config: on('macos') })
    const message = '" & (do shell script "id") & "\n-e x'
    await harness.ask('Notification', { ...idle, message })
    expect(programs.calls().slice(-3)).toEqual(['Claude Code', '" & (do shell script "id") & " -e x', 'Glass'])
  })

  it('HAR-NOTIFY-01: Linux, when wanted', async () => {
    const programs = fakes('notify-send')
    const harness = aHarness([hook], { env: programs.env, config: on('linux') })
    await harness.ask('Notification', { ...ask, message: '--help' })
    expect(programs.calls()).toEqual(['notify-send', '--urgency=critical', '--', 'Claude Code', '--help'])
  })

  it.each([
    ['off', ask],
    ['macos', { ...ask, notification_type: 'auth_success' }],
  ])('stays silent: %s', async (desktop, input) => {
    const programs = fakes('terminal-notifier', 'notify-send')
    const harness = aHarness([hook], { env: programs.env, config: on(desktop) })
    await harness.ask('Notification', input)
    expect(programs.calls()).toEqual([])
  })

  it('has nothing to call where nothing is installed, and needs no message', async () => {
    const harness = aHarness([hook], { env: { PATH: '/nowhere:relative:' }, config: on('macos') })
    expect(await harness.ask('Notification', { type: 'idle_prompt' })).toMatchObject({ code: 0, stdout: '' })
  })
})
