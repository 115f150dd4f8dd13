import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { F, inPhase, state } from '../../../../../test/process/support/plan-files.ts'
import { edit, write } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './spec-protection.ts'

const git = {}
const spec = write('specs/demo/spec.md')
const at = (phase: string) => ({ git, files: { 'specs/demo/spec.md': '# Spec\n', ...inPhase(phase) } })
const planned = at('ARCHITECTURE')
const raw = (text: string) => ({ git, files: { [`${F}/spec.md`]: '', [`${F}/.planning-state.local.md`]: text } })
const fixedAt = (phase: string): string =>
  `DENIED: spec.md is immutable after planning has started (current phase: ${phase}). Modifying it would invalidate ` +
  'all downstream artifacts. If requirements changed, abort planning and restart.'

testHook(hook, {
  pass: [
    { name: 'SETUP', covers: ['T-PLN-18', 'PLN-TC-18', 'PLN-H04-02'], event: spec, ...at('SETUP') },
    { name: 'SETUP in lower case', event: spec, ...at('" setup "') },
    { name: 'another file', covers: ['T-PLN-20', 'PLN-TC-20'], event: write('specs/demo/design.md'), ...planned },
    {
      name: 'no state',
      covers: ['T-PLN-21', 'PLN-TC-21', 'PLN-FM-08'],
      event: spec,
      git,
      files: { 'specs/demo/spec.md': '' },
    },
    { name: 'the constitution', covers: ['T-PLN-54', 'PLN-H04-04'], event: write('specs/constitution.md'), ...planned },
    {
      name: 'the spec of a feature that nobody plans',
      covers: 'PLN-H04-05',
      event: write('specs/other/spec.md'),
      ...planned,
    },
    { name: 'a name that only ends alike', event: write('specs/demo/my-spec.md'), ...planned },
    { name: 'no phase in the state', event: spec, ...raw('---\nmode: x\n---\n') },
    { name: 'an empty state', event: spec, ...raw('') },
    { name: 'no branch', event: write('docs/spec.md'), git: { branch: 'main' } },
    { run: 'cat specs/demo/spec.md', ...planned },
    { run: 'cp specs/demo/spec.md copy.md', ...planned },
    { run: "sed 's/a/b/' specs/demo/spec.md > out.md", ...planned },
    { run: "sed -i 's/a/b/' specs/demo/spec.md", ...at('SETUP') },
    { run: "sed -i 's/a/b/' specs/demo/plan.md", ...planned },
    { run: 'rm -rf build', ...planned },
    { run: 'mkdir -p specs/demo', ...planned },
    { run: 'cp draft.md specs/demo/', ...planned },
    { run: 'echo x > "$OUT"', ...planned },
  ],
  deny: [
    {
      name: 'Write',
      covers: ['T-PLN-19', 'PLN-TC-19', 'PLN-H04-01', 'PLN-H04-03'],
      event: spec,
      ...planned,
      id: 'fixed',
      says: fixedAt('ARCHITECTURE'),
    },
    {
      name: 'Edit at the end',
      covers: 'T-PLN-53',
      event: edit('specs/demo/spec.md'),
      ...at('COMPLETION'),
      id: 'fixed',
      says: fixedAt('COMPLETION'),
    },
    { name: 'a phase in lower case', event: spec, ...at('research'), id: 'fixed', says: fixedAt('RESEARCH') },
    { name: 'a phase of the project’s own', event: spec, ...at('REVIEW_2'), id: 'fixed' },
    { name: 'a phase that is a number', event: spec, ...at('3'), id: 'fixed', says: fixedAt('3') },
    {
      name: 'a state that is no YAML, but whose phase everybody can read',
      event: spec,
      ...raw('---\nphase: RESEARCH\nuser_decisions:\n\t"x": [\n---\n'),
      id: 'fixed',
    },
    { name: 'a front matter without an end', event: spec, ...raw('---\nphase: RESEARCH\n'), id: 'fixed' },
    { name: 'CRLF and a byte order mark', event: spec, ...raw('\uFEFF---\r\nphase: RESEARCH\r\n---\r\n'), id: 'fixed' },
    { name: 'a key twice', event: spec, ...raw('---\nphase: SETUP\nphase: RESEARCH\n---\n'), id: 'fixed' },
    {
      name: 'the spec of another plan: its own state decides',
      covers: 'PLN-H04-05',
      event: write('specs/other/spec.md'),
      git: { branch: 'main' },
      files: { 'specs/other/.planning-state.local.md': state({ phase: 'RESEARCH' }) },
      id: 'fixed',
    },
    {
      name: 'through a link',
      event: write('s.md'),
      ...planned,
      prepare: (project) => symlinkSync(join(project.path, 'specs/demo/spec.md'), join(project.path, 's.md')),
      id: 'fixed',
    },
    { run: "sed -i 's/a/b/' specs/demo/spec.md", ...planned, id: 'fixed' },
    { run: "sed -i.bak -e 's/a/b/' specs/demo/spec.md", ...planned, id: 'fixed' },
    { run: 'echo more >> specs/demo/spec.md', ...planned, id: 'fixed' },
    { run: 'echo more | tee -a specs/demo/spec.md', ...planned, id: 'fixed' },
    { run: 'cp other.md specs/demo/spec.md', ...planned, id: 'fixed' },
    { run: 'mv other.md specs/demo/spec.md', ...planned, id: 'fixed' },
    { run: 'rm specs/demo/spec.md', ...planned, id: 'fixed' },
    { run: 'git checkout HEAD~1 -- specs/demo/spec.md', ...planned, id: 'fixed' },
    { run: `python3 -c "open('specs/demo/spec.md','w')"`, ...planned, id: 'fixed' },
    { run: 'rm -rf specs/demo', ...planned, id: 'fixed' },
    { run: 'rm -r specs/*', ...planned, id: 'fixed' },
    { run: 'mv specs/demo specs/old', ...planned, id: 'fixed' },
    { run: "sed -i 's/a/b/' specs/demo/*.md", ...planned, id: 'fixed' },
    { run: 'cd specs/demo && truncate -s 0 spec.md', ...planned, id: 'fixed' },
    { run: 'env X=1 bash -c "cd specs; : > demo/spec.md"', ...planned, id: 'fixed' },
  ],
  ask: [
    { run: 'cp -r drafts/. specs/demo/', ...planned, id: 'unclear' },
    { run: 'tar xf plan.tar -C specs/demo', ...planned, id: 'unclear' },
    {
      run: 'echo x > "$SOMEWHERE/spec.md"',
      ...planned,
      id: 'unclear',
      says: /^Needs approval: this may change .*spec\.md, which is immutable in phase ARCHITECTURE\./,
    },
  ],
})
