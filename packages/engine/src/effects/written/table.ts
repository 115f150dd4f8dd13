import { foldPath, type WrittenCommand } from '@holdpoint/shell'

/** How the commands of a file are found; the readers are in `readers.ts`, which most calls never load. */
export type Format =
  | 'ci'
  | 'jenkins'
  | 'package'
  | 'scripts'
  | 'editor'
  | 'devcontainer'
  | 'idea'
  | 'make'
  | 'just'
  | 'taskfile'
  | 'ini'
  | 'config'
  | 'hooks'
  | 'procfile'
  | 'unit'
  | 'crontab'
  | 'dockerfile'
  | 'compose'
  | 'shell'
  | 'python'
  | 'ruby'
  | 'node'
  | 'notebook'
  | 'python-tasks'
  | 'loose'
  | 'go'
  | 'earth'
  | 'terraform'
  | 'xml'
  | 'npmrc'
  | 'yarnrc'
  | 'gitconfig'

export interface RunFile {
  readonly format: Format
  readonly where: WrittenCommand['where']
  /** Something starts it automatically, so no user names what it does. */
  readonly isAutomatic: boolean
}

type Row = readonly [ends: string, pattern: RegExp, format: Format, where: RunFile['where'], automatic?: 'automatic']

/** The first column of a row that no ending narrows down. */
const ANY_NAME = '*'

/**
 * Files that others run, by the end of their path in lower case. Scripts (`*.sh`, `*.py`) are not among them: a call that
 * runs one is judged by its text. `.git/hooks` and shell start files are asked about whatever is in them.
 *
 * The first column lists the endings that the pattern can match, `-` for a name without a dot: compiling every pattern
 * takes a short process longer than all else about an edit.
 */
export const TABLE: readonly Row[] = [
  ['yml yaml', /\/\.(?:github|gitea|forgejo)\/workflows\/[^/]+\.ya?ml$/, 'ci', 'runner', 'automatic'],
  ['yml yaml', /\/action\.ya?ml$/, 'ci', 'runner', 'automatic'],
  [
    'yml yaml',
    /(?:\/|\.)(?:\.?gitlab-ci|azure-pipelines[^/]*|bitbucket-pipelines|\.?(?:drone|woodpecker|travis|appveyor|cirrus|wercker)|buildspec|cloudbuild[^/]*|codemagic)\.ya?ml$/,
    'ci',
    'runner',
    'automatic',
  ],
  [
    'yml yaml',
    /\/\.(?:circleci|buildkite|woodpecker|semaphore|gitlab|azure|azure-pipelines|tekton)\/(?:[^/]+\/)*[^/]+\.ya?ml$/,
    'ci',
    'runner',
    'automatic',
  ],
  // Its agents are machines that stay.
  [ANY_NAME, /\/(?:[^/]*\.)?jenkinsfile(?:\.[^/]*)?$/, 'jenkins', 'here', 'automatic'],
  ['json', /\/package\.json$/, 'package', 'here'],
  ['json jsonc', /\/(?:composer\.json|deno\.jsonc?)$/, 'scripts', 'here'],
  ['json lintstagedrc', /\/\.lintstagedrc(?:\.json)?$/, 'editor', 'here', 'automatic'],
  ['json', /\/(?:project|nx|nodemon|turbo|angular|vercel|firebase|tauri\.conf|\.parcelrc)\.json$/, 'editor', 'here'],
  ['yml yaml', /\/(?:skaffold|\.?goreleaser)[^/]*\.ya?ml$/, 'hooks', 'here'],
  ['yml yaml', /\/\.gitpod\.ya?ml$/, 'ci', 'container', 'automatic'],
  ['json', /\/\.(?:vscode|zed)\/(?:tasks|launch|settings|debug)\.json$/, 'editor', 'here'],
  ['code-workspace sublime-project', /\.(?:code-workspace|sublime-project)$/, 'editor', 'here'],
  ['json', /\/\.?devcontainer\.json$/, 'devcontainer', 'container', 'automatic'],
  ['xml', /\/(?:\.idea\/runconfigurations|\.run)\/[^/]+\.xml$/, 'idea', 'here'],
  [ANY_NAME, /\/(?:gnu|bsd)?makefile(?:\.[^/]*)?$|\.mk$/, 'make', 'here'],
  ['justfile just -', /\/\.?justfile$|\.just$/, 'just', 'here'],
  ['yml yaml', /\/taskfile(?:\.dist)?\.ya?ml$/, 'taskfile', 'here'],
  ['ini', /\/tox\.ini$/, 'ini', 'here'],
  [
    ANY_NAME,
    /\/(?:pyproject|pixi|\.?mise(?:\.local)?|\.rtx|netlify|wrangler|fly|bunfig)\.toml$|\/pipfile$|\/\.replit$|\/\.?(?:mise|cargo)\/config(?:\.toml)?$/,
    'config',
    'here',
  ],
  ['yml yaml', /\/\.?(?:lefthook(?:-local)?|pre-commit-config|overcommit)\.ya?ml$/, 'hooks', 'here', 'automatic'],
  ['toml', /\/lefthook\.toml$/, 'config', 'here', 'automatic'],
  [ANY_NAME, /\/procfile(?:\.[^/]*)?$/, 'procfile', 'here'],
  ['service timer socket path conf', /\.(?:service|timer|socket|path)$|\/supervisord?\.conf$/, 'unit', 'here'],
  [ANY_NAME, /\/crontab(?:\.[^/]*)?$|\.(?:cron|crontab)$|\/cron\.d\/[^/]+$/, 'crontab', 'here'],
  [ANY_NAME, /\/(?:docker|container)file(?:\.[^/]*)?$|\.(?:docker|container)file$/, 'dockerfile', 'container'],
  ['yml yaml', /\/(?:[^/]*\.)?(?:docker-)?compose(?:[.-][^/]*)?\.ya?ml$/, 'compose', 'container'],
  [ANY_NAME, /\/(?:\.husky|\.?githooks|\.git-hooks)\/[^/.]+$|\/\.envrc$/, 'shell', 'here', 'automatic'],
  [
    'py -',
    /\/(?:noxfile|tasks|fabfile|dodo|pavement)\.py$|\/(?:sconstruct|sconscript|wscript|snakefile|tiltfile)$/,
    'python-tasks',
    'here',
  ],
  ['py', /\/(?:setup|conftest|sitecustomize|usercustomize)\.py$/, 'python', 'here', 'automatic'],
  [
    'rb -',
    /\/(?:rakefile(?:\.rb)?|thorfile|capfile|podfile|fastfile|vagrantfile|brewfile|guardfile|dangerfile)$/,
    'ruby',
    'here',
  ],
  ['rb gemspec podspec -', /\/gemfile$|\/gems\.rb$|\.(?:gem|pod)spec$/, 'ruby', 'here', 'automatic'],
  ['js cjs mjs ts cts mts', /\/(?:gulpfile|gruntfile|jakefile)\.[cm]?[jt]s$/, 'node', 'here'],
  [
    'js cjs mjs ts cts mts',
    /\.config\.[cm]?[jt]s$|\/\.[\w-]+rc\.[cm]?js$|\/\.pnpmfile\.c?js$/,
    'node',
    'here',
    'automatic',
  ],
  [
    'gradle kts sbt rs zig exs swift',
    /\.gradle(?:\.kts)?$|\/build\.(?:sbt|rs|zig)$|\/mix\.exs$|\/package\.swift$/,
    'loose',
    'here',
  ],
  [
    'txt cmake build bazel bzl gyp gypi',
    /\/cmakelists\.txt$|\.cmake$|\/meson\.build$|\/(?:build|workspace)\.bazel$|\.bzl$|\/binding\.gyp$|\.gypi$/,
    'loose',
    'here',
  ],
  ['nix', /\/(?:flake|shell|default|devenv|dev)\.nix$/, 'loose', 'here'],
  ['-', /\/earthfile$/, 'earth', 'container'],
  ['go', /\.go$/, 'go', 'here'],
  ['tf tofu hcl', /\.(?:tf|tofu)$|\/terragrunt\.hcl$/, 'terraform', 'here'],
  [
    'xml proj csproj fsproj vbproj vcxproj targets props',
    /\/(?:pom|build)\.xml$|\.(?:cs|fs|vb|vcx)?proj$|\.targets$|\.props$/,
    'xml',
    'here',
  ],
  ['npmrc', /\/\.npmrc$/, 'npmrc', 'here', 'automatic'],
  ['yarnrc yml yaml', /\/\.yarnrc(?:\.ya?ml)?$/, 'yarnrc', 'here', 'automatic'],
  ['gitmodules gitconfig -', /\/\.gitmodules$|\/\.?gitconfig$/, 'gitconfig', 'here', 'automatic'],
  ['ipynb', /\.ipynb$/, 'notebook', 'here'],
]

/** What a path means to those who run such files; undefined for every other file. */
export function runFileOf(path: string): RunFile | undefined {
  // Text that documents or ignores such files has their name in it, and another one behind.
  if (/(?<!\/cmakelists)\.(?:md|mdx|rst|txt|adoc|html|orig|bak|lock|sample|example)$/i.test(path)) return undefined
  const folded = foldPath(path)
  const name = folded.slice(folded.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  const end = dot === -1 ? '-' : name.slice(dot + 1)
  const row = rowsFor(end).find(([, pattern]) => pattern.test(folded))
  return row && { format: row[2], where: row[3], isAutomatic: row[4] !== undefined }
}

/** In the order of the table. */
const rowsFor = (end: string): readonly Row[] =>
  TABLE.filter(([ends]) => ends === ANY_NAME || ends.split(' ').includes(end))
