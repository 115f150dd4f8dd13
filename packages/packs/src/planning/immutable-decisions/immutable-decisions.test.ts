import type { EventBody } from '@holdpoint/engine'
import { inPhase } from '../../../../../test/process/support/plan-files.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './immutable-decisions.ts'

const asks = (...questions: readonly unknown[]): EventBody =>
  called({ questions: questions.map((question) => ({ question })) })
const called = (input: Record<string, unknown>): EventBody => ({
  kind: 'tool.before',
  tool: { name: 'AskUserQuestion', kind: 'ask', input, files: [] },
  subjects: ['AskUserQuestion'],
})
const decided = (decisions: Record<string, unknown>) => ({ git: {}, files: inPhase('ARCHITECTURE', { decisions }) })
const raw = (frontMatter: string) => ({ git: {}, files: { 'specs/demo/.planning-state.local.md': frontMatter } })

const REDIS = { 'Use Redis for caching': 'Yes' }
const SESSIONS = { 'Should we use Redis for session caching?': 'Yes, use Redis' }
const config = (text: string) => ({ 'config/planning-config.yaml': text })

testHook(hook, {
  pass: [
    { name: 'no state file', covers: ['PLN-TC-01', 'PLN-FM-01'], event: asks('What caching to use?'), git: {} },
    { name: 'no feature branch', event: asks('What caching to use?'), git: { branch: 'main' } },
    { name: 'no git at all', event: asks('What caching to use?') },
    { name: 'no decisions', covers: ['T-PLN-02', 'PLN-TC-02'], event: asks('What caching to use?'), ...decided({}) },
    { name: 'another subject', covers: 'PLN-TC-04', event: asks('What color for the button?'), ...decided(REDIS) },
    {
      name: 'too little in common',
      covers: 'PLN-TC-06',
      event: asks('Is Redis good?'),
      ...decided({ 'Use Redis for session caching in production': 'Yes' }),
    },
    {
      name: 'a higher threshold',
      covers: 'T-PLN-35',
      event: asks('What caching strategy for sessions?'),
      git: {},
      files: {
        ...inPhase('ARCHITECTURE', { decisions: SESSIONS }),
        ...config('feature_flags:\n  hooks_immutable_guard:\n    keyword_overlap_threshold: 0.7\n'),
      },
    },
    {
      name: 'a higher threshold by option, which wins',
      event: asks('What caching strategy for sessions?'),
      options: { overlap: 0.7 },
      ...decided(SESSIONS),
    },
    { name: 'no question', event: called({}), ...decided(REDIS) },
    { name: 'an empty question', event: asks('  '), ...decided(REDIS) },
    { name: 'a question of stop words alone', event: asks('What should we use?'), ...decided(REDIS) },
    {
      name: 'questions that are no texts',
      event: called({ questions: [7, null, { question: {} }] }),
      ...decided(REDIS),
    },
    { name: 'questions that are no list', event: called({ questions: 'caching?' }), ...decided(REDIS) },
    {
      name: 'corrupt YAML: nothing is known, nothing is denied',
      covers: ['PLN-H01-04', 'PLN-FM-03'],
      event: asks('Use Redis for caching'),
      ...raw('---\nphase: X\nuser_decisions: {"Use Redis for caching": [\n---\n'),
    },
    {
      name: 'tabs where YAML wants blanks',
      event: asks('Use Redis?'),
      ...raw('---\nuser_decisions:\n\t"Redis": "Yes"\n---\n'),
    },
    { name: 'no front matter', event: asks('Use Redis?'), ...raw('user_decisions:\n  "Redis": "Yes"\n') },
    {
      name: 'an alias bomb',
      event: asks('Use Redis?'),
      ...raw(
        `---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c]\nuser_decisions: {Redis: "Yes"}\n---\n`,
      ),
    },
    { name: 'decisions of the wrong kind', event: asks('Use Redis?'), ...raw('---\nuser_decisions: Redis\n---\n') },
    {
      name: 'a decision whose key is a name every object has',
      event: asks('constructor'),
      ...raw('---\nphase: X\nuser_decisions: {}\n---\n'),
    },
  ],
  deny: [
    {
      name: 'the row of the document: every word of the question is in the decision',
      covers: ['PLN-TC-03', 'PLN-H01-08'],
      event: asks('What caching to use?'),
      ...decided(REDIS),
      id: 'decided',
      says: /\(overlap 1\/2\)$/,
    },
    {
      name: 'the same question again',
      covers: 'PLN-TC-05',
      event: asks('Should we use Redis for caching?'),
      ...decided({ 'Should we use Redis for caching?': 'Yes' }),
      id: 'decided',
    },
    {
      name: 'the worked example, with the cached answer',
      covers: ['T-PLN-34', 'PLN-H01-06', 'PLN-H01-07', 'PLN-H01-09'],
      event: asks('What caching strategy for sessions?'),
      ...decided(SESSIONS),
      id: 'decided',
      says:
        "DENIED: This question overlaps with an immutable decision already made. Previous decision: 'Should we use " +
        "Redis for session caching?' -> 'Yes, use Redis'. Do not re-ask. Use the cached answer. (overlap 2/3)",
    },
    {
      name: 'the second of two questions',
      covers: 'T-PLN-36',
      event: asks('What color for the button?', 'What caching to use?'),
      ...decided(REDIS),
      id: 'decided',
    },
    {
      name: 'the older form of the tool',
      covers: 'PLN-H01-03',
      event: called({ question: 'Redis?' }),
      ...decided(REDIS),
      id: 'decided',
    },
    {
      name: 'a word that stands twice counts once',
      covers: 'T-PLN-37',
      event: asks('Which cache?'),
      ...decided({ 'cache cache cache store': 'disk' }),
      id: 'decided',
      says: /\(overlap 1\/2\)$/,
    },
    {
      name: 'a list of questions and answers, an answer that is no text',
      covers: 'PLN-09',
      event: asks('Which databases?'),
      ...raw('---\nuser_decisions:\n  - question: Which database?\n    answer: {primary: pg}\n---\n'),
      id: 'decided',
      says: /-> '\{"primary":"pg"\}'/,
    },
    {
      name: 'CRLF and a byte order mark',
      event: asks('Redis for caching?'),
      ...raw('\uFEFF---\r\nphase: RESEARCH\r\nuser_decisions:\r\n  "Use Redis for caching": "Yes"\r\n---\r\n'),
      id: 'decided',
    },
    {
      name: 'anchors',
      event: asks('Redis for caching?'),
      ...raw('---\nshared: &d\n  "Use Redis for caching": "Yes"\nuser_decisions: *d\n---\n'),
      id: 'decided',
    },
    {
      name: 'a key that stands twice: the last one counts',
      event: asks('Redis for caching?'),
      ...raw('---\nphase: A\nphase: B\nuser_decisions:\n  "Use Redis for caching": "Yes"\n---\n'),
      id: 'decided',
    },
    {
      name: 'words that only punctuation parts',
      event: asks('session-caching/strategy?'),
      ...decided(SESSIONS),
      id: 'decided',
    },
    {
      name: 'a megabyte of decisions',
      event: asks('Use Redis for caching'),
      ...decided(
        Object.fromEntries([
          ...Array.from({ length: 10_000 }, (_, n) => [
            `Decision number${n} about subject${n} in the plan of the feature`,
            'Yes',
          ]),
          ['Use Redis for caching', 'At last'],
        ]),
      ),
      id: 'decided',
      says: /At last/,
    },
    {
      name: 'a lower threshold by option',
      event: asks('Is Redis good?'),
      options: { overlap: 0.2 },
      ...decided({ 'Use Redis for session caching in production': 'Yes' }),
      id: 'decided',
      says: /\(overlap 1\/4\)$/,
    },
    {
      name: 'a state that is only reachable from a sub-directory’s project',
      event: { ...asks('What caching to use?'), cwd: '/' },
      git: {},
      env: { PLANNING_FEATURE_DIR: 'specs/demo' },
      files: inPhase('ARCHITECTURE', { decisions: REDIS }),
      id: 'decided',
    },
  ],
})
