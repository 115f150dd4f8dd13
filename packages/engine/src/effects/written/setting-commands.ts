import { type FileReader, wordsToLine } from './command-text.ts'

/** Settings that name a program, as the commands that set or run it. */

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length

const withoutQuotes = (value: string): string => value.trim().replace(/^(["'])(.*)\1$/, '$2')

/** A shell of the system, and not a program of somebody's own. */
const SHELL =
  /^(?:\/(?:usr\/)?(?:local\/)?bin\/)?(?:ba|z|da|k|fi)?sh$|^(?:pwsh|powershell|cmd)(?:\.exe)?$|\\(?:bash|pwsh)\.exe$/i

/** Options of Node that load code before the program. */
const LOADS = /(?:^|\s)(?:-r|--(?:require|import|loader|experimental-loader))\b/

/** Outside of the project. */
const ELSEWHERE = /^(?:\/|~|\.\.|https?:)/

const NPM = /^[ \t]*(script-shell|shell|node-options|git|editor|init-module|(?:global-)?pnpmfile)[ \t]*=(.+)$/gm

/** `.npmrc`: what runs scripts instead of `sh`, what is loaded into each Node, and which git. */
export const npmSettings: FileReader = (text) =>
  Array.from(text.matchAll(NPM)).flatMap(({ 1: key = '', 2: given = '', index }) => {
    const value = withoutQuotes(given)
    const isOrdinary =
      key === 'node-options' ? !LOADS.test(value) : key.endsWith('shell') ? SHELL.test(value) : !ELSEWHERE.test(value)
    return isOrdinary ? [] : [{ text: `npm config set ${key} ${wordsToLine([value])}`, line: lineAt(text, index) }]
  })

const YARN = /^[ \t-]*"?(yarnPath|yarn-path|path)"?(?:[ \t]*:|[ \t])(.+)$/gm

/** `.yarnrc.yml`, `.yarnrc`: yarn itself and its plug-ins, where they are not files of the project. */
export const yarnSettings: FileReader = (text) =>
  Array.from(text.matchAll(YARN)).flatMap(({ 2: given = '', index }) => {
    const value = withoutQuotes(given)
    return ELSEWHERE.test(value)
      ? [{ text: `yarn config set yarnPath ${wordsToLine([value])}`, line: lineAt(text, index) }]
      : []
  })

const GIT_COMMAND =
  /^(?:clean|smudge|process|textconv|cmd|command|fsmonitor|sshcommand|pager|editor|helper|driver|askpass)$/i

/** `update = !cmd` of a submodule; aliases, filters and programs of a configuration that the project shares. */
export const gitSettings: FileReader = (text) =>
  Array.from(text.matchAll(/^[ \t]*(\w+)[ \t]*=(.+)$/gm)).flatMap(({ 1: key = '', 2: given = '', index }) => {
    const value = withoutQuotes(given).replace(/\\(["\\])/g, '$1')
    const isCommand = value.startsWith('!') || GIT_COMMAND.test(key)
    return isCommand ? [{ text: value.replace(/^!/, ''), line: lineAt(text, index) }] : []
  })
