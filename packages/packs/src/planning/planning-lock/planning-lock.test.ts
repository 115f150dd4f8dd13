import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { inPhase, lockedBy } from '../../../../../test/process/support/plan-files.ts'
import { edit, read, shell, write } from '../../../../testing/src/events.ts'
import type { TemporaryProject } from '../../../../testing/src/repository.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './planning-lock.ts'

const git = {}
const design = write('specs/demo/design.md')
const there = { 'specs/demo/design.md': '# Design\n', 'specs/demo/spec.md': '# Spec\n' }
const free = { git, files: there }
const ours = { git, files: { ...there, ...lockedBy('test') } }
const theirs = { git, files: { ...there, ...lockedBy('other') } }
const lock = (text: string) => ({ git, files: { ...there, 'specs/demo/.planning.lock': text } })
const link = (target: string, name: string) => (project: TemporaryProject) =>
  symlinkSync(join(project.path, target), join(project.path, name))
const UNLOCKED =
  'DENIED: No planning lock acquired. Call Phase 1 setup first to acquire lock before writing to planning workspace.'

testHook(hook, {
  pass: [
    { name: 'a file elsewhere', covers: 'PLN-TC-07', event: write('/tmp/test.md'), ...free },
    { name: 'the lock is ours', covers: ['T-PLN-08', 'PLN-TC-08', 'PLN-H02-05'], event: design, ...ours },
    {
      name: 'no feature directory',
      covers: ['T-PLN-11', 'T-PLN-43', 'PLN-TC-11'],
      event: design,
      git: { branch: 'main' },
    },
    { name: 'no git', covers: 'PLN-FM-04', event: design },
    {
      name: 'a neighbour whose name begins alike',
      covers: ['T-PLN-39', 'G-53'],
      event: write('specs/demo2/x.md'),
      ...free,
    },
    {
      name: 'the lock itself, while there is none',
      covers: 'T-PLN-41',
      event: write('specs/demo/.planning.lock'),
      ...free,
    },
    { name: 'the spec, while nobody plans', covers: 'T-PLN-41', event: write('specs/demo/spec.md'), ...free },
    { name: 'a lock without an owner', covers: 'PLN-H02-06', event: design, ...lock('{"acquired_at":"x"}') },
    { name: 'a lock with an empty owner', event: design, ...lock('{"session_id":""}') },
    { name: 'a lock with a byte order mark', event: design, ...lock('\uFEFF{"session_id":"test"}\r\n') },
    { name: 'reading', event: read('specs/demo/design.md'), ...free },
    { run: 'cat specs/demo/design.md', ...free },
    { run: 'grep -r lock specs/demo', ...free },
    { run: 'echo done > notes.txt', ...free },
    { run: 'sed -i s/a/b/ specs/demo/design.md', ...ours },
    { run: 'rm -rf specs/demo', ...ours },
    { run: 'mkdir -p specs/demo', git },
    { run: 'printf "{}" > specs/demo/.planning.lock', ...free },
    { run: 'rm specs/demo/.planning.lock', ...ours },
    { run: 'echo x > "$OUT"', ...free },
    {
      name: 'a link in the feature directory, with the lock',
      event: write('specs/demo/l.md'),
      ...ours,
      prepare: link('README.md', 'specs/demo/l.md'),
    },
    {
      name: 'the directory named by the environment, not the branch’s',
      event: design,
      git,
      env: { PLANNING_FEATURE_DIR: 'plans/demo' },
      files: {},
      prepare: (project) => project.git('switch', '--quiet', '-c', 'topic'),
    },
  ],
  deny: [
    {
      name: 'no lock',
      covers: ['T-PLN-10', 'PLN-TC-10', 'PLN-H02-03'],
      event: design,
      ...free,
      id: 'unlocked',
      says: UNLOCKED,
    },
    { name: 'no lock, and no directory yet', event: design, git, id: 'unlocked' },
    { name: 'Edit', event: edit('specs/demo/design.md'), ...free, id: 'unlocked' },
    {
      name: 'another session’s lock',
      covers: ['T-PLN-09', 'PLN-TC-09', 'PLN-H02-04'],
      event: design,
      ...theirs,
      id: 'foreign',
      says: 'DENIED: Planning lock owned by another session (other). Wait for lock release or delete stale lock.',
    },
    { name: 'a number as owner', event: design, ...lock('{"session_id":5}'), id: 'foreign', says: /\(5\)/ },
    {
      name: 'a corrupt lock',
      covers: ['T-PLN-40', 'PLN-FM-05'],
      event: design,
      ...lock('garbage{'),
      id: 'corrupt',
      says: /\.planning\.lock cannot be read: it is not JSON/,
    },
    { name: 'an empty lock', event: design, ...lock(''), id: 'corrupt' },
    { name: 'a lock that is a list', event: design, ...lock('["test"]'), id: 'corrupt' },
    { name: 'a lock whose owner is an object', event: design, ...lock('{"session_id":{}}'), id: 'corrupt' },
    {
      name: 'a lock that is a link',
      event: design,
      ...free,
      prepare: link('README.md', 'specs/demo/.planning.lock'),
      id: 'corrupt',
    },
    {
      name: 'a lock that is a directory',
      event: design,
      ...free,
      prepare: (project) => mkdirSync(join(project.path, 'specs/demo/.planning.lock')),
      id: 'corrupt',
    },
    {
      name: 'the spec, once a plan has begun',
      event: write('specs/demo/spec.md'),
      git,
      files: inPhase('SETUP'),
      id: 'unlocked',
    },
    {
      name: 'somebody else’s lock, to be overwritten',
      event: write('specs/demo/.planning.lock'),
      ...theirs,
      id: 'foreign',
    },
    { name: 'by way of ..', event: write('specs/demo2/../demo/x.md'), ...free, id: 'unlocked' },
    {
      name: 'through a link that leads in',
      covers: 'T-PLN-42',
      event: write('shortcut/x.md'),
      ...free,
      prepare: link('specs/demo', 'shortcut'),
      id: 'unlocked',
    },
    {
      name: 'a link to a file in it',
      event: write('d.md'),
      ...free,
      prepare: link('specs/demo/design.md', 'd.md'),
      id: 'unlocked',
    },
    {
      name: 'a link in it that leads out',
      event: write('specs/demo/l.md'),
      ...free,
      prepare: link('README.md', 'specs/demo/l.md'),
      id: 'unlocked',
    },
    {
      name: 'a lock-shaped link that leads to another file of the plan',
      event: write('specs/demo/.planning.lock'),
      ...free,
      prepare: link('specs/demo/design.md', 'specs/demo/.planning.lock'),
      id: 'corrupt',
    },
    {
      name: 'the directory relative in the environment',
      covers: 'T-PLN-44',
      event: write('plans/x/design.md'),
      git: { branch: 'main' },
      env: { PLANNING_FEATURE_DIR: 'plans/x' },
      id: 'unlocked',
    },
    {
      name: 'the session has gone into a sub-directory',
      event: { ...design, cwd: '/' },
      git: { branch: 'main' },
      env: { PLANNING_FEATURE_DIR: 'specs/demo' },
      files: there,
      id: 'unlocked',
    },
    { run: 'echo x > specs/demo/design.md', ...free, id: 'unlocked' },
    { run: 'echo x >> specs/demo/new.md', ...theirs, id: 'foreign' },
    { run: "sed -i 's/a/b/' specs/demo/design.md", ...free, id: 'unlocked' },
    { run: 'date | tee specs/demo/design.md', ...free, id: 'unlocked' },
    { run: 'cp README.md specs/demo/design.md', ...free, id: 'unlocked' },
    { run: 'mv draft.md specs/demo/design.md', ...free, id: 'unlocked' },
    { run: 'mv specs/demo/design.md old.md', ...free, id: 'unlocked' },
    { run: 'rm specs/demo/design.md', ...free, id: 'unlocked' },
    { run: 'rm -rf specs/demo', ...free, id: 'unlocked' },
    { run: 'rm -rf specs', ...theirs, id: 'foreign' },
    { run: 'rm specs/*/design.md', ...free, id: 'unlocked' },
    { run: 'cd specs && echo x > demo/plan.md', ...free, id: 'unlocked' },
    { run: 'D=specs/demo; echo x > $D/plan.md', ...free, id: 'unlocked' },
    { run: 'echo x > specs/demo/$(date +%s).md', ...free, id: 'unlocked' },
    { run: 'chmod 777 specs/demo/design.md', ...free, id: 'unlocked' },
    { run: 'cp -r drafts/. specs/demo/', ...free, id: 'unlocked' },
    { run: 'tar xf plan.tar -C specs/demo', ...free, id: 'unlocked' },
    { run: 'mkdir specs/demo/test-cases', ...free, id: 'unlocked' },
    { run: 'git checkout -- specs/demo/design.md', ...free, id: 'unlocked' },
    { run: 'ls; rm specs/demo/.planning.lock', ...theirs, id: 'foreign' },
    { run: 'bash -c "echo x > specs/demo/plan.md"', ...free, id: 'unlocked' },
    {
      name: 'in a linked work tree of its own branch, from a session on main',
      event: write('trees/demo/specs/demo/plan.md'),
      git: { branch: 'main' },
      prepare: (project) => void project.git('worktree', 'add', '--quiet', '-b', 'feature/demo', 'trees/demo'),
      id: 'unlocked',
    },
    {
      name: 'a branch with slashes and characters of the shell',
      event: write("specs/a/b$(x);'c/plan.md"),
      git: { branch: "feature/a/b$(x);'c" },
      id: 'unlocked',
    },
  ],
  ask: [
    { run: 'echo x > "$SOMEWHERE/plan.md"', ...free, id: 'unclear' },
    {
      name: 'unknown, and somebody else holds the lock',
      event: shell('rm "$SOMEWHERE/tasks.md"'),
      ...theirs,
      id: 'unclear',
    },
  ],
})
