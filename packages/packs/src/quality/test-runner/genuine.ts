import { type FileEffect, type Run, isWithin } from '@holdpoint/shell'
import { programOnPath } from '../../shared/programs.ts'
import type { Services } from '@holdpoint/engine'

/** Whether a run really starts the runner of that name, the way the project would start it. */

type GenuineServices = Pick<Services, 'files' | 'env'>

export const isGenuine = (run: Run, outer: Run, tree: string, world: GenuineServices): boolean =>
  isOwnProgram(outer, tree, world) && hasHarmlessVariables(run) && isPlainlyStarted(run, outer)

/** Where projects keep their runners, relative to where they are called. */
const LOCAL = /^(?:\.\/)?(?:node_modules\/\.bin|\.venv\/bin|venv\/bin|vendor\/bin|bin)\/[\w.-]+$|^\.\/(?:gradlew|mvnw)$/
const SYSTEM = /^\/(?:usr\/(?:local\/)?bin|bin|opt\/homebrew\/bin)\/[\w.-]+$/

/** A program of that name elsewhere may be anything, such as `/tmp/fake/npm`. */
function isOwnProgram({ path, program }: Run, tree: string, world: GenuineServices): boolean {
  if (path.includes('/')) return LOCAL.test(path) || SYSTEM.test(path)
  const found = programOnPath(program, world)
  return found === undefined || !isWithin(found, tree) || LOCAL.test(found.slice(tree.length + 1))
}

/** Variables that do not affect a runner. Others, such as PATH or NODE_OPTIONS, may change what runs. */
const HARMLESS =
  /^(?:CI|TZ|LANG|LC_\w+|NO_COLOR|FORCE_COLOR|CLICOLOR|TERM|DEBUG|LOG_LEVEL|NODE_ENV|APP_ENV|RAILS_ENV|RACK_ENV|MIX_ENV|RUST_BACKTRACE|RUST_LOG|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|DATABASE_URL|REDIS_URL|PORT|HOST)$/

const hasHarmlessVariables = ({ env }: Run): boolean => Object.keys(env).every((name) => HARMLESS.test(name))

/** Programs that start another one and pass its exit code on. */
const PASSES_ON =
  /^(?:npx|bunx|pnpx|pnpm (?:exec|dlx)|npm exec|yarn (?:exec|dlx)|timeout|time|nice|ionice|stdbuf|nohup|env|command|bundle exec|(?:uv|poetry|pipenv|pdm|hatch|rye) run|xvfb-run)$/
/** Allowed words before the runner: `npx --package=./fake vitest` runs something else. */
const STARTER_WORD =
  /^(?:-y|--yes|--no|--no-install|--bun|exec|run|dlx|--|-q|--quiet|--silent|--frozen|--locked|--no-sync|\d+(?:\.\d+)?[smh]?|-[nkac]|-o[L0]|[A-Z_]+=.*)$/

function isPlainlyStarted(run: Run, outer: Run): boolean {
  if (run === outer) return true
  const before = outer.args.slice(0, outer.args.length - run.args.length - 1)
  return run.via.every((step) => PASSES_ON.test(step)) && before.every((word) => STARTER_WORD.test(word))
}

/** A log of the run changes nothing; any other file that the same command writes might change what is run. */
export const writesOnlyLogs = (files: readonly FileEffect[], tree: string): boolean =>
  files
    .filter(({ op }) => op === 'write' || op === 'delete' || op === 'mode')
    .every(({ real }) => real.startsWith('/dev/') || /\.(?:log|txt|xml|out|tap)$/.test(real) || isCache(real, tree))

const isCache = (path: string, tree: string): boolean =>
  isWithin(path, tree) &&
  /^(?:coverage|\.pytest_cache|test-results|reports|target|build)(?:\/|$)/.test(path.slice(tree.length + 1))
