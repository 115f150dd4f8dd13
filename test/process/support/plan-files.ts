/** Files of a plan as the tests need them; `specs/demo` belongs to the branch `feature/demo`. */

export const F = 'specs/demo'

interface StateFields {
  readonly phase?: string
  readonly mode?: string
  readonly decisions?: Readonly<Record<string, unknown>>
  readonly gates?: readonly Readonly<Record<string, unknown>>[]
}

export function state({
  phase = 'ARCHITECTURE',
  mode = 'complete',
  decisions = {},
  gates = [],
}: StateFields = {}): string {
  const lines = [
    `phase: ${phase}`,
    `mode: ${mode}`,
    'user_decisions:',
    ...Object.entries(decisions).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`),
    'gate_results:',
    ...gates.map((gate) => `  - ${JSON.stringify(gate)}`),
  ]
  return `---\n${lines.join('\n')}\n---\n\n# Notes\n\nphase: NOT_THIS\n`
}

export const inPhase = (phase: string, more: StateFields = {}): Record<string, string> => ({
  [`${F}/.planning-state.local.md`]: state({ phase, ...more }),
})

export const lockedBy = (session: string): Record<string, string> => ({
  [`${F}/.planning.lock`]: JSON.stringify({ session_id: session }),
})

/** A task list in which the first `tested` of `count` tasks name a test. */
export function tasks(count: number, tested: number, phases = 2): string {
  const lines = Array.from({ length: count }, (_, index) => {
    const id = String(index + 1).padStart(3, '0')
    const test = index < tested ? `  - Definition of Done: UT-${id} passes\n` : ''
    return `- [ ] [T${id}] Task ${index + 1}\n${test}`
  })
  const heads = Array.from({ length: phases }, (_, index) => `## Phase ${index + 1}\n\n`)
  return `# Tasks\n\n${heads.join('')}${lines.join('')}`
}

export const UAT = '## UAT-001 Log in\n\nGiven: a user\nWhen: they log in\nThen: they are in\n'

/** Everything the QA strategist has to write. */
export const testFiles: Record<string, string> = {
  [`${F}/test-cases/unit/login.md`]: '# Unit tests\n\n## UT-001 Hash\n\n## UT-002 Salt\n',
  [`${F}/test-cases/integration/login.md`]: '## INT-001 Store\n',
  [`${F}/test-cases/e2e/login.md`]: '# E2E-001 Whole way\n',
  [`${F}/test-cases/uat/login.md`]: UAT,
  [`${F}/test-plan.md`]: '# Test plan\n\n## Coverage Matrix\n\n| AC | Test |\n| --- | --- |\n| 1 | UT-001 |\n',
}

/** The four files without which a plan is not complete. */
export const artifacts: Record<string, string> = Object.fromEntries(
  ['design.md', 'plan.md', 'tasks.md', 'test-plan.md'].map((name) => [`${F}/${name}`, `# ${name}\n`]),
)

export const without = (files: Readonly<Record<string, string>>, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(files).filter(([path]) => path !== `${F}/${name}`))

export const words = (count: number): string => Array.from({ length: count }, (_, index) => `word${index}`).join(' ')

/** A conversation file of the agent in which the user said these things. */
export const transcript = (...texts: readonly string[]): string =>
  texts.map((content) => `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`).join('')
