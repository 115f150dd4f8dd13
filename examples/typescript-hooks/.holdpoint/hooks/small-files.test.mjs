import { events, testHook } from 'holdpoint/testing'
import smallFiles from './small-files.mjs'

const written = (path) => events.after(events.write(path), {})
const lines = (count) => 'x\n'.repeat(count)

testHook(smallFiles, {
  pass: [
    { name: 'a small file', event: written('a.ts'), files: { 'a.ts': lines(10) } },
    { name: 'a long one that may be long', event: written('a.json'), files: { 'a.json': lines(500) } },
  ],
  feedback: [
    { name: 'a long file', event: written('a.ts'), files: { 'a.ts': lines(500) }, id: 'long' },
    {
      name: 'with another limit',
      event: written('a.ts'),
      files: { 'a.ts': lines(10) },
      options: { max_lines: 5 },
      id: 'long',
    },
  ],
})
