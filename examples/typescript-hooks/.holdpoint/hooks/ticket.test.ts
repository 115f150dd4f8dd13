import { testHook } from 'holdpoint/testing'
import ticket from './ticket.ts'

testHook(ticket, {
  pass: ['git status', 'git commit -m "ABC-1: sums"', 'git commit --message="fix ABC-12"', 'git commit -am "ABC-3 x"'],
  deny: [
    { run: 'git commit -m sums', id: 'no-ticket', says: /such as `ABC-123: …`/ },
    { run: 'git commit', id: 'no-ticket' },
    { run: 'sh -c "cd x && git commit -m sums"', id: 'no-ticket' },
    { run: 'git commit -m "ABC-1: sums"', options: { projects: ['XYZ'] }, id: 'no-ticket' },
  ],
})
