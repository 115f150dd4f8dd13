import { isKnown } from '../effects.ts'
import type { Context } from '../read/context.ts'
import type { Reader } from '../read/reader.ts'
import { known, type Value } from '../words/value.ts'
import { runScript } from './scripts.ts'

/**
 * Environment variables whose value a program runs. Which program obeys which is not asked: a variable that holds a
 * command is set so that something runs it.
 */

/** A line for a shell, or a program with its arguments: pagers, editors, helpers, compilers, wrappers. */
const COMMAND =
  /(?:^|_)(?:PAGER|EDITOR|VISUAL|BROWSER|ASKPASS|RSH|SHELL|COMMAND|CMD|WRAPPER|LAUNCHER|RUNNER|EXEC|HOOK|VIEWER|TERMINAL|OPENER)$|^(?:LESSOPEN|LESSCLOSE|GIT_(?:SSH|SSH_COMMAND|EXTERNAL_DIFF|PROXY_COMMAND|SEQUENCE_EDITOR|TRACE2_EVENT)|CC|CXX|CPP|FC|AR|AS|LD|NM|RANLIB|STRIP|OBJCOPY|RUSTC|RUSTDOC|LINKER|HOSTCC|CMAKE_(?:C|CXX)_COMPILER|MAKE|PYTHON|PERL|RUBY|NODE|NODE_GYP_FORCE_PYTHON|npm_config_(?:script_shell|shell|editor|viewer|git)|PROMPT_COMMAND|FCEDIT|SUDO_EDITOR|WINEDEBUGGER|TEXEDIT|XEDITOR|MAILER|MAILCAP_.*|PRINTER_CMD|DIFF|MERGE|SVN_(?:EDITOR|SSH|MERGE)|CVS_RSH|CVSEDITOR|RSYNC_RSH|RSYNC_CONNECT_PROG|RSYNC_PROXY|HGEDITOR|HGMERGE|P4EDITOR|P4DIFF|P4MERGE|P4PAGER)$/

/** A file of shell commands. */
const SHELL_FILE = /^(?:BASH_ENV|ENV)$/

/** Options for a program that can name a command: `NODE_OPTIONS=--require x`, `TAR_OPTIONS=--to-command=x`. */
const OPTIONS =
  /^(?:[A-Z0-9]+_)*(?:OPTIONS|OPTS|OPT|FLAGS|ARGS)$|^(?:PERL5OPT|RUBYOPT|GOFLAGS|MAKEFLAGS|MFLAGS|ZIPOPT|UNZIPOPT|LESS|GZIP|XZ_OPT|FZF_DEFAULT_OPTS|RUSTFLAGS)$/

/** Variables that only name a shell or a program for others to look at. */
const NAMES = /^(?:SHELL|MAKE|PYTHON|PERL|RUBY|NODE|CONFIG_SHELL)$/

/** An exported variable is there for every program that follows; what it runs is judged once. */
const judged = new WeakMap<Reader, Set<string>>()

export function runVariables(context: Context): void {
  const done = judged.get(context.reader) ?? new Set()
  judged.set(context.reader, done)
  for (const [name, value] of context.env) {
    const key = `${name}=${value.text}`
    if (value.text === '' || done.has(key)) continue
    done.add(key)
    if (SHELL_FILE.test(name)) runFileOf(context, value)
    else if (COMMAND.test(name)) runCommandOf(context, name, value)
    else if (OPTIONS.test(name)) runOptionsOf(context, name, value)
  }
}

const MARK = /^\s*\|{0,2}-?\s*/

function runCommandOf(context: Context, name: string, value: Value): void {
  const text = value.text.replace(MARK, '').replace(/%[sf]\b/g, "''")
  if (NAMES.test(name) && /^[\w./+-]+$/.test(text)) return
  if (isKnown(text)) context.shell({ text, from: value.from }, { maybe: true, via: `$${name}`, env: new Map() })
}

function runFileOf(context: Context, value: Value): void {
  if (isKnown(value.text)) void runScript(context, value, [], '')
}

/** Words behind `=` and behind an option, when they are a command of their own. */
function runOptionsOf(context: Context, name: string, { text, from }: Value): void {
  if (!isKnown(text)) return
  const commands = [
    ...text.matchAll(
      /(?:^|\s)--?[\w-]*(?:command|cmd|exec|action|shell|program|prog|run|wrapper)[\w-]*[= ](?:exec=)?(["']?)(.+?)\1(?=\s--?\w|$)/g,
    ),
  ]
  for (const [, , command = ''] of commands)
    context.shell({ text: command, from }, { maybe: true, via: `$${name}`, env: new Map() })
  const loads = [...text.matchAll(/(?:--require|--import|--loader|--experimental-loader|-r)[= ]?(\S+)/g)]
  for (const [, file = ''] of loads) if (/^[./~]/.test(file)) void runScript(context, known(file), [], 'node')
}
