import { edit, write } from '../../../../../testing/src/events.ts'
import { testHook } from '../../../../../testing/src/test-hook.ts'
import hook from './backend-validation.ts'

const KEY = ['AKIA', 'IOSFODNN7QWERTYU'].join('')
const SQL = 'db.query("SELECT * FROM users WHERE id = " + id)\n'
/** As the host sends it: one text for another. */
const replaced = (path: string, from: string, to: string) => {
  const event = edit(path, to)
  if (event.kind !== 'tool.before') throw new Error('an edit is a tool call')
  return { ...event, tool: { ...event.tool, input: { file_path: path, old_string: from, new_string: to } } }
}

testHook(hook, {
  pass: [
    { name: 'from the environment', event: write('a.ts', 'const apiKey = process.env.API_KEY ?? ""') },
    { name: 'placeholders', event: write('a.ts', 'db.query("SELECT * FROM users WHERE id = $1", [id])') },
    { name: 'words for people', event: write('a.ts', "const errors = { password: 'Password is required' }") },
    {
      name: 'a name, not a value',
      event: write('a.ts', "const tokenKey = 'settings.token-2'; const authToken = 'x-auth-token'"),
    },
    {
      name: 'a placeholder',
      event: write('a.ts', "const apiKey = 'your-api-key-1234'; const password = 'changeme123'"),
    },
    { name: 'a password of a test', event: write('a.test.ts', "login({ password: 'hunter2hunter2' })") },
    { name: 'a comment', event: write('a.ts', "// const password = 'hunter2hunter2'\n") },
    { name: 'a name that looks like a token', event: write('a.py', 'x = lib.sk_X509_NAME_new_null_1()') },
    { name: 'an address of an example', event: write('b.ts', "const u = 'https://abc:xyzxyz@example.com'") },
    { name: 'a type', event: write('a.ts', 'interface A { password: string; apiKey?: string }') },
    { name: 'where secrets belong', event: write('.env', `AWS_KEY=${KEY}\n`) },
    { name: 'other people’s code', event: write('vendor/a.go', 'var k = "' + KEY + '"') },
    {
      name: 'a secret that was there before',
      event: replaced('a.ts', 'b = 1', 'b = 2'),
      files: { 'a.ts': `const a = '${KEY}'\nconst b = 1\n` },
    },
    {
      name: 'SQL that was there before',
      event: replaced('a.ts', 'b = 1', 'b = 2'),
      files: { 'a.ts': `${SQL}const b = 1\n` },
    },
    { name: 'an address without a password', event: write('a.yml', 'url: postgres://db:5432/app\n') },
    { name: 'an address with a variable', event: write('a.ts', 'const url = `postgres://u:${password}@db/app`') },
  ],
  deny: [
    {
      name: 'a key of a service',
      covers: 'T-AGT-10',
      event: write('src/a.ts', `import x from 'x'\nconst client = new S3('${KEY}')\n`),
      id: 'secret',
      says: 'Blocked: src/a.ts would contain a secret:\n- line 2: a token or key of a service \nEvery reader of the file can use it until it is revoked. Read it from the environment or a secret store, such as `process.env.API_KEY` or `os.environ["API_KEY"]`.',
    },
    { name: 'also in a test', event: write('a.test.ts', `const a = '${KEY}'`), id: 'secret' },
    {
      name: 'a password',
      event: write('a.py', 'DB_PASSWORD = "hunter2hunter2"\n'),
      id: 'secret',
      says: /a value for `DB_PASSWORD`/,
    },
    { name: 'in an object', event: write('a.ts', "const c = { 'client_secret': 'q8s7d6f5g4h3' }"), id: 'secret' },
    { name: 'with a type', event: write('a.ts', "const apiKey: string = 'q8s7d6f5g4h3'"), id: 'secret' },
    { name: 'in Go', event: write('a.go', 'apiKey := "q8s7d6f5g4h3"'), id: 'secret' },
    { name: 'in YAML', event: write('a.yml', 'db:\n  password: hunter2hunter2\n'), id: 'secret', says: /line 2/ },
    { name: 'in an address', event: write('a.ts', "const url = 'postgres://app:s3cr3t99@db/app'"), id: 'secret' },
    {
      name: 'a private key',
      event: write('a.ts', `const k = \`-----BEGIN RSA PRIVATE KEY-----\n${'MIIEowIBAAKCAQEA'.repeat(4)}\``),
      id: 'secret',
    },
    {
      name: 'put together by two edits',
      event: replaced('a.ts', 'AKIA', `AKIA${KEY.slice(4)}`),
      files: { 'a.ts': "const a = 'AKIA'\n" },
      id: 'secret',
    },
    {
      name: 'SQL',
      event: write('src/a.ts', SQL),
      id: 'sql',
      says: /- line 1: SQL built by string concatenation/,
    },
    {
      name: 'SQL in an edit',
      event: replaced('a.py', 'x', 'cur.execute(f"DELETE FROM a WHERE b = {b}")'),
      files: { 'a.py': 'x\n' },
      id: 'sql',
    },
  ],
})
