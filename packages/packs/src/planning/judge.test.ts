import { files } from '@holdpoint/runtime/system'
import { aDirectory } from '../../../../test/process/support/temporary.ts'
import { PROVIDER_NAMES } from '@holdpoint/engine'
import { judgeOf } from './judge.ts'

/** Which model would be asked with this environment and this `~/.claude/.env`. */
function judgeWith(variables: Record<string, string>, own = '', named: readonly string[] = PROVIDER_NAMES) {
  const { path, write } = aDirectory()
  if (own !== '') write({ '.claude/.env': own })
  const env = (name: string): string | undefined => (name === 'HOME' ? path : variables[name])
  return judgeOf({ env, files }, (provider) => named.includes(provider))
}

describe('the model that judges a blueprint', () => {
  it.each([
    [{ ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'o' }, 'anthropic'],
    [{ GOOGLE_API_KEY: 'g', OPENAI_API_KEY: 'o' }, 'google'],
    [{ OPENAI_API_KEY: 'o', ANTHROPIC_API_KEY: ' ' }, 'openai'],
    [{}, undefined],
  ])('of %j is %s', (variables, provider) => {
    expect(judgeWith(variables)?.provider).toBe(provider)
  })

  it('may be named, and have its key in the user’s own file', () => {
    const own = "export OPENAI_API_KEY='from-file'\nPLANNING_JUDGE_MODEL=small\n# OPENAI_API_KEY=no\n"
    expect(judgeWith({}, own)).toEqual({ provider: 'openai', key: 'from-file', model: 'small' })
  })

  it('is at another address only when the user’s own file says so', () => {
    const key = { ANTHROPIC_API_KEY: 'a' }
    expect(judgeWith(key, 'ANTHROPIC_BASE_URL="https://own.example"\n')?.baseUrl).toBe('https://own.example')
    expect(judgeWith({ ...key, ANTHROPIC_BASE_URL: 'https://project.example' })).toBeUndefined()
  })

  it('is the first that the user names, and undefined where none is named', () => {
    const keys = { ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'o' }
    expect(judgeWith(keys, '', ['openai'])?.provider).toBe('openai')
    expect(judgeWith(keys, '', ['google'])).toBeUndefined()
    expect(judgeWith(keys, '', [])).toBeUndefined()
  })

  it('is undefined without a home', () => {
    expect(judgeOf({ env: () => undefined, files }, () => true)).toBeUndefined()
  })
})
