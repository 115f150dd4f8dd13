import { own } from '../../own.ts'
import type { Context } from '../../read/context.ts'
import { languageOf } from '../code.ts'
import { runLoosely } from '../loose-code.ts'
import { runProgram } from '../scripts.ts'
import { nameOf, runProjectFile } from './project-file.ts'

/** Files that this command wrote and that a program loads without being told: configuration, sources it builds. */

/** Which programs build which sources. */
const BUILDERS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:go|tinygo|gotip)$/, /\.go$/],
  [/^(?:cargo|rustc|cross|wasm-pack|maturin)$/, /\.rs$/],
  [/^(?:cmake|ctest|ccmake|cpack)$/, /\.cmake$|\/CMakeLists\.txt$/],
  [/^(?:g?cc|g\+\+|clang(?:\+\+)?|c\+\+|tcc|c99|zig|make|gmake|ninja|meson)(?:-[\d.]+)?$/, /\.(?:c|cc|cpp|cxx|m|zig)$/],
  [
    /^(?:javac|java|jshell|gradlew?|mvnw?|ant|kotlinc?|kotlin|scala(?:c|-cli)?|sbt)$/,
    /\.(?:java|kts?|scala|gradle|sbt)$/,
  ],
  [
    /^(?:swiftc?|dotnet|csc|fsharpc|ghc|runghc|stack|cabal|ocaml\w*|dune|nim|dmd|ldc2|rdmd|dart|flutter|crystal)$/,
    /\.(?:swift|cs|fs|hs|ml|nim|d|dart|cr)$/,
  ],
  [/^(?:bazel|bazelisk|buck2?)$/, /\/BUILD(?:\.bazel)?$/],
  [/^(?:gem|bundle|pod)$/, /\.(?:gem|pod)spec$/],
  [/^(?:pip3?|uv|poetry|pdm|hatch|tox|build|twine|easy_install)$/, /\/setup\.py$/],
]

/** Package runners start tools that look for their configuration. */
const RUNNERS =
  /^(?:npm|pnpm|yarn|bun|npx|bunx|pnpx|node|deno|make|just|task|turbo|nx|lerna|nodemon|pm2|electron|watchexec|entr)$/

/** Configuration that is code, and tests, are found automatically. */
const isFound = (path: string): boolean =>
  /\.config\.[cm]?[jt]s$|\/\.[\w-]+rc\.[cm]?js$|\/[\w.-]*file\.[cm]?[jt]s$|[._-](?:test|spec)s?\.(?:[cm]?[jt]sx?|py|rb|php)$|\/test_[^/]*\.py$/.test(
    path,
  )

export function runLoadable(context: Context, isDescribed: boolean): void {
  const { loadable } = context.state
  if (!context.reader.step(loadable.size / 4)) return
  const builds = BUILDERS.filter(([program]) => program.test(context.name)).map(([, source]) => source)
  const isTool = !isDescribed || RUNNERS.test(context.name)
  const named = new Set(context.texts.filter((text) => CODE.test(text)).map(context.path))
  const loads = (path: string): boolean =>
    builds.some((source) => source.test(path)) ||
    (isTool && named.has(path)) ||
    (isFound(path) && (isTool || isNamedAfter(path, context.name)))
  const now = [...loadable].filter(loads)
  for (const path of now) loadable.delete(path)
  // More than a user writes in one command: looking at all of them each time would take too long.
  if (loadable.size > MAX_LOADABLE && isTool) {
    loadable.clear()
    context.doubt('code', 'more files of code than Holdpoint reads')
  }
  for (const path of now) {
    const language = languageOf(own(INTERPRETERS, path.slice(path.lastIndexOf('.') + 1)) ?? '')
    runProjectFile(context, path, (at, text) => {
      if (language === undefined) runLoosely(at, text, nameOf(path))
      else runProgram(at, language, text, [], path)
    })
  }
}

const MAX_LOADABLE = 200
const CODE = /\.(?:[cm]?[jt]sx?|py|rb|php|pl)$/

/** `vite.config.ts` and `.eslintrc.js` say who loads them. */
const isNamedAfter = (path: string, program: string): boolean =>
  program !== '' &&
  nameOf(path)
    .replace(/^\./, '')
    .startsWith(program.split('-', 1)[0] ?? program)

const INTERPRETERS: Readonly<Record<string, string>> = {
  js: 'node',
  cjs: 'node',
  mjs: 'node',
  ts: 'node',
  cts: 'node',
  mts: 'node',
  jsx: 'node',
  tsx: 'node',
  py: 'python',
  rb: 'ruby',
  php: 'php',
  pl: 'perl',
  gemspec: 'ruby',
  podspec: 'ruby',
}
