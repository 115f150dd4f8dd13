import fc from 'fast-check'
import { byPattern, PATTERNS } from './places.ts'
import { tries } from '../../../../../test/support/tries.ts'

const PIECES =
  '/ / / .claude claude etc claude-code library application support claudecode .cursor .codex .gemini .github .copilot ' +
  '.opencode .agents .dev hooks settings .json config .toml plugins status_line.sh holdpoint .yml .yaml .holdpoint ' +
  '.dev-mode .env planning-config planning- research-budget- hook-breaker- hooks- .log .planning-audit.log .session-changes- a src part.ts'
const path = fc
  .array(fc.constantFrom(...PIECES.split(' ')), { minLength: 1, maxLength: 8 })
  .map((parts) => `/${parts.join('')}`)

describe('what is protected by a pattern', () => {
  it('is found, in any order of lookups', () => {
    fc.assert(
      fc.property(path, (text) => {
        const found = PATTERNS.find(([, pattern]) => pattern.test(text))
        if (found !== undefined) expect(byPattern(text)?.why).toBeDefined()
      }),
      tries(20_000),
    )
  })

  it.each([
    '/p/.claude/settings.json',
    '/p/.claude/settings.local.json',
    '/etc/claude-code',
    '/etc/claude-code/managed-settings.json',
    '/library/application support/claudecode/x',
    '/p/.cursor/hooks.json',
    '/p/.codex/config.toml',
    '/p/.qwen/settings.json',
    '/p/.factory/hooks.json',
    '/p/.factory/settings.local.json',
    '/p/.kimi-code/config.toml',
    '/p/.gemini/trustedfolders.json',
    '/p/.github/hooks/a.json',
    '/p/.copilot/hooks',
    '/p/.opencode/plugin/x.ts',
    '/p/.kiro/hooks/x',
    '/p/.agents/hooks.json',
    '/p/.claude/hooks/x.sh',
    '/p/.x/status_line.sh',
    '/p/holdpoint.yml',
    '/p/holdpoint.local.yaml',
    '/p/.holdpoint/x',
    '/p/.dev-mode',
    '/p/.claude/.env',
    '/p/config/planning-config.yaml',
    '/p/.claude/.session-changes-1',
    '/p/.claude/.test-status',
    '/p/.planning-audit.log',
    '/tmp/planning-research-budget-1.json',
    '/tmp/planning-hooks-1.log',
  ])('%s', (text) => {
    expect(byPattern(text)).toBeDefined()
  })

  it.each(['/p/src/part.ts', '/p/holdpoint/src/a.ts', '/p/holdpoint.yml/a.ts', '/p/planning.ts'])('not %s', (text) => {
    expect(byPattern(text)).toBeUndefined()
  })
})
