// Decisions of weeks of work, for measurements over a large history.

export const DAYS = 20
export const DAY_MS = 24 * 3600 * 1000
const tools = ['Bash', 'Read', 'Edit', 'Write', 'Grep', 'Agent', 'WebFetch', undefined]

export const session = (n) => `5e55${String(n).padStart(4, '0')}-4ab9-4070-b017-d4997432589b`

/** As an ordinary week leaves them: three hooks each, one in twenty refused with a reason. */
export function entry(n, entries, now) {
  const tool = tools[n % tools.length]
  const refused = n % 20 === 7
  const hooks = ['guard/no-catastrophe', 'guard/self-protection', `pack/hook-${n % 40}`].map((id, index) => ({
    id,
    decision: refused && index === 2 ? 'deny' : 'pass',
    ...(refused && index === 2 && { messageId: 'shared', reason: 'Force push to `main` stopped. Push a new branch.' }),
    ms: (n % 100) / 10,
  }))
  const at = new Date(now.getTime() - DAYS * DAY_MS + (n / entries) * DAYS * DAY_MS)
  return {
    event: {
      id: `${at.getTime().toString(36)}-${(n % 30_000).toString(36)}-${n.toString(36).padStart(6, '0')}`,
      at,
      host: 'claude-code',
      name: tool === undefined ? 'Stop' : 'PreToolUse',
      session: session(Math.floor((n / entries) * 1000)),
      ...(n % 10 === 0 && { agent: { type: 'writer' } }),
      ...(tool !== undefined && {
        tool: { callId: `toolu_${n}`, command: `git push --force origin topic-${n % 977}`, files: [] },
      }),
    },
    ...(tool !== undefined && { tool }),
    digest: '0123456789abcdef',
    decision: refused ? 'deny' : 'pass',
    ms: 3.2,
    hooks,
  }
}
