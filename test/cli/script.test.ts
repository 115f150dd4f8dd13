import { collapse, parseScript } from './script.ts'

describe('a script', () => {
  it('holds commands, what they print, how they end, and files', () => {
    const text =
      '## About.\n\n$ one --x\nout\n\n  more\n2> err\n? 3\n\n## Then.\n$ two\n\n-- a/b.yml --\nx: 1\n-- c --\n'
    expect(parseScript(text)).toEqual({
      steps: [
        { line: 3, command: 'one --x', expected: { stdout: 'out\n\n  more', stderr: 'err', exitCode: 3 } },
        { line: 11, command: 'two', expected: { stdout: '', stderr: '', exitCode: 0 } },
      ],
      files: { 'a/b.yml': 'x: 1\n', c: '' },
    })
  })

  it.each([
    ['no command', '## only words\n', 'a script needs a command'],
    ['words before the command', 'hello\n$ x\n', 'a script begins with a command, not with: hello'],
    ['two exit codes', '$ x\n? 1\n? 2\n', 'line 1: two exit codes'],
  ])('is refused: %s', (_, text, message) => {
    expect(() => parseScript(text)).toThrow(message)
  })
})

describe('[…] stands for any lines', () => {
  it.each([
    ['a\nb\nc', 'a\nb\nc', true],
    ['a\nb\nc', '[…]', true],
    ['a\nb\nc', 'a\n[…]', true],
    ['a\nb\nc', '[…]\nc', true],
    ['a\nb\nc', 'a\n[…]\nc', true],
    ['a\nb\nc', 'a\n[…]\nb\nc', true],
    ['a\nb\nc', '[…]\nb\n[…]', true],
    ['a\nb\nc', '[…]\nb', false],
    ['a\nb\nc', '[…]\nx', false],
    ['a\nb\nc', 'b\n[…]', false],
    ['a\nb\nc', 'a\n[…]\nx\n[…]', false],
    ['a\nb\nc', 'a\nb', false],
    ['a\nb\nc', 'a\nb\nc\nd', false],
    ['a', '', false],
    ['', '[…]', true],
  ])('%j as %j: %s', (actual, expected, fits) => {
    expect(collapse(actual, expected) === expected).toBe(fits)
  })
})
