import { answers, programs, withPath } from '../../../../../../test/support/agents.ts'
import { after, edit, write } from '../../../../../testing/src/events.ts'
import { testHook } from '../../../../../testing/src/test-hook.ts'
import hook from './debug-verification.ts'

const now = (path: string, text: string, output: unknown = {}) => ({
  event: after(write(path, text), output),
  files: { [path]: text },
})
const edited = (path: string, from: string, to: string, whole: string) => {
  const event = edit(path, to)
  if (event.kind !== 'tool.before') throw new Error('an edit is a tool call')
  const input = { file_path: path, old_string: from, new_string: to }
  return { event: after({ ...event, tool: { ...event.tool, input } }, {}), files: { [path]: whole } }
}

testHook(hook, {
  pass: [
    { name: 'nothing left', ...now('src/a.ts', 'export const a = 1\n') },
    {
      name: 'a comment and a text',
      ...now('src/b.ts', "// console.log(x) debugger\nconst b = 'console.log(x); debugger'\n"),
    },
    { name: 'a name that sounds like it', ...now('src/c.ts', 'log(x); this.debugger = y; my.console.log(z)\n') },
    { name: 'errors are told', ...now('src/d.ts', 'console.error(x); console.warn(y)\n') },
    { name: 'a program whose work is to print', ...now('src/cli/e.ts', 'console.log(x)\n') },
    { name: 'a script', ...now('scripts/f.py', 'print(x)\n') },
    { name: 'where printing is allowed', ...now('src/g.ts', 'console.log(x)\n'), options: { may_print: ['src/g.ts'] } },
    { name: 'what was there before', ...edited('src/h.ts', 'a = 1', 'a = 2', 'console.log(x)\nconst a = 2\n') },
    {
      name: 'what only moved',
      ...edited('src/i.ts', 'console.log(x)', '  console.log(x)', 'if (y)\n  console.log(x)\n'),
    },
    {
      name: 'what the host says was there before',
      ...now('src/j.ts', 'console.log(x)\nb()\n', { originalFile: 'console.log(x)\n' }),
    },
    { name: 'other people’s code', ...now('vendor/k.js', 'debugger\n') },
    { name: 'a document', ...now('l.md', 'console.log(x)\n') },
    { name: 'a method called print', ...now('src/m.py', 'self.print(x)\npprinter.print(y)\n') },
    {
      name: 'tests that pass',
      event: after(write('src/n.ts', 'x'), {}),
      files: { 'src/n.ts': 'x', 'vitest.config.ts': '', ...answers(0) },
      prepare: programs('vitest'),
      env: withPath,
    },
  ],
  context: [
    {
      name: 'debugger',
      ...now('src/a.ts', 'a()\ndebugger\n'),
      tells: ['This change adds debug statements to src/a.ts', '- line 2: `debugger`'],
    },
    { name: 'console.log', ...now('src/b.ts', 'console.log(x)\n'), tells: ['`console.log`'] },
    {
      name: 'one more of the same',
      ...edited('src/c.ts', 'a()', 'a()\nconsole.log(y)', 'console.log(x)\na()\nconsole.log(y)\n'),
      tells: ['line 3'],
      hides: ['line 1:'],
    },
    { name: 'print in Python', ...now('src/d.py', 'def a():\n    print(b)\n'), tells: ['- line 2: `print`'] },
    {
      name: 'breakpoint, also where printing is allowed',
      ...now('scripts/e.py', 'print(a)\nbreakpoint()\n'),
      tells: ['`breakpoint`'],
      hides: ['`print`'],
    },
    { name: 'pdb', ...now('src/f.py', 'import pdb\npdb.set_trace()\n'), tells: ['line 1', 'line 2'] },
    { name: 'dbg!', ...now('src/g.rs', 'fn a() { dbg!(b); }\n'), tells: ['`dbg!`'] },
    { name: 'fmt.Println', ...now('src/h.go', 'func a() {\n\tfmt.Println(b)\n}\n'), tells: ['`fmt.Println`'] },
    { name: 'binding.pry', ...now('src/i.rb', 'binding.pry\n'), tells: ['`binding.pry`'] },
    { name: 'var_dump', ...now('src/j.php', '<?php var_dump($a);\n'), tells: ['`var_dump`'] },
    { name: 'System.out.println', ...now('src/K.java', 'System.out.println(a);\n'), tells: ['`System.out.println`'] },
  ],
  feedback: [
    {
      name: 'tests that fail',
      event: after(write('src/a.ts', 'x'), {}),
      files: { 'src/a.ts': 'x', 'vitest.config.ts': '', ...answers(1, 'broken') },
      prepare: programs('vitest'),
      env: withPath,
      id: 'failed',
      says: /^Tests fail after the change to src\/a\.ts .*:\nbroken \n/s,
    },
    {
      name: 'and statements left, too',
      event: after(write('src/b.ts', 'debugger'), {}),
      files: { 'src/b.ts': 'debugger', 'vitest.config.ts': '', ...answers(1, 'broken') },
      prepare: programs('vitest'),
      env: withPath,
      id: 'failed',
    },
  ],
})
