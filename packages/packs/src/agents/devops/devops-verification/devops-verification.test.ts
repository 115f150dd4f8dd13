import { after, write } from '../../../../../testing/src/events.ts'
import { testHook } from '../../../../../testing/src/test-hook.ts'
import hook from './devops-verification.ts'

/** In two parts, so that secret scanners do not report this file. */
const KEY = ['AKIA', 'IOSFODNN7QWERTYU'].join('')
const now = (path: string, text: string) => ({ event: after(write(path, text), {}), files: { [path]: text } })

testHook(hook, {
  pass: [
    { name: 'YAML', ...now('a.yml', 'on: push\njobs: { a: [b] }\n') },
    { name: 'several documents', ...now('k8s.yaml', 'a: 1\n---\nb: 2\n---\n# nothing\n') },
    { name: 'tags of its own, merged keys', ...now('b.yaml', 'x: &x { a: 1 }\ny:\n  <<: *x\n  <<: *x\n  r: !Ref A\n') },
    { name: 'a template', ...now('chart/templates/c.yaml', '{{- if .x }}\na: {{ .b }}\n{{- end }}\n') },
    {
      name: 'expressions of a workflow',
      ...now('.github/workflows/d.yml', 'env:\n  TOKEN: ${{ secrets.API_TOKEN }}\n'),
    },
    { name: 'JSON', ...now('a.json', '{"a": 1}') },
    { name: 'JSON with comments where they are allowed', ...now('tsconfig.json', '{ // x\n "a": 1, }') },
    { name: 'in the folder of an editor', ...now('.vscode/settings.json', '{ /* x */ }') },
    { name: 'TOML', ...now('a.toml', '[a]\nb = 1\n') },
    { name: 'a Dockerfile', ...now('Dockerfile', 'FROM a\nRUN b\n') },
    {
      name: 'a secret that is referred to',
      ...now('b.yml', 'password: ${DB_PASSWORD}\ntoken: vault:secret/a1b2c3d4\n'),
    },
    {
      name: 'a password of an example',
      ...now('compose.yml', 'POSTGRES_PASSWORD: postgres\nMYSQL_PASSWORD: changeme123\n'),
    },
    { name: 'somebody else’s', ...now('node_modules/a/b.json', '{') },
    { name: 'a lock file', ...now('package-lock.json', '{') },
    { name: 'something else', ...now('Makefile', 'a: {\n') },
    { name: 'the tool failed', event: after(write('c.json', '{'), {}, true), files: { 'c.json': '{' } },
  ],
  feedback: [
    {
      name: 'YAML with a tab',
      ...now('a.yml', 'a:\n\t- b\n'),
      id: 'unreadable',
      says: /^a\.yml does not parse:\n- line 2: /,
    },
    { name: 'the second document', ...now('k8s.yaml', 'a: 1\n---\nb: [\n'), id: 'unreadable', says: /line [34]/ },
    {
      name: 'a key that is defined twice',
      ...now('b.yaml', 'a: 1\na: 2\n'),
      id: 'unreadable',
      says: /the key `a` is defined twice/,
    },
    { name: 'JSON', ...now('a.json', '{\n"a": 1,\n}'), id: 'unreadable', says: /line 3/ },
    { name: 'comments where they are not allowed', ...now('package.json', '{ // x\n}'), id: 'unreadable' },
    { name: 'TOML', ...now('pyproject.toml', '[a]\nb = c\n'), id: 'unreadable', says: /line 2: a string needs quotes/ },
    {
      name: 'a Dockerfile',
      ...now('docker/Dockerfile.prod', 'FROM a\nRUNN b\n'),
      id: 'unreadable',
      says: /line 2: `RUNN` is not an instruction/,
    },
    {
      name: 'a secret',
      ...now('deploy.yml', `env:\n  AWS_KEY: ${KEY}\n`),
      id: 'secret',
      says: /^deploy\.yml contains a secret:\n- line 2: /,
    },
    { name: 'a password', ...now('main.tf', 'resource "x" "y" {\n  password = "hunter2hunter2"\n}\n'), id: 'secret' },
    {
      name: 'in the environment of an image',
      ...now('Dockerfile', 'FROM a\nENV API_KEY=q8s7d6f5g4h3\n'),
      id: 'secret',
    },
  ],
})
