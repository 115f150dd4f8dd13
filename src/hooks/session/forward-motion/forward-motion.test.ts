import { turnStop } from '../../../testing/events.ts'
import { testHook } from '../../../testing/test-hook.ts'
import hook from './forward-motion.ts'

const going = [
  'All done. Shall I run the tests?',
  'Done. Let me know if it works for you.',
  'Finished. Want me to commit it?',
  'All set. Next step: the docs.',
  'Completed. Would you like more',
  'Done - happy to explain.',
  'Done. I can also add tests.',
  'Feel free to merge, all is done',
]
const saying = [
  'The parser reads CRLF now.',
  'It is not done yet, the tests fail.',
  'This is almost finished.',
  'The cache is abandoned.',
  'See the complete list above.',
]

testHook(hook, {
  pass: [
    ...going.map((text) => ({ name: text, covers: 'HAR-FM-01', event: turnStop(text) })),
    ...saying.map((text) => ({ name: text, event: turnStop(text) })),
    {
      name: 'the second stop of a turn',
      covers: ['HAR-FM-03', 'HAR-06'],
      event: turnStop('All set.', true),
    },
    { name: 'no answer', covers: 'HAR-FM-03', event: turnStop() },
    { name: 'an empty answer', event: turnStop(' \n\n ') },
    { name: 'done, and then a paragraph that goes on', event: turnStop('Done.\n\nThe next step would be the docs.') },
    { name: 'a paragraph with a question further up', event: turnStop('Is that right?\nAll done.') },
  ],
  block: [
    {
      name: 'all set',
      covers: ['T-HAR-101', 'HAR-FM-02'],
      event: turnStop('I changed the parser.\n\nAll set.'),
      id: 'bare',
      says: /ask a question, make an offer or name the next step/,
    },
    { name: 'done', event: turnStop('Done.'), id: 'bare' },
    {
      name: 'a question only in an earlier paragraph',
      event: turnStop('Why did it fail?\r\n\r\nIt is finished now.\r\n'),
      id: 'bare',
    },
    { name: 'that is it', event: turnStop('That’s it!'), id: 'bare' },
    { name: 'not done was the one, done is the other', event: turnStop('A is not done, B is done.'), id: 'bare' },
    { name: 'a very long answer', event: turnStop(`${'word '.repeat(200_000)}\n\nwrapped up`), id: 'bare' },
  ],
})
