import { browserCommand } from './browser.ts'

describe('the browser', () => {
  it.each([
    ['a desktop', { DISPLAY: ':0' }, 'linux', true, 'xdg-open'],
    ['another desktop', { WAYLAND_DISPLAY: 'wayland-0' }, 'linux', true, 'xdg-open'],
    ['a Mac', {}, 'darwin', true, 'open'],
    ['a Mac far away', { SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }, 'darwin', true, undefined],
    ['a console', {}, 'linux', true, undefined],
    ['an empty display', { DISPLAY: '' }, 'linux', true, undefined],
    ['a pipe', { DISPLAY: ':0' }, 'linux', false, undefined],
    ['CI', { DISPLAY: ':0', CI: 'true' }, 'linux', true, undefined],
    ['CI on a Mac', { CI: '1' }, 'darwin', true, undefined],
  ])('on %s', (_, env, platform, isTerminal, program) => {
    expect(browserCommand(env, platform, isTerminal)).toBe(program)
  })
})
