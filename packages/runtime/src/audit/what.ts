import type { AuditRecord } from './decode.ts'

/** Programs whose first argument says what they do. */
const WITH_COMMANDS: ReadonlySet<string> = new Set(
  (
    'apt apt-get aws az brew bun cargo composer deno docker dotnet gcloud gem gh git go helm kubectl make mix npm npx ' +
    'pip pip3 pnpm podman poetry rails systemctl terraform uv yarn'
  ).split(' '),
)

const PREFIXES: ReadonlySet<string> = new Set(['sudo', 'env', 'time', 'nohup', 'command', 'exec'])

/** The kind of a call, so that similar calls can be counted: `git commit`, `rm`, `Write .env`, `Agent`. */
export function whatIn({ tool = '', event = '', subject }: Pick<AuditRecord, 'tool' | 'event' | 'subject'>): string {
  if (subject === undefined || subject === '') return tool === '' ? event : tool
  if (subject.startsWith('/') && tool !== 'Bash') return `${tool} ${subject.slice(subject.lastIndexOf('/') + 1)}`.trim()
  if (tool === 'Agent' || tool === 'Task') return tool
  return programOf(subject)
}

/** Only for counting: the real effects of a command are parsed elsewhere. */
function programOf(command: string): string {
  const parts = command.split(/&&|\|\||[;|\n]/).map(wordsOf)
  const [program = '', ...rest] = parts.find(([first]) => first !== undefined && first !== 'cd') ?? parts[0] ?? []
  const name = program.slice(program.lastIndexOf('/') + 1)
  const sub = WITH_COMMANDS.has(name) ? rest.find((word) => /^[a-z][\w:-]*$/.test(word)) : undefined
  return [name, sub].filter(Boolean).join(' ') || command.slice(0, 20)
}

const wordsOf = (part: string): readonly string[] => {
  const words = part
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
  const start = words.findIndex((word) => !/^\w+=/.test(word) && !PREFIXES.has(word))
  return start < 0 ? words : words.slice(start)
}
