import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PACKS } from '@holdpoint/packs'
import { readText } from '@holdpoint/runtime/system'
import { namesIn } from './script-files.ts'

/** What a project is built with, by the files that are typical for it, and which presets fit it. */

const STACKS: readonly (readonly [file: string, name: string])[] = [
  ['package.json', 'Node.js'],
  ['deno.json', 'Deno'],
  ['pyproject.toml', 'Python'],
  ['setup.py', 'Python'],
  ['requirements.txt', 'Python'],
  ['go.mod', 'Go'],
  ['Cargo.toml', 'Rust'],
  ['pom.xml', 'Java'],
  ['build.gradle', 'Gradle'],
  ['build.gradle.kts', 'Gradle'],
  ['Gemfile', 'Ruby'],
  ['composer.json', 'PHP'],
  ['mix.exs', 'Elixir'],
  ['Package.swift', 'Swift'],
  ['CMakeLists.txt', 'CMake'],
  ['Makefile', 'make'],
]

export interface Stack {
  /** `Node.js (package.json)`; without repetition. */
  readonly found: readonly string[]
  /** Presets that fit the findings; `recommended` fits every project. */
  readonly presets: readonly string[]
  /** Why a preset is proposed. */
  readonly because: Readonly<Record<string, string>>
}

export function stackOf(root: string): Stack {
  const files = STACKS.filter(([file]) => existsSync(join(root, file)))
  const solutions = namesIn(root).filter((name) => /\.(?:sln|csproj|fsproj)$/.test(name))
  const all = [...files, ...solutions.slice(0, 1).map((file) => [file, '.NET'] as const)]
  const found = all.filter(([, name], index) => all.findIndex(([, other]) => other === name) === index)
  const project = { list: namesIn, exists: existsSync, read: (path: string) => readText(path) }
  const reasons = PACKS.map(({ group, suits }) => [group, suits?.(root, project)] as const)
  const because = Object.fromEntries([
    ...reasons.filter((reason): reason is [string, string] => reason[1] !== undefined),
    ...PACKS.flatMap(({ suitingPresets }) => Object.entries(suitingPresets?.(root, project) ?? {})),
  ])
  return {
    found: found.map(([file, name]) => `${name} (${file})`),
    presets: ['recommended', ...Object.keys(because)],
    because,
  }
}
