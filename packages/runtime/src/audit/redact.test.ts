import fc from 'fast-check'
import { redact } from './redact.ts'
import { tries } from '../../../../test/support/tries.ts'

/** Put together here, so that no scanner takes this file for a leak. */
const letters = (count: number): string => 'aB3dE5fG7hJ9kL1mN'.repeat(5).slice(0, count)
const hex = (count: number): string => '0123456789abcdef'.repeat(4).slice(0, count)
const pem = (kind: string): string => `-----BEGIN ${kind}-----\n${letters(60)}\n-----END ${kind}-----`

/** What it is, the text around it with `§` in its place, the secret. */
const SECRETS: readonly (readonly [string, string, string])[] = [
  ['a variable', 'export API_KEY=§', 'abc'],
  ['a variable in lower case', 'api_key=§ next', 'hunter2'],
  ['a quoted variable', 'DB_PASSWORD="§" ./run', 'correct horse battery'],
  ['a value in single quotes', "GITHUB_TOKEN='§'", 'a "quoted" one'],
  ['a variable that ends in pass', 'DB_PASS=§', 'x1'],
  ['a variable that ends in pwd', 'MYSQL_PWD=§', 'x1'],
  ['a setting of npm', '//registry.example/:_authToken=§', 'x1'],
  ['another setting of npm', '_auth=§', 'dXNlcjpwYXNz'],
  ['YAML', 'client_secret: §', 'abc,def;ghi'],
  ['JSON', '{"password":"§","user":"me"}', 'hunter2'],
  ['JSON inside of a text', String.raw`{\"password\": \"§\", \"user\": \"me\"}`, 'hunter2'],
  ['a passphrase', 'passphrase = §', 'abc'],
  ['credentials', 'credentials: §', 'me/abc'],
  ['a key of Azure', 'AccountName=x;AccountKey=§', `${letters(40)}==`],
  ['an option of a command', 'deploy --token § --verbose', 'abc'],
  ['an option with a quoted value', 'deploy --db-password "§"', 'a b c'],
  ['an option with an equals sign', 'deploy --api-key=§', 'abc'],
  ['curl -u', 'curl -u me:§ https://x.example', 'hunter2'],
  ['mysql -p', 'mysql -u root -p§ db', 'hunter2'],
  ['sshpass', 'sshpass -p § ssh host', 'hunter2'],
  ['a password in an address', 'psql postgres://me:§@db.example/x', 'pa@ss'],
  ['a token in an address', 'git clone https://§@github.com/x/y', letters(20)],
  ['a signed address', 'https://x.example/f?a=1&X-Amz-Signature=§&b=2', hex(40)],
  ['a webhook of Slack', 'https://hooks.slack.com/services/§', `T0/B0/${letters(24)}`],
  ['a webhook of Discord', 'https://discord.com/api/webhooks/123/§', letters(40)],
  ['a bearer header', 'curl -H "Authorization: §"', `Bearer ${letters(20)}`],
  ['a basic header', "-H 'authorization: §'", 'Basic dXNlcjpwYXNz'],
  ['a header of another scheme', 'Authorization: §\nAccept: x', 'AWS4-HMAC Credential=a/b, Signature=c'],
  ['a bearer token without a header', 'used bearer § here', letters(12)],
  ['a header with a key', 'X-Api-Key: §', 'abc'],
  ['a cookie', 'Cookie: §\nAccept: x', 'session=abc; theme=dark'],
  ['a private key', 'before § after', pem('RSA PRIVATE KEY')],
  ['a private key of OpenSSH', '§', pem('OPENSSH PRIVATE KEY')],
  ['a private key of PGP', '§', pem('PGP PRIVATE KEY BLOCK')],
  ['a private key that is cut', 'x §', pem('PRIVATE KEY').slice(0, 50)],
  ['OpenAI', 'got § from env', `sk-proj-${letters(30)}`],
  ['Anthropic', 'got § from env', `sk-ant-api03-${letters(30)}`],
  ['Stripe', '(§)', `sk_live_${letters(24)}`],
  ['a webhook of Stripe', '§', `whsec_${letters(32)}`],
  ['GitHub', '§', `ghp_${letters(36)}`],
  ['GitHub, fine-grained', '§', `github_pat_${letters(22)}_${letters(30)}`],
  ['GitLab', '§', `glpat-${letters(20)}`],
  ['Slack', '§', `xoxb-123456789012-${letters(24)}`],
  ['npm', '§', `npm_${letters(36)}`],
  ['Hugging Face', '§', `hf_${letters(34)}`],
  ['PyPI', '§', `pypi-AgEIcHlwaS5vcmc${letters(30)}`],
  ['Docker', '§', `dckr_pat_${letters(27)}`],
  ['DigitalOcean', '§', `dop_v1_${hex(64)}`],
  ['Shopify', '§', `shpat_${hex(32)}`],
  ['AWS', 'id §,', `AKIA${hex(16).toUpperCase()}`],
  ['Google', '§', `AIza${letters(35)}`],
  ['Google OAuth', '§', `ya29.${letters(40)}`],
  ['SendGrid', '§', `SG.${letters(22)}.${letters(43)}`],
  ['Vault', '§', `hvs.${letters(24)}`],
  ['Databricks', '§', `dapi${hex(32)}`],
  ['Telegram', '§', `123456789:${letters(35)}`],
  ['age', '§', `AGE-SECRET-KEY-1${hex(48).toUpperCase()}`],
  ['Atlassian', '§', `ATATT3xFfGF0${letters(40)}`],
  ['Telegram, short', '§', `12345678:${letters(35)}`],
  ['GitLab, a service account', '§', `glsa_${letters(32)}`],
  ['GitHub, an installation', '§', `ghs_${letters(36)}`],
  ['Slack, an app', '§', `xapp-1-${letters(24)}`],
  ['Groq', '§', `gsk_${letters(40)}`],
  ['Replicate', '§', `r8_${letters(37)}`],
  ['Figma', '§', `figd_${letters(40)}`],
  ['Supabase', '§', `sbp_${hex(40)}`],
  ['Linear', '§', `lin_api_${letters(40)}`],
  ['NVIDIA', '§', `nvapi-${letters(60)}`],
  ['Perplexity', '§', `pplx-${letters(48)}`],
  ['xAI', '§', `xai-${letters(80)}`],
  ['Postman', '§', `PMAK-${hex(24)}-${hex(34)}`],
  ['Square', '§', `sq0csp-${letters(43)}`],
  ['AWS, temporary', 'id §,', `ASIA${hex(16).toUpperCase()}`],
  ['a restricted key', '(§)', `rk_live_${letters(24)}`],
  ['a JSON web token', 'jwt §.', `eyJ${letters(20)}.${letters(30)}.${letters(20)}`],
]

describe('redact', () => {
  it.each(SECRETS)('ENG-91: masks %s', (_, around, secret) => {
    const masked = redact(around.replace('§', () => secret))
    expect(masked).toContain('[masked]')
    for (const part of secret.split(/[\s/;,."'@]+/).filter((word) => word.length > 2)) {
      expect(masked).not.toContain(part)
    }
    expect(redact(masked)).toBe(masked)
  })

  it('keeps the text around a secret', () => {
    expect(redact('{"token":"abc","user":"me"}')).toBe('{"token":"[masked]","user":"me"}')
    expect(redact('deploy --token abc --verbose')).toBe('deploy --token [masked] --verbose')
    expect(redact('https://me:pw@host/path?q=1')).toBe('https://[masked]@host/path?q=1')
    expect(redact('curl -H "Authorization: Bearer abc" https://x')).toBe('curl -H "Authorization: [masked]" https://x')
  })

  it('masks every secret of a text', () => {
    expect(redact('A_KEY=one B_TOKEN=two\nC_SECRET=three')).toBe('A_KEY=[masked] B_TOKEN=[masked]\nC_SECRET=[masked]')
  })

  const HARMLESS = [
    '',
    'Scratchpad missing or incomplete. Write to .claude/scratchpad/writer/2026-03-01.md with all three required sections before completing.',
    'Force push to `main` stopped. Push a new branch, or `git revert`.',
    'git log --oneline -5 && npm run build -- --watch',
    'commit 3f786850e387550fdab836ed7e6dc881de23001b',
    'session c4543fed-4ab9-4070-b017-d4997432589b',
    'Press any key to continue; the token has expired.',
    'The keyboard: fine. A secretary, a tokenizer and a passport.',
    'pass: 12, fail: 0',
    'PWD=/home/me OLDPWD=/tmp',
    'https://example.com/path?q=1#part and git@github.com:org/repo.git',
    'mailto:someone@example.com',
    'npm_config_registry and npm-package-arguments and sk-learn-contrib-package',
    'src/hooks/scratchpad/stop.ts:12:30 error TS2322: Type string',
    'docker run -u 1000 -p 8080:80 image',
    '12:30:00 bearer of bad news',
    'cookies are eaten, authorization is needed',
    'Ein Schlüssel – 鍵 – 🔑',
  ]
  it.each(HARMLESS)('leaves alone: %s', (text) => {
    expect(redact(text)).toBe(text)
  })

  // A pattern that restarts at every character takes minutes for one of these.
  const LONG = ['a', 'a.', 'key ', 'eyJ-', 'sk-', '-u ', 'mysql ', '--a-', '-----BEGIN ', 'a://', '"\\', ' \t']
  it.each(LONG)('ends on a long text of %j', (part) => {
    const text = part.repeat(64_000 / part.length)
    expect(redact(text).length).toBeGreaterThan(0)
  })

  it('short plain words and identifiers have nothing to mask', () => {
    const word = fc.oneof(fc.constantFrom('ls', '-la', 'git', 'src/a.ts'), fc.stringMatching(/^[a-z0-9_./,+-]{1,15}$/))
    const speaking = /key|token|secret|pass|pwd|auth|cred|cookie|bearer|user|mysql|mariadb|private|slack|discord| -u/i
    const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '))
    const texts = fc.oneof(
      words.filter((text) => !speaking.test(text)),
      fc.uuid(),
      fc.stringMatching(/^[A-Za-z]{1,40}$/),
    )
    fc.assert(
      fc.property(texts, (text) => redact(text) === text),
      tries(5_000),
    )
  })
})
