import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { aSandbox, type Sandbox } from '../process/support/sandbox.ts'
import { runCommand } from './support/commands.ts'

/** Put together here, so that no scanner takes this file for a leak. */
const letters = (count: number): string => 'aB3dE5fG7hJ9kL1mN'.repeat(5).slice(0, count)
const hex = (count: number): string => '0123456789abcdef'.repeat(4).slice(0, count)

/** What it is, the secret, and a text as it would come along in. */
const SECRETS: readonly (readonly [string, string, string])[] = [
  ['OpenAI', `sk-proj-${letters(30)}`, '§'],
  ['Anthropic', `sk-ant-api03-${letters(30)}`, '§'],
  ['Stripe', `sk_live_${letters(24)}`, '§'],
  ['Stripe webhook', `whsec_${letters(32)}`, '§'],
  ['GitHub', `ghp_${letters(36)}`, '§'],
  ['GitHub, fine-grained', `github_pat_${letters(22)}_${letters(30)}`, '§'],
  ['GitLab', `glpat-${letters(20)}`, '§'],
  ['Slack', `xoxb-123456789012-${letters(24)}`, '§'],
  ['npm', `npm_${letters(36)}`, '§'],
  ['Hugging Face', `hf_${letters(34)}`, '§'],
  ['PyPI', `pypi-AgEIcHlwaS5vcmc${letters(30)}`, '§'],
  ['Docker', `dckr_pat_${letters(27)}`, '§'],
  ['DigitalOcean', `dop_v1_${hex(64)}`, '§'],
  ['Shopify', `shpat_${hex(32)}`, '§'],
  ['AWS', ['AKIA', 'ABCDEFGH12345678'].join(''), '§'],
  ['Google', `AIza${letters(35)}`, '§'],
  ['SendGrid', `SG.${letters(22)}.${letters(43)}`, '§'],
  ['Vault', `hvs.${letters(24)}`, '§'],
  ['Databricks', `dapi${hex(32)}`, '§'],
  ['age', `AGE-SECRET-KEY-1${'ABCDEFGH12345678'.repeat(3)}`, '§'],
  ['Atlassian', `ATATT3xFfGF0${letters(40)}`, '§'],
  ['a JSON web token', `eyJ${letters(20)}.${letters(30)}.${letters(20)}`, '§'],
  ['a variable', 'correcthorsebattery', 'export DB_PASSWORD=§'],
  ['a header', `Bearer-${letters(20)}`, 'curl -H "Authorization: §"'],
  ['an address', 'correct-horse-battery', 'psql postgres://me:§@db.example/x'],
  ['an option', 'correct.horse.battery', 'deploy --token §'],
  ['curl -u', 'correct-horse-battery', 'curl -u me:§ https://x.example'],
  ['a Slack address', `T0AA/B0BB/${letters(24)}`, 'https://hooks.slack.com/services/§'],
  ['JSON', 'correct horse battery', '{"api_key":"§"}'],
  ['a private key', letters(60), '-----BEGIN RSA PRIVATE KEY-----\n§\n-----END RSA PRIVATE KEY-----'],
]

type Send = (sandbox: Sandbox, text: string) => Promise<unknown>

/** Events that leave a line in the audit, with a text where nobody should keep it. */
const texts: readonly (readonly [string, Send])[] = [
  ['a field that we do not keep', (at, text) => at.hook('SubagentStop', withText(text))],
  ['the name of another event', (at, text) => at.hook('SubagentStop', { agent_type: 'a', hook_event_name: text })],
  ['the command of a tool', (at, text) => at.hook('PreToolUse', { tool_name: 'Bash', tool_input: { command: text } })],
  ['input that is no JSON', (at, text) => at.hook('Stop', text)],
  ['the environment', (at, text) => at.hook('Stop', {}, { env: { MY_SETTING: text, CLAUDE_MODEL: text } })],
]
/** A name becomes part of a path, where `password=` is gone; so only what is a secret by itself is tried. */
const names: readonly (readonly [string, Send])[] = [
  ['the type of an agent', (at, text) => at.hook('SubagentStop', { agent_type: text })],
  ['the id of an agent', (at, text) => at.hook('SubagentStop', { agent_type: 'a', agent_id: text })],
  ['the id of a session', (at, text) => at.hook('SubagentStop', { agent_type: 'a', session_id: text })],
  ['the name of an event', (at, text) => at.hook([text], 'no JSON')],
]

const withText = (text: string): Readonly<Record<string, unknown>> => ({
  agent_type: 'a',
  prompt: text,
  tool_input: { command: text },
  last_assistant_message: text,
  permission_mode: text,
  stop_reason: text,
})

describe('D17: no secret reaches the disk', () => {
  it.each(texts)('as %s, 30 of them', (_, send) => expectNoTrace(send, SECRETS))
  it.each(names)('as %s', (_, send) =>
    expectNoTrace(
      send,
      SECRETS.filter(([, , around]) => around === '§'),
    ),
  )
})

async function expectNoTrace(send: Send, secrets: typeof SECRETS): Promise<void> {
  const sandbox = aSandbox()
  await sandbox.hook('SubagentStop', { agent_type: 'a' })
  for (let next = 0; next < secrets.length; next += AT_ONCE) {
    const some = secrets.slice(next, next + AT_ONCE)
    await Promise.all(
      some.map(([, secret, around]) =>
        send(
          sandbox,
          around.replace('§', () => secret),
        ),
      ),
    )
  }
  const options = { cwd: sandbox.project, env: sandbox.env }
  const shown = [
    await runCommand('log', [{}], options),
    await runCommand('report', [{ json: true }], options),
    await runCommand('exportAudit', [{ format: 'csv' }], options),
  ]
  const found = everythingIn(join(sandbox.home, '.local')) + shown.map(({ stdout }) => stdout).join('\n')
  expect(found).toContain('audit.db')
  const leaked = secrets.filter(([, secret]) => found.includes(secret.slice(0, 20)))
  expect(leaked.map(([name]) => name)).toEqual([])
}

const AT_ONCE = 5

/** Names and bytes of all files. */
function everythingIn(folder: string): string {
  const paths = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))
  return paths.map((path) => path + (statSync(path).isFile() ? readFileSync(path, 'latin1') : '')).join('\n')
}
