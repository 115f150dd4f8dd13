import { write } from '../../../../../testing/src/events.ts'
import { testHook } from '../../../../../testing/src/test-hook.ts'
import hook from './frontend-validation.ts'

testHook(hook, {
  pass: [
    { name: 'a comment', event: write('a.ts', '// eval(x)\n/* el.innerHTML = x */') },
    { name: 'a text', event: write('a.ts', 'const a = \'eval(x)\' + `eval(y)` + "<img src=x>"') },
    { name: 'a method of that name', event: write('a.ts', 'redis.eval(script); page.$eval("a", f); this.eval(x)') },
    {
      name: 'where one is defined',
      event: write('a.ts', 'class A {\n  eval(x: number): number {\n    return x\n  }\n}'),
    },
    { name: 'declared', event: write('a.d.ts', 'declare function eval(x: string): any') },
    { name: 'a longer name', event: write('a.ts', 'evaluate(x); retrieval(y)') },
    {
      name: 'in the text of a page',
      event: write('a.tsx', 'export const A = () => <p>Do not use eval(x), don’t.</p>'),
    },
    { name: 'an image with a text', event: write('a.tsx', '<img src={x} alt={t("a > b")} />') },
    { name: 'an image that decorates', event: write('a.html', '<img alt="" src="a.png">') },
    { name: 'an image whose attributes are not known', event: write('a.tsx', 'return <img {...props} />') },
    { name: 'bound in Vue', event: write('a.vue', '<template><img :src="x" :alt="y"></template>') },
    { name: 'a component', event: write('a.tsx', 'return <Image src={x} />') },
    { name: 'a comment of a page', event: write('a.html', '<!-- <img src=x> -->') },
    { name: 'a comparison', event: write('a.ts', 'if (el.innerHTML === x) y()') },
    {
      name: 'eval that was there before',
      event: write('a.ts', 'eval(x)\nconst b = 2\n'),
      files: { 'a.ts': 'eval(x)\n' },
    },
    { name: 'Python has one of its own', event: write('a.py', 'eval(x)') },
    { name: 'other people’s code', event: write('node_modules/a/b.js', 'eval(x)') },
    { name: 'minified', event: write('public/a.min.js', 'eval(x)') },
  ],
  deny: [
    {
      name: 'eval',
      event: write('src/a.ts', 'const a = 1\nconst b = eval(code)\n'),
      id: 'eval',
      says: /- line 2: `eval\(` runs text as code/,
    },
    { name: 'of the window', event: write('a.js', 'window.eval (x)'), id: 'eval' },
    { name: 'indirectly', event: write('a.js', '(0, eval)(x)'), id: 'eval' },
    { name: 'inside a text', event: write('a.ts', 'const a = `x ${eval(y)}`'), id: 'eval' },
    { name: 'inside a page', event: write('a.tsx', 'return <a onClick={() => eval(x)}>y</a>'), id: 'eval' },
    {
      name: 'a secret',
      event: write('a.ts', `const key = '${['sk_live', 'a1b2c3d4e5f6g7h8'].join('_')}'`),
      id: 'secret',
    },
  ],
  context: [
    {
      name: 'raw HTML in React',
      event: write('a.tsx', 'return <div dangerouslySetInnerHTML={{ __html: x }} />'),
      tells: ['a.tsx turns text into HTML or code', 'line 1: `dangerouslySetInnerHTML`'],
    },
    {
      name: 'raw HTML by hand',
      event: write('a.ts', 'el.innerHTML = x\nel.innerHTML += y'),
      tells: ['line 1', 'line 2'],
    },
    {
      name: 'raw HTML in Vue',
      event: write('a.vue', '<template>\n<p v-html="x" /></template>'),
      tells: ['line 2: `v-html`'],
    },
    { name: 'code from text', event: write('a.ts', 'new Function(x)()'), tells: ['`new Function(`'] },
    {
      name: 'an image without a text',
      event: write('a.tsx', 'return (\n  <img\n    src={x}\n  />\n)'),
      tells: ['need an `alt` text', 'line 2: `<img>` has no `alt`'],
    },
    {
      name: 'in HTML',
      event: write('a.html', '<p><img src="a.png" title="x > y"></p>'),
      tells: ['has no `alt`'],
      hides: ['markup'],
    },
  ],
})
