import { mkdirSync, writeFileSync } from 'node:fs'
import { loadSettings, presetNames, type CachePart, type SettingsSource } from '@holdpoint/engine/policy'
import { builtIn } from '@holdpoint/packs'
import { aDirectory } from '../../../test/process/support/temporary.ts'

/** The compiled settings of the built-in hooks: what an event reads is what the compiler has made. */

function aUser(policy: string): SettingsSource {
  const { path } = aDirectory()
  mkdirSync(`${path}/.config/holdpoint`, { recursive: true })
  writeFileSync(`${path}/.config/holdpoint/holdpoint.yml`, policy)
  const parts = new Map<CachePart, string>()
  return {
    root: `${path}/project`,
    env: { HOME: path },
    hooks: builtIn,
    modules: { stamps: [], load: () => Promise.resolve([]), scripts: () => Promise.resolve([]) },
    cache: { read: (part) => parts.get(part), write: (part, text) => void parts.set(part, text) },
  }
}

/** As JSON has it, and for hooks that are off only that. */
const known = ({ settings }: Awaited<ReturnType<typeof loadSettings>>): unknown =>
  JSON.parse(
    JSON.stringify(settings, (_, value: unknown) =>
      (value as { level?: unknown } | undefined)?.level === 'off' ? 'off' : value,
    ),
  )

it.each([
  ...presetNames(builtIn.catalogue).map((name) => `presets: [${name}]\n`),
  'presets: [recommended]\nhooks:\n  guard/scope: {level: warn, timeout_ms: 1234}\n  guard/no-force-push: {options: {protect: [x]}}\n',
  'own: {a: {on: Stop, command: x}, b: {on: Stop, command: x}}\nhooks: {own/b: off}\n',
  'rules:\n  no-yarn: {when: {runs: yarn}, then: deny, message: No.}\n',
])('%j', async (policy) => {
  const source = aUser(policy)
  const compiled = await loadSettings(source, 'build')
  expect(compiled.problems).toEqual([])
  const read = await loadSettings(source, 'build')
  expect(known(read)).toEqual(known(compiled))
  const called = await loadSettings(source, 'build', undefined, true)
  expect(JSON.parse(JSON.stringify(called.settings))).toEqual(JSON.parse(JSON.stringify(compiled.settings)))
  expect([read, called].map(({ edited }) => edited)).toEqual([undefined, undefined])
})
