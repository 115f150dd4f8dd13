import { judgeCall, judgeCommand } from '../../../../testing/src/judge-command.ts'
import { ATTEMPTS, CALLS } from './grant-attempts.ts'

const HARMLESS: readonly string[] = [
  'holdpoint allow --help',
  'holdpoint why k3f9q2',
  'holdpoint log --decision deny',
  'echo "Ask the user to type: holdpoint allow k3f9q2"',
  'git commit -m "docs: explain holdpoint allow"',
  'grep -rn "holdpoint allow" docs',
  'holdpoint status',
  'tmux ls',
  'tmux capture-pane -p',
  'screen -ls',
  `rg 'approvals/grants' packages`,
  'grep -rn CLAUDE_CODE_MESSAGING_SOCKET src',
  'grep -rn TODO .',
  `node -e 'console.log("holdpoint allow k3f9q2")'`,
  `curl -d 'how does holdpoint allow work' https://example.com/search`,
  'docker compose up -d',
  `tmux send-keys -t 1 'npm test' Enter`,
]

describe('an agent cannot allow its own calls', () => {
  it.each(ATTEMPTS)('%s', async (command) => {
    expect((await judgeCommand(command)).decision).toBe('deny')
  })

  it.each(CALLS)('%s %o', async (tool, input) => {
    expect((await judgeCall(tool, input)).decision).toBe('deny')
  })

  it.each(HARMLESS)('may say: %s', async (command) => {
    expect((await judgeCommand(command)).decision).toBe('pass')
  })
})
