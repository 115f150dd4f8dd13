/**
 * A script is what a user could type, and what comes back:
 *
 *     ## A remark.
 *     $ holdpoint validate
 *     ✗ [PROJECT]/holdpoint.yml:1:8
 *     […]
 *     2> what goes to stderr
 *     ? 1
 *     -- holdpoint.yml --
 *     hooks: maybe
 *
 * Files begin with `-- path --` and are there before the first command. A line `[…]` stands for any lines.
 * Without `?` the exit code is 0. Blank lines before the next command do not count.
 */
export interface Result {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
}

export interface Step {
  readonly line: number
  readonly command: string
  readonly expected: Result
}

export interface Script {
  readonly steps: readonly Step[]
  readonly files: Readonly<Record<string, string>>
}

const ANY = '[…]'

export function parseScript(text: string): Script {
  const [script = '', ...sections] = text.split(/^-- (.+) --\n/m)
  const files: Record<string, string> = {}
  for (let index = 0; index < sections.length; index += 2) files[sections[index] ?? ''] = sections[index + 1] ?? ''
  return { steps: stepsIn(script.split('\n')), files }
}

function stepsIn(lines: readonly string[]): readonly Step[] {
  const starts = lines.flatMap((line, index) => (line.startsWith('$ ') ? [index] : []))
  const stray = lines.slice(0, starts[0]).find((line) => line !== '' && !line.startsWith('## '))
  if (stray !== undefined) throw new Error(`a script begins with a command, not with: ${stray}`)
  if (starts.length === 0) throw new Error('a script needs a command')
  return starts.map((start, index) => stepOf(lines.slice(start, starts[index + 1]), start + 1))
}

function stepOf([command = '', ...rest]: readonly string[], line: number): Step {
  const lines = rest.filter((text) => !text.startsWith('## '))
  const starting = (mark: string): readonly string[] =>
    lines.filter((text) => text.startsWith(mark)).map((text) => text.slice(mark.length))
  const [exitCode = '0', ...more] = starting('? ')
  if (more.length > 0) throw new Error(`line ${line}: two exit codes`)
  const stdout = lines.filter((text) => !text.startsWith('? ') && !text.startsWith('2> '))
  return {
    line,
    command: command.slice('$ '.length),
    expected: {
      stdout: stdout.join('\n').trimEnd(),
      stderr: starting('2> ').join('\n'),
      exitCode: Number(exitCode),
    },
  }
}

/** The text with what `[…]` stands for taken out, so that it equals what is expected if it is as expected. */
export function collapse(actual: string, expected: string): string {
  const wanted = expected.split('\n')
  const given = actual.split('\n')
  const result: string[] = []
  let at = 0
  for (const [index, line] of wanted.entries()) {
    if (line !== ANY) {
      result.push(...given.slice(at, at + 1))
      at += 1
      continue
    }
    const rest = wanted.slice(index + 1)
    const next = rest.length === 0 ? given.length : given.indexOf(rest[0] ?? '', at)
    // Not found: what comes is shown as it is.
    if (next === -1) break
    result.push(ANY)
    at = next
  }
  return [...result, ...given.slice(at)].join('\n')
}
