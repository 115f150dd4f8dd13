import { maskedOption } from './story-parts.ts'

describe('an option as it is shown', () => {
  it.each([
    ['mode', 'strict', 'strict'],
    ['limit', 25, 25],
    ['max_tokens', 4096, 4096],
    ['on', true, true],
    ['nothing', null, null],
    ['api_key', 'hunter2-hunter2', '[masked]'],
    ['api_key_env', 'OPENAI_API_KEY', 'OPENAI_API_KEY'],
    ['url', 'https://me:secret@example.com/x', 'https://[masked]@example.com/x'],
    ['headers', { authorization: 'Bearer abcdefghijkl', accept: '*/*' }, { authorization: '[masked]', accept: '*/*' }],
    ['words', ['a', 'ghp_0123456789abcdefghijklmnopqrstuvwxyz'], ['a', '[masked]']],
    ['tokens', ['one', 'two'], ['[masked]', '[masked]']],
  ])('%s: %j', (name, value, shown) => {
    expect(maskedOption(name, value)).toEqual(shown)
  })
})
