import { spawnSync } from 'node:child_process'
import { isInPreset } from '@holdpoint/engine/policy'
import { addPackage } from '../install/package-manager.ts'
import { packageFolder } from '../install/project-package.ts'
import { stackOf } from '../install/stack.ts'
import { builtIn } from '@holdpoint/packs'
import { print } from './output.ts'

/** What `holdpoint init` proposes for a project. */

const HINTS: Readonly<Record<string, string>> = {
  recommended: 'guards against damage, leaks and lost work',
  all: 'every hook of every pack',
  harness: 'tests, linters, plans and proof of work',
  scratchpad: 'sub-agents record what they did before they stop',
  planning: 'phases, research budget and gates for planning a feature',
  orchestrator: 'a team of agents works on a plan, task by task',
  agents: 'checks for the known agents in .claude/agents',
  node: 'asks before npm publish, vercel --prod',
  python: 'asks before twine upload, uv publish',
  terraform: 'asks before terraform apply, cdk deploy, cloud updates',
  kubernetes: 'asks before kubectl apply, helm upgrade, docker push',
  database: 'asks before migrations and dropped indexes',
}

/** What is in a preset, in a few words, and how much of it. */
export function hintFor(preset: string): string {
  const count = builtIn.catalogue.filter((entry) => isInPreset(preset, entry)).length
  return `${HINTS[preset] ?? `the hooks of the pack ${preset}`} (${count} hooks)`
}

export function printStack(root: string): void {
  const { found, presets, because } = stackOf(root)
  if (found.length > 0) print(`Found: ${found.join(', ')}`)
  const reasons = Object.entries(because).map(([preset, why]) => `${preset} (${why})`)
  if (reasons.length === 0) return
  print(`Proposed: ${reasons.join(', ')}. Accept with \`holdpoint init --yes\`, or`)
  print(`choose others: \`holdpoint init --preset ${presets.join(' ')}\``)
}

/** A project's line starts the project's own copy, so the package has to be installed in the project. */
export async function offerPackage(root: string): Promise<void> {
  if (packageFolder(root) !== undefined) return
  const [manager, ...words] = addPackage(root)
  const { confirm } = await import('@clack/prompts')
  const message = `This project does not depend on holdpoint yet. Run \`${[manager, ...words].join(' ')}\`?`
  if ((await confirm({ message })) === true) spawnSync(manager, words, { cwd: root, stdio: 'inherit' })
}
