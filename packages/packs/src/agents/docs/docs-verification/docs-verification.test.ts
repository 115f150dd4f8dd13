import { after, write } from '../../../../../testing/src/events.ts'
import { testHook } from '../../../../../testing/src/test-hook.ts'
import hook from './docs-verification.ts'

const now = (path: string, text: string, more: Readonly<Record<string, string>> = {}) => ({
  event: after(write(path, text), {}),
  files: { [path]: text, ...more },
})

testHook(hook, {
  pass: [
    {
      name: 'links that lead somewhere',
      ...now('docs/a.md', '# A\n[b](b.md) [c](../src/c.ts#L1) [d](d) [e](e%20f.md) ![g](g.png "h")\n', {
        'docs/b.md': 'x',
        'src/c.ts': 'x',
        'docs/d/README.md': 'x',
        'docs/e f.md': 'x',
        'docs/g.png': 'x',
      }),
    },
    { name: 'without the ending', ...now('docs/b.md', '# B\n[c](c)\n', { 'docs/c.md': 'x' }) },
    {
      name: 'addresses, anchors and mail',
      ...now('c.md', '# C\n[a](https://x.y) [b](#c) [d](mailto:e@f) [g](//h.i) [j](/k) [l]()\n'),
    },
    { name: 'in code', ...now('d.md', '# D\n`[a](no.md)`\n```\n[a](no.md)\n```\n<!-- [a](no.md) -->\n') },
    { name: 'what a site fills in', ...now('e.md', '# E\n[a]({{ url }}) [b](${x}.md)\n') },
    { name: 'above the project', ...now('f.md', '# F\n[issues](../../issues)\n') },
    { name: 'a title in front matter', ...now('g.md', '---\ntitle: G\n---\ntext\n') },
    { name: 'needs no title', ...now('.changeset/h.md', 'text\n') },
    { name: 'no Markdown', ...now('i.txt', '```\n[a](no.md)\n') },
    { name: 'nothing in it', ...now('j.md', '\n') },
    { name: 'reference links', ...now('k.md', '# K\n[a][b] [c]\n\n[b]: https://x.y\n[c]: l.md\n', { 'l.md': 'x' }) },
    { name: 'somebody else’s', ...now('node_modules/a/README.md', '[a](no.md)\n') },
  ],
  feedback: [
    {
      name: 'a fence that does not end',
      covers: 'T-AGT-13',
      ...now('a.md', '# A\n\n```sh\nls\n'),
      id: 'faults',
      says: /^a\.md has problems:\n- line 3: the code fence that starts here is not closed \n/,
    },
    {
      name: 'a link that leads nowhere',
      ...now('docs/b.md', '# B\n[c](c.md#d)\n'),
      id: 'faults',
      says: /- line 2: the link to `c\.md#d` is broken/,
    },
    { name: 'an image', ...now('c.md', '# C\n![d](d.png)\n'), id: 'faults' },
    { name: 'a reference', ...now('d.md', '# D\n[e]\n\n[e]: e.md\n'), id: 'faults', says: /line 4/ },
    {
      name: 'both, and no title',
      ...now('e.md', 'text [f](f.md)\n~~~\n'),
      id: 'faults',
      says: /line 2: the code fence.*\n- line 1: the link/,
    },
  ],
  context: [{ name: 'no title', ...now('a.md', '## A\ntext\n'), tells: ['a.md has no title.'] }],
})
