import { turnStop } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
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
  'The download finished at 10:00 and took 3 s.',
  'The job completed in 4 minutes with 12 warnings.',
  'Finished the parser; the lexer still leaks.',
  'I will tell you when it is done.',
  'The list shows every step that was completed before the crash.',
  'It prints `done`.',
  'The build is complete except for the docs.',
  'Nothing is finished.',
  'The work isn’t completed.',
  'Done: the parser reads CRLF, and two tests cover it.',
  'Run it like this:\n```\nfor f in *; do echo $f; done\n```',
  'That’s it for the parser, the lexer comes tomorrow.',
]

testHook(hook, {
  pass: [
    ...going.map((text) => ({ name: text, covers: 'HAR-FM-01', event: turnStop(text) })),
    ...saying.map((text) => ({ name: text, covers: 'HAR-FM-02', event: turnStop(text) })),
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
    ...[
      'Done.',
      'All done! 🎉',
      '**Done** ✅',
      'The refactoring is complete.',
      'Everything is finished now.',
      'The migration has completed successfully.',
      'I fixed the parser, and it is all set.',
      '- parser: fixed\n- lexer: done',
      'The download finished at 10:00. All is done',
      'The work is done as requested.',
      'It took 3 s (finished).',
    ].map((text) => ({ name: text, covers: 'HAR-FM-02', event: turnStop(text), id: 'bare' })),
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
