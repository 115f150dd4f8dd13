import { parse } from 'smol-toml'
import { hookTables } from '@holdpoint/hosts'
import { tomlProblem, withHooks, withoutHooks } from './toml-text.ts'

const line = `unset -f test; f=/opt/hook.sh; set -- hook PreToolUse --from kimi/user; printf '%s\\n' 'it "cannot" run' >&2`
const ours = { event: 'PreToolUse', command: line, timeout: 5 }
const isOurs = (command: string): boolean => command.includes('--from kimi/user')

const SETTINGS: Readonly<Record<string, string>> = {
  empty: '',
  'only a comment': '# mine\n',
  'comments and odd spaces': '# mine\nmodel   =  "m" # why\n\n\n[ a . b ]\nx=1\n# the end\n',
  'no line end': '[a]\nx = 1',
  'Windows line ends': '# mine\r\n[a]\r\nx = 1\r\n',
  'hooks of others':
    '[[hooks]]\nevent = "Stop"\ncommand = \'echo "a"\' # mine\n\n# about the next\n[[ hooks ]]\nevent = "Stop"\ncommand = "b"\n',
  'a long text that looks like ours': `note = """\n[[hooks]]\ncommand = "x --from kimi/user"\n"""\nlist = [\n  "[[hooks]]",\n]\n`,
}

describe('hooks in a TOML file', () => {
  it.each(Object.entries(SETTINGS))('%s: written, read by a parser, and every byte back', (_, text) => {
    const written = withHooks(text, [ours, { ...ours, event: 'Stop' }], isOurs)
    const { hooks } = parse(written) as { hooks: { event: string; command: string }[] }
    expect(hooks.slice(-2)).toEqual([ours, { ...ours, event: 'Stop' }])
    expect(tomlProblem(written)).toBeUndefined()
    expect(written.startsWith(text)).toBe(true)
    expect(withHooks(written, [ours, { ...ours, event: 'Stop' }], isOurs)).toBe(written)
    const isWhole = text === '' || text.endsWith('\n')
    expect(withoutHooks(written, isOurs)).toBe(isWhole ? text : `${text}\n`)
  })

  it('keeps what somebody wrote behind ours', () => {
    const written = `${withHooks('# mine\n', [ours], isOurs)}\n# later\n[b]\ny = 2\n`
    expect(withoutHooks(written, isOurs)).toBe('# mine\n\n# later\n[b]\ny = 2\n')
    expect(withHooks(written, [{ ...ours, timeout: 6 }], isOurs)).toContain('# later\n[b]\ny = 2\n\n[[hooks]]')
  })

  it('finds ours also after another program has written the file anew', () => {
    const literal = `[[hooks]]\ntimeout = 5\ncommand = '${line.replaceAll("'", '')}'\nevent = 'PreToolUse'\n`
    expect(hookTables(literal)).toMatchObject([{ event: 'PreToolUse', start: 0, end: literal.length }])
    expect(withoutHooks(literal, isOurs)).toBe('')
  })

  it.each([
    ['a = ', /is not valid TOML at line 1/],
    ['[[hooks]\n', /is not valid TOML at line 1/],
    ['a = 1\na = 2\n', /is not valid TOML/],
    ['{"hooks": {}}', /is not valid TOML/],
    ['hooks = "x"\n', /`hooks` that is not a list/],
    ['[[hooks]]\nevent = "Stop"\ncommand = "x"\ntype = "command"\n', /the key `type`/],
  ])('%j is refused', (text, problem) => {
    expect(tomlProblem(text)).toMatch(problem)
    expect(tomlProblem(text)).not.toContain('\n')
  })

  it('an inline list of hooks cannot be extended, and that is said', () => {
    expect(tomlProblem(withHooks('hooks = []\n', [ours], isOurs))).toMatch(/is not valid TOML at line 3/)
  })
})
