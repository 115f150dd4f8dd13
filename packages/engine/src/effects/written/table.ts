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

type Row = readonly [pattern: RegExp, format: Format, where: RunFile['where'], automatic?: 'automatic']

/**
 * Files that others run, by the end of their path in lower case. Scripts (`*.sh`, `*.py`) are not among them: a call that
 * runs one is judged by its text. `.git/hooks` and shell start files are asked about whatever is in them.
 */
const TABLE: readonly Row[] = [
  [/\/\.(?:github|gitea|forgejo)\/workflows\/[^/]+\.ya?ml$/, 'ci', 'runner', 'automatic'],
  [/\/action\.ya?ml$/, 'ci', 'runner', 'automatic'],
  [
    /(?:\/|\.)(?:\.?gitlab-ci|azure-pipelines[^/]*|bitbucket-pipelines|\.?(?:drone|woodpecker|travis|appveyor|cirrus|wercker)|buildspec|cloudbuild[^/]*|codemagic)\.ya?ml$/,
    'ci',
    'runner',
    'automatic',
  ],
  [
    /\/\.(?:circleci|buildkite|woodpecker|semaphore|gitlab|azure|azure-pipelines|tekton)\/(?:[^/]+\/)*[^/]+\.ya?ml$/,
    'ci',
    'runner',
    'automatic',
  ],
  // Its agents are machines that stay.
  [/\/(?:[^/]*\.)?jenkinsfile(?:\.[^/]*)?$/, 'jenkins', 'here', 'automatic'],
  [/\/package\.json$/, 'package', 'here'],
  [/\/(?:composer\.json|deno\.jsonc?)$/, 'scripts', 'here'],
  [/\/\.lintstagedrc(?:\.json)?$/, 'editor', 'here', 'automatic'],
  [/\/(?:project|nx|nodemon|turbo|angular|vercel|firebase|tauri\.conf|\.parcelrc)\.json$/, 'editor', 'here'],
  [/\/(?:skaffold|\.?goreleaser)[^/]*\.ya?ml$/, 'hooks', 'here'],
  [/\/\.gitpod\.ya?ml$/, 'ci', 'container', 'automatic'],
  [/\/\.(?:vscode|zed)\/(?:tasks|launch|settings|debug)\.json$/, 'editor', 'here'],
  [/\.(?:code-workspace|sublime-project)$/, 'editor', 'here'],
  [/\/\.?devcontainer\.json$/, 'devcontainer', 'container', 'automatic'],
  [/\/(?:\.idea\/runconfigurations|\.run)\/[^/]+\.xml$/, 'idea', 'here'],
  [/\/(?:gnu|bsd)?makefile(?:\.[^/]*)?$|\.mk$/, 'make', 'here'],
  [/\/\.?justfile$|\.just$/, 'just', 'here'],
  [/\/taskfile(?:\.dist)?\.ya?ml$/, 'taskfile', 'here'],
  [/\/tox\.ini$/, 'ini', 'here'],
  [
    /\/(?:pyproject|pixi|\.?mise(?:\.local)?|\.rtx|netlify|wrangler|fly|bunfig)\.toml$|\/pipfile$|\/\.replit$|\/\.?(?:mise|cargo)\/config(?:\.toml)?$/,
    'config',
    'here',
  ],
  [/\/\.?(?:lefthook(?:-local)?|pre-commit-config|overcommit)\.ya?ml$/, 'hooks', 'here', 'automatic'],
  [/\/lefthook\.toml$/, 'config', 'here', 'automatic'],
  [/\/procfile(?:\.[^/]*)?$/, 'procfile', 'here'],
  [/\.(?:service|timer|socket|path)$|\/supervisord?\.conf$/, 'unit', 'here'],
  [/\/crontab(?:\.[^/]*)?$|\.(?:cron|crontab)$|\/cron\.d\/[^/]+$/, 'crontab', 'here'],
  [/\/(?:docker|container)file(?:\.[^/]*)?$|\.(?:docker|container)file$/, 'dockerfile', 'container'],
  [/\/(?:[^/]*\.)?(?:docker-)?compose(?:[.-][^/]*)?\.ya?ml$/, 'compose', 'container'],
  [/\/(?:\.husky|\.?githooks|\.git-hooks)\/[^/.]+$|\/\.envrc$/, 'shell', 'here', 'automatic'],
  [
    /\/(?:noxfile|tasks|fabfile|dodo|pavement)\.py$|\/(?:sconstruct|sconscript|wscript|snakefile|tiltfile)$/,
    'python-tasks',
    'here',
  ],
  [/\/(?:setup|conftest|sitecustomize|usercustomize)\.py$/, 'python', 'here', 'automatic'],
  [
    /\/(?:rakefile(?:\.rb)?|thorfile|capfile|podfile|fastfile|vagrantfile|brewfile|guardfile|dangerfile)$/,
    'ruby',
    'here',
  ],
  [/\/gemfile$|\/gems\.rb$|\.(?:gem|pod)spec$/, 'ruby', 'here', 'automatic'],
  [/\/(?:gulpfile|gruntfile|jakefile)\.[cm]?[jt]s$/, 'node', 'here'],
  [/\.config\.[cm]?[jt]s$|\/\.[\w-]+rc\.[cm]?js$|\/\.pnpmfile\.c?js$/, 'node', 'here', 'automatic'],
  [/\.gradle(?:\.kts)?$|\/build\.(?:sbt|rs|zig)$|\/mix\.exs$|\/package\.swift$/, 'loose', 'here'],
  [
    /\/cmakelists\.txt$|\.cmake$|\/meson\.build$|\/(?:build|workspace)\.bazel$|\.bzl$|\/binding\.gyp$|\.gypi$/,
    'loose',
    'here',
  ],
  [/\/(?:flake|shell|default|devenv|dev)\.nix$/, 'loose', 'here'],
  [/\/earthfile$/, 'earth', 'container'],
  [/\.go$/, 'go', 'here'],
  [/\.(?:tf|tofu)$|\/terragrunt\.hcl$/, 'terraform', 'here'],
  [/\/(?:pom|build)\.xml$|\.(?:cs|fs|vb|vcx)?proj$|\.targets$|\.props$/, 'xml', 'here'],
  [/\/\.npmrc$/, 'npmrc', 'here', 'automatic'],
  [/\/\.yarnrc(?:\.ya?ml)?$/, 'yarnrc', 'here', 'automatic'],
  [/\/\.gitmodules$|\/\.?gitconfig$/, 'gitconfig', 'here', 'automatic'],
  [/\.ipynb$/, 'notebook', 'here'],
]

/** What a path means to those who run such files; undefined for every other file. */
export function runFileOf(path: string): RunFile | undefined {
  // Text that documents or ignores such files has their name in it, and another one behind.
  if (/(?<!\/cmakelists)\.(?:md|mdx|rst|txt|adoc|html|orig|bak|lock|sample|example)$/i.test(path)) return undefined
  const folded = foldPath(path)
  const row = TABLE.find(([pattern]) => pattern.test(folded))
  return row && { format: row[1], where: row[2], isAutomatic: row[3] !== undefined }
}
