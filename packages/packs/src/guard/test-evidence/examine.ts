import type { ExaminedProject, PackFinding } from '@holdpoint/engine'
import { testedWith } from '../../shared/test-frameworks.ts'

const EVIDENCE = 'guard/test-evidence'
const RUNNER = 'quality/test-runner'

/** Whether commits that wait for tests can ever get a result. Nothing where they do not wait. */
export function examine({ root, files, optionsOf }: ExaminedProject): readonly PackFinding[] {
  if (optionsOf(EVIDENCE) === undefined) return []
  if (optionsOf(RUNNER) === undefined) {
    return [
      {
        level: 'warn',
        what: `${EVIDENCE} waits for test results, but ${RUNNER}, which records them, is off.`,
        fix: `Switch on ${RUNNER} in holdpoint.yml.`,
      },
    ]
  }
  const commands = [RUNNER, EVIDENCE].map((id) => commandOf(optionsOf(id)))
  const known = testedWith(commands.find((command) => command !== '') ?? '', root, { files })
  if (known.length > 0)
    return [{ level: 'ok', what: `tests are recorded from: ${known.map(({ name }) => name).join(', ')}` }]
  return [
    {
      level: 'warn',
      what: 'no test command is known for this project, so every commit asks for approval.',
      fix: `Set \`command\` for ${RUNNER} in holdpoint.yml, such as \`command: make test\`.`,
    },
  ]
}

function commandOf(options: unknown): string {
  const { command } = (options ?? {}) as { readonly command?: unknown }
  return typeof command === 'string' ? command : ''
}
