import { isAbsolute } from 'node:path'
import { isWithin } from '@holdpoint/shell'
import { SWITCHES } from '@holdpoint/engine/policy'
import { SHELL_VARIABLES, UNKNOWN_SHELL } from '@holdpoint/hosts'
import { realPath } from './system/files/read.ts'
import { settingsFiles } from './plugins.ts'
import { objectAt } from './settings-file.ts'

/**
 * The `env` of a settings file becomes the environment of every hook, and a repository can bring such a file. So every
 * Holdpoint process first removes unsafe variables, for itself and for its children.
 */
type ProcessVariables = Record<string, string | undefined>

/** A removed variable, and the reason. */
export interface IgnoredVariable {
  readonly name: string
  readonly text: string
}

/** These load other code into the programs Holdpoint starts. hook.sh and ask.sh have the same list. */
const LOADS_CODE =
  /^(?:NODE_(?:OPTIONS|PATH|EXTRA_CA_CERTS|COMPILE_CACHE|V8_COVERAGE|ICU_DATA|CHANNEL_FD)|OPENSSL_(?:CONF|MODULES|ENGINES)|LD_(?:PRELOAD|AUDIT)|DYLD_INSERT_LIBRARIES|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|CDPATH|BASH_FUNC_.*)$/

/** Lists of directories with code. hook.sh and ask.sh check them in the same way. */
const LIBRARY_PATHS = ['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH']

/** These set the location of the user's configuration, Holdpoint's state and the daemon. */
const PLACES = ['HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_RUNTIME_DIR']

/** Changes `env` in place, because the rest of the process and its children use it. */
export function ownEnvironment(env: ProcessVariables, project: string): readonly IgnoredVariable[] {
  for (const name of Object.keys(env)) if (LOADS_CODE.test(name)) delete env[name]
  for (const name of LIBRARY_PATHS) if (isOfProject(env[name], project)) delete env[name]
  const root = realPath(project)
  const ignored = PLACES.flatMap((name) => {
    const why = whyNoPlace(name, env[name], root)
    return why === undefined ? [] : [{ name, text: `${name}, which ${why}` }]
  })
  for (const { name } of ignored) setPlace(env, name)
  return [...ignored, ...namedInSettings(env, root)].map(({ name, text }) => ({
    name,
    text: `Holdpoint ignores ${text}.`,
  }))
}

/** A relative or empty entry is a directory of the project as well. */
const isOfProject = (path: string | undefined, project: string): boolean =>
  path?.split(':').some((entry) => !entry.startsWith('/') || entry.startsWith(project)) === true

/** The repository controls what is inside the project. A project that contains the user's home is an exception. */
function whyNoPlace(name: string, value: string | undefined, root: string): string | undefined {
  if (value === undefined) return undefined
  // Without HOME, state would go to the temporary directory; the other variables matter only as paths.
  if (!isAbsolute(value)) return name === 'HOME' ? 'is no path' : undefined
  if (!isWithin(realPath(value), root)) return undefined
  const home = homeOfUser()
  return home !== undefined && isWithin(realPath(home), root) ? undefined : 'points into the project'
}

/** From the password database, which no settings file can change. */
function homeOfUser(): string | undefined {
  try {
    // Imported here because loading it would slow down every event.
    return process.getBuiltinModule('node:os').userInfo().homedir
  } catch {
    return undefined
  }
}

function setPlace(env: ProcessVariables, name: string): void {
  const home = name === 'HOME' ? homeOfUser() : undefined
  if (home === undefined) delete env[name]
  else env[name] = home
}

/** Variables that settings files set for every hook and Holdpoint ignores, each with its file. */
export function ignoredInSettings(root: string, home: string | undefined): readonly (readonly [string, string])[] {
  const { managed, user, project, local } = settingsFiles(root, home)
  const all = { '.claude/settings.json': project, '.claude/settings.local.json': local }
  const names = (file: object): readonly string[] => Object.keys(objectAt(file as Record<string, unknown>, 'env'))
  const isIgnored = (name: string): boolean => LOADS_CODE.test(name) || SWITCHES.some((known) => known === name)
  return [
    ...Object.entries(all).flatMap(([file, settings]) =>
      names(settings).flatMap((name) => (isIgnored(name) || PLACES.includes(name) ? [[name, file] as const] : [])),
    ),
    ...Object.entries({ '~/.claude/settings.json': user, 'the managed settings': managed }).flatMap(
      ([file, settings]) => names(settings).flatMap((name) => (isIgnored(name) ? [[name, file] as const] : [])),
    ),
  ]
}

function namedInSettings(env: ProcessVariables, root: string): readonly IgnoredVariable[] {
  const { managed, user, project, local } = settingsFiles(root, env['HOME'])
  const named = (files: readonly (readonly [string, Readonly<Record<string, unknown>>])[], names: readonly string[]) =>
    names.flatMap((name) => {
      const [file] = files.find(([, settings]) => Object.hasOwn(objectAt(settings, 'env'), name)) ?? []
      if (file === undefined || env[name] === undefined) return []
      setPlace(env, name)
      return [{ name, text: `${name} from the \`env\` of ${file}` }]
    })
  const ofProject = [['.claude/settings.json', project] as const, ['.claude/settings.local.json', local] as const]
  // Whether the host takes them from there is not known.
  const isShellNamed = ofProject.some(([, settings]) =>
    SHELL_VARIABLES.some((name) => Object.hasOwn(objectAt(settings, 'env'), name)),
  )
  if (isShellNamed) env['CLAUDE_CODE_SHELL'] = UNKNOWN_SHELL
  const ofAll = [...ofProject, ['~/.claude/settings.json', user] as const, ['the managed settings', managed] as const]
  return [...named(ofProject, PLACES), ...named(ofAll, SWITCHES)]
}
