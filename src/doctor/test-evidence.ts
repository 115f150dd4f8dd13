import { testedWith } from '../core/test-frameworks.ts'
import { explainConfiguration } from '../app/compose.ts'
import { files } from '../files/files.ts'
import { builtIn } from '../registry/registry.ts'
import { ok, warn, type Finding } from './finding.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Whether commits that wait for tests can ever get a result. Nothing where `guard/test-evidence` is off. */
export async function checkTestEvidence(root: string, env: Env): Promise<readonly Finding[]> {
  const { settings } = await explainConfiguration(root, { env, registry: builtIn })
  const isOn = (id: string): boolean => (settings.hooks[id]?.level ?? 'off') !== 'off'
  if (!isOn('guard/test-evidence')) return []
  if (!isOn('quality/test-runner')) {
    return [
      warn(
        'guard/test-evidence waits for test results, but quality/test-runner, which records them, is off.',
        'Switch on quality/test-runner in holdpoint.yml.',
      ),
    ]
  }
  const commands = ['quality/test-runner', 'guard/test-evidence'].map((id) => commandOf(settings.hooks[id]?.options))
  const known = testedWith(commands.find((command) => command !== '') ?? '', root, { files })
  if (known.length > 0) return [ok(`tests are recorded from: ${known.map(({ name }) => name).join(', ')}`)]
  return [
    warn(
      'no test command is known for this project, so every commit asks for approval.',
      'Set `command` for quality/test-runner in holdpoint.yml, such as `command: make test`.',
    ),
  ]
}

const commandOf = (options: unknown): string => {
  const { command } = (options ?? {}) as { readonly command?: unknown }
  return typeof command === 'string' ? command : ''
}
