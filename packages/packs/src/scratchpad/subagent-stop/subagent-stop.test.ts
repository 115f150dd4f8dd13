import { agentStop } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './subagent-stop.ts'

const path = '.claude/scratchpad/spec-writer/2026-03-01.md'
const full = '# Entry\n\n## What I did\n\nAll.\n\n## Cross-agent observations\n\n## Unresolved\n'
const reason = `Scratchpad missing or incomplete. Write to ${path} with all three required sections before completing.`
const stop = agentStop('spec-writer')

testHook(hook, {
  pass: [
    { name: 'all three headings', covers: 'T-SCR-10', event: stop, files: { [path]: full } },
    {
      name: 'any heading level and case, words around, Windows line ends',
      event: stop,
      files: { [path]: '###### what i DID:\r\n# 2. Cross-agent observations today\r\n### Unresolved.\r\n' },
    },
    { name: 'no agent type (the host compacts)', covers: 'SCR-22', event: agentStop('') },
    { name: 'no agent type at all', event: agentStop(undefined) },
    { name: 'an exempt agent', covers: 'SCR-21', event: stop, options: { exempt_agents: ['spec-writer'] } },
    {
      name: 'a type with unsafe characters, where the start hook sent it',
      covers: 'SCR-07',
      event: agentStop('planner:tech lead'),
      files: { '.claude/scratchpad/planner-tech-lead/2026-03-01.md': full },
    },
    {
      name: 'headings of the team’s own',
      event: stop,
      options: { headings: ['Done'] },
      files: { [path]: '## Done\n' },
    },
  ],
  block: [
    { name: 'no file', covers: ['T-SCR-08', 'T-ENG-07'], event: stop, id: 'missing', says: reason },
    {
      name: 'two of three headings',
      covers: 'T-SCR-09',
      event: stop,
      files: { [path]: '## What I did\n## Unresolved\n' },
      id: 'incomplete',
      says: `${reason} Missing: Cross-agent observations.`,
    },
    {
      name: 'the phrases only in running text',
      covers: 'T-SCR-11',
      event: stop,
      files: { [path]: 'What I did: all. Cross-agent observations: none. Unresolved: nothing.\n' },
      id: 'incomplete',
    },
    {
      name: 'headings inside a code block',
      event: stop,
      files: { [path]: `\`\`\`md\n${full}\`\`\`\n` },
      id: 'incomplete',
    },
    { name: 'an empty file', event: stop, files: { [path]: '' }, id: 'incomplete' },
    {
      name: 'an entry of yesterday',
      event: stop,
      files: { '.claude/scratchpad/spec-writer/2026-02-28.md': full },
      id: 'missing',
    },
    {
      name: 'a type that tries to leave the folder',
      covers: 'T-ENG-10',
      event: agentStop('../../etc'),
      id: 'missing',
      says: /Write to \.claude\/scratchpad\/[^/]*etc\/2026-03-01\.md with/,
    },
    {
      name: 'the day of UTC, when asked for',
      covers: 'SCR-04',
      event: stop,
      now: '2026-03-01T23:30:00Z',
      options: { timezone: 'utc' },
      id: 'missing',
      says: reason,
    },
    {
      name: 'an agent named like what every object has',
      event: agentStop('spec-writer', 'constructor'),
      id: 'missing',
    },
    { name: 'the third stop in a row', event: stop, before: [stop, stop], id: 'missing' },
    {
      name: 'another agent’s blocks do not count',
      event: agentStop('spec-writer', 'agent-2'),
      before: [stop, stop, stop],
      id: 'missing',
    },
    {
      name: 'after being let go, the count starts again',
      event: stop,
      before: [stop, stop, stop, stop],
      id: 'missing',
    },
  ],
  notice: [
    {
      name: 'the fourth stop in a row is let go',
      covers: ['T-SCR-14', 'SCR-21'],
      event: stop,
      before: [stop, stop, stop],
      id: 'released',
      says: /^spec-writer stopped without a complete scratchpad after 3 blocks\./,
    },
    { name: 'max_blocks counts', event: stop, before: [stop], options: { max_blocks: 1 }, id: 'released' },
  ],
})
