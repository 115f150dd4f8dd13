import { openMemo } from './memo.ts'

it('makes each thing once, whatever it is', () => {
  const memo = openMemo()
  let made = 0
  const make = (): undefined => {
    made += 1
    return undefined
  }
  expect([memo('a', make), memo('a', make), memo('b', make)]).toEqual([undefined, undefined, undefined])
  expect(made).toBe(2)
  expect(openMemo()('a', () => 'new')).toBe('new')
})
