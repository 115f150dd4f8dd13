import { edit, write } from '../../../../testing/src/events.ts'
import type { EventBody } from '@holdpoint/engine'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './doc-gate.ts'

const HEADER = '/** Does it, because it must be done. */\n'
const DECISION = '// @decision DEC-A-001\n'
const body = (lines: number, line = 'x()'): string => `${line}\n`.repeat(lines)
const whole = HEADER + DECISION + body(60)

const replace = (path: string, from: string, to: string, more: Readonly<Record<string, unknown>> = {}): EventBody => ({
  kind: 'tool.before',
  tool: {
    name: 'Edit',
    kind: 'edit',
    input: { file_path: path, old_string: from, new_string: to, ...more },
    files: [{ path, op: 'edit', content: to }],
  },
  subjects: ['Edit'],
})

const edits = (path: string, ...pairs: readonly (readonly [string, string])[]): EventBody => ({
  kind: 'tool.before',
  tool: {
    name: 'MultiEdit',
    kind: 'edit',
    input: { file_path: path, edits: pairs.map(([from, to]) => ({ old_string: from, new_string: to })) },
    files: [{ path, op: 'edit', content: pairs.map(([, to]) => to).join('\n') }],
  },
  subjects: ['MultiEdit'],
})

const headers: readonly (readonly [path: string, header: string])[] = [
  ['a.py', '"""What it does."""\n'],
  ['b.py', "'''What it does.'''\n"],
  ['c.py', '#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n\n# What it does.\n'],
  ['a.ts', '/**\n * What it does.\n */\n'],
  ['b.tsx', "'use client'\n\n// What it does.\n"],
  ['a.go', '// Package a does it.\n'],
  ['a.rs', '//! What it does.\n'],
  ['b.rs', '/// What it does.\n'],
  ['a.sh', '#!/bin/sh\n# What it does.\n'],
  ['a.rb', '# What it does.\n'],
  ['a.php', '<?php\n/** What it does. */\n'],
  ['a.c', '/* What it does. */\n'],
  ['a.java', '// What it does.\n'],
  ['bom.ts', '\uFEFF// What it does.\r\n'],
]
const decisions = [
  '# DECISION: this way. Rationale: it is short.\n',
  '// DECISION(DEC-A-001)\n',
  '//   @decision DEC-A-001\n',
]

testHook(hook, {
  pass: [
    { name: 'the bare input of the document', covers: 'T-HAR-111', event: write('/test.ts') },
    { name: 'header and decision', covers: 'HAR-DG-01', event: write('src/a.ts', whole) },
    { name: 'a short file', event: write('src/a.ts', body(49)) },
    { name: 'a short file without a last line end', event: write('src/a.ts', `${body(48)}x()`) },
    { name: 'a test', covers: 'HAR-DG-03', event: write('src/a.test.ts', body(60)) },
    { name: 'configuration', event: write('vite.config.ts', body(60)) },
    { name: 'other people’s code', event: write('vendor/a.go', body(60)) },
    { name: 'no source', event: write('data.json', body(60)) },
    { name: 'a longer limit', event: write('src/a.ts', body(60)), options: { min_lines: 100 } },
    ...headers.map(([path, header]) => ({
      name: `the header of ${path}`,
      event: write(path, header + DECISION + body(60)),
    })),
    ...decisions.map((decision) => ({ name: decision.trim(), event: write('a.py', `# What\n${decision}${body(60)}`) })),
    ...['README', 'CHANGELOG', 'LICENSE', 'CONTRIBUTING', 'CLAUDE', 'AGENTS', 'MASTER_PLAN', 'readme'].map((name) => ({
      name: `the page ${name}`,
      covers: 'HAR-DG-03',
      event: write(`${name}.md`, 'x'),
    })),
    { name: 'a page in a folder', event: write('docs/a.md', 'x') },
    { name: 'a page that is there already', event: write('NOTES.md', 'x'), files: { 'NOTES.md': 'x' } },
    { name: 'an edit of a page', event: edit('NOTES.md', 'x') },
    {
      name: 'an edit that adds what was missing',
      covers: 'HAR-DG-03',
      event: replace('src/a.ts', 'x()\n', `${HEADER}${DECISION}x()\n`),
      files: { 'src/a.ts': body(60) },
    },
    {
      name: 'two edits that add what was missing',
      event: edits('src/a.ts', ['first()', `${HEADER}first()`], ['last()', `${DECISION}last()`]),
      files: { 'src/a.ts': `first()\n${body(60)}last()\n` },
    },
    {
      name: 'an edit that makes the file short',
      event: replace('src/a.ts', 'x()\n', '', { replace_all: true }),
      files: { 'src/a.ts': body(60) },
    },
    {
      name: 'an edit of a text that is not there',
      event: replace('src/a.ts', 'nowhere', 'y'),
      files: { 'src/a.ts': 'x' },
    },
    { name: 'an edit of no file', event: replace('src/a.ts', 'x', 'y') },
    { name: 'an edit of nothing', event: edit('src/a.ts', body(60)), files: { 'src/a.ts': 'x' } },
    { name: 'edits of another kind', event: { ...edits('src/a.ts'), subjects: [] }, files: { 'src/a.ts': body(60) } },
  ],
  context: [
    {
      name: 'a new page at the top',
      covers: ['T-HAR-65', 'HAR-DG-02'],
      event: write('NOTES.md', 'x'),
      tells: ['NOTES.md', 'gh issue create'],
    },
    { name: 'a new page in capitals', event: write('IDEAS.MD', 'x'), tells: ['issue'] },
    {
      name: 'an edit of a long file without a header',
      covers: 'HAR-DG-01',
      event: replace('src/a.ts', 'last()', 'last(1)'),
      files: { 'src/a.ts': `${body(60)}last()\n` },
      tells: ['src/a.ts has 61 lines of source and no header', '@rationale'],
    },
    {
      name: 'an edit of a long file without a decision',
      event: replace('src/a.py', 'last()', 'last(1)'),
      files: { 'src/a.py': `# What it does\n${body(60)}last()\n` },
      tells: ['no @decision', '# @decision DEC-COMPONENT-001'],
    },
    {
      name: 'an edit that makes the file long',
      covers: 'HAR-DG-03',
      event: replace('src/a.ts', 'x()\n', body(60)),
      files: { 'src/a.ts': 'x()\n' },
      tells: ['60 lines'],
    },
    {
      name: 'an edit that takes the header away',
      event: replace('src/a.ts', HEADER, ''),
      files: { 'src/a.ts': whole.replace(DECISION, '') },
      tells: ['no header'],
    },
    {
      name: 'a replacement that looks like a pattern',
      event: replace('src/a.ts', 'last()', "$& $1 $'"),
      files: { 'src/a.ts': `${body(60)}last()\n` },
      tells: ['61 lines'],
    },
    {
      name: 'a new file by an edit',
      event: replace('src/new.ts', '', body(60)),
      tells: ['60 lines of source and no header'],
    },
  ],
  deny: [
    {
      name: 'no header',
      covers: 'HAR-DG-01',
      event: write('src/a.ts', body(50)),
      id: 'header',
      says: /^Blocked: src\/a\.ts has 50 lines and no header comment\./,
    },
    {
      name: 'a header but no decision',
      covers: 'HAR-DG-01',
      event: write('src/a.ts', HEADER + body(60)),
      id: 'decision',
    },
    { name: 'a comment further down', event: write('src/a.ts', `x()\n${HEADER}${DECISION}${body(60)}`), id: 'header' },
    {
      name: 'a line that only draws a line',
      event: write('src/a.ts', `// ------\n${DECISION}${body(60)}`),
      id: 'header',
    },
    { name: 'only the line for the kernel', event: write('a.sh', `#!/bin/sh\n${body(60)}# @decision\n`), id: 'header' },
    {
      name: 'a class that is called so',
      event: write('a.ts', `${HEADER}${body(60, 'x("my@decisions")')}`),
      id: 'decision',
    },
    { name: 'a limit of one’s own', event: write('src/a.ts', body(5)), options: { min_lines: 5 }, id: 'header' },
  ],
})
