import { factOf, partOf } from './story.ts'

const TEXT = `deny PreToolUse Bash

id      01-ab
format  9, newer than this holdpoint; some may be missing

Hooks
  deny     guard/x (2 ms)
           What it does

What it does
  rm -rf /
    - deletes /

What the host was told (exit code 0; without context and notices)
  {}
`

describe('parts of a story', () => {
  it('are the lines below an unindented title, without their indent', () => {
    expect(partOf(TEXT, 'What it does')).toBe('rm -rf /\n  - deletes /')
  })

  it('are not taken from what an agent wrote', () => {
    expect(partOf('Hooks\n  deny x\n    What it does\n    lies\n', 'What it does')).toBeUndefined()
  })

  it('has facts only where the text has them', () => {
    expect(factOf(TEXT, 'format')).toBe('9, newer than this holdpoint; some may be missing')
    expect(factOf(TEXT, 'error')).toBeUndefined()
  })
})
