// How lines are taken from an unpacked package. Nothing is executed but groff, which only sets type.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Every value of "scripts" in package.json. */
export function packageScripts(folder) {
  const { name, version, scripts } = manifest(folder)
  return Object.values(scripts ?? {})
    .filter((command) => typeof command === 'string')
    .map((command) => ({ command: command.trim(), source: `npm:${name}@${version}` }))
}

/** Commands in the fenced blocks of the README that say they are for a shell; with prompts, only what follows one. */
export function fencedCommands(folder) {
  const { name, version } = manifest(folder)
  const readme = readdirSync(folder).find((file) => /^readme(?:\.md|\.markdown)?$/i.test(file))
  if (readme === undefined) return []
  const text = readFileSync(join(folder, readme), 'utf8')
  const blocks = [
    ...text.matchAll(/^ *(`{3,})(?:sh|bash|shell|console|zsh|shell-session)\b[^\n]*\n([\s\S]*?)\n *\1/gim),
  ]
  return blocks
    .flatMap(([, , block]) => commandsOf(block.split('\n')))
    .map((command) => ({ command, source: `readme:${name}@${version}` }))
}

/** Lines of EXAMPLE sections that stand behind a prompt, or are set off and start with a program of the package. */
export function manCommands(folder) {
  const pages = ['man1', 'man8'].flatMap((section) => {
    const directory = join(folder, 'files/usr/share/man', section)
    return existsSync(directory)
      ? readdirSync(directory)
          .toSorted()
          .map((file) => join(directory, file))
      : []
  })
  return pages.flatMap((file) => {
    const page = basename(file).replace(/\.gz$/, '')
    const source = `man:${page} (${versionOf(folder)})`
    return examplesOf(typeset(file))
      .flatMap((lines) => setOff(lines, page.replace(/\.\w+$/, '')))
      .map((command) => ({ command, source }))
  })
}

/** Lines of maintainer scripts that are one simple command: no variables, no control flow. */
export function maintainerCommands(folder) {
  return ['preinst', 'postinst', 'prerm', 'postrm'].flatMap((script) => {
    const file = join(folder, 'control', script)
    if (!existsSync(file)) return []
    const text = readFileSync(file, 'utf8')
    if (!/^#! *\/bin\/(?:ba|da)?sh/.test(text)) return []
    return joined(text.split('\n'))
      .map((line) => line.trim())
      .filter((line) => /^[a-z][\w.-]* /.test(line) && !/[$`(){};]|<<|\\$|\|\||&&/.test(line))
      .filter(
        (line) =>
          !/^\w+_|^(?:slave|warning|error|message|db_|if|for|while|until|case|elif|else|then|fi|do|done|esac|set|exit|return|local|export|echo|printf|exec|shift|trap)\b/.test(
            line,
          ),
      )
      .map((command) => ({ command, source: `system:${versionOf(folder)} ${script}` }))
  })
}

const manifest = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

function versionOf(folder) {
  const control = readFileSync(join(folder, 'control/control'), 'utf8')
  return `${/^Package: (.*)$/m.exec(control)[1]} ${/^Version: (.*)$/m.exec(control)[1]}`
}

const typeset = (file) =>
  execFileSync(
    'sh',
    ['-c', '{ zcat -f -- "$1" | groff -mandoc -Tascii -P-c -rLL=600n -P-b -P-u 2>/dev/null; } || true', 'sh', file],
    {
      encoding: 'utf8',
      maxBuffer: 1e8,
    },
  )

/** The bodies of sections whose heading has the word EXAMPLE. */
function examplesOf(text) {
  const sections = []
  let current
  for (const line of text.split('\n')) {
    if (/^[A-Z]/.test(line)) {
      current = /\bEXAMPLES?\b/i.test(line) ? [] : undefined
      if (current !== undefined) sections.push(current)
    } else current?.push(line)
  }
  return sections
}

function setOff(lines, program) {
  const programs = new Set([program, ...COMMON])
  return joined(lines).flatMap((line) => {
    const prompt = /^\s+(?:[$%]|\w+@?\w*[$#])\s+([a-z.~/_A-Z]\S*(?: .*)?)$/.exec(line)
    if (prompt !== null && isCommand(prompt[1])) return [prompt[1].trim()]
    const text = line.trim()
    const indent = line.length - line.trimStart().length
    const first = /^(?:\w+=\S* )*([\w./+-]+)/.exec(text)?.[1]
    if (indent < 8 || first === undefined || !programs.has(first) || !isCommand(text)) return []
    return [text]
  })
}

/** Programs that examples of other programs use. */
const COMMON = new Set(
  'find xargs sed awk grep sort cat ls cp mv tar rsync ssh git curl wget jq for while make python python3 perl echo seq diff test openssl docker podman'.split(
    ' ',
  ),
)

/** Not a sentence, not a table, and named like a program. */
const isCommand = (text) => /^(?:[a-z_]|[.~]?\/|[A-Z_]+=)/.test(text) && !/\S {3,}\S/.test(text) && !isProse(text)

const isProse = (text) =>
  /[.:,]$/.test(text) ||
  /^\w+:/.test(text) ||
  /\b(?:the|is|are|will|which|this|that|can|with a)\b/i.test(text.replace(/"[^"]*"|'[^']*'/g, ''))

function commandsOf(lines) {
  const hasPrompts = lines.some((line) => /^\s*[$❯] /.test(line))
  return joined(lines).flatMap((line) => {
    const text = line.trim()
    if (text === '' || text.startsWith('#')) return []
    if (!/^(?:[$❯] )?(?:[\w@.~/"-]|\$\()/.test(text)) return []
    if (!hasPrompts) return [text]
    return /^[$❯] /.test(text) ? [text.slice(2).trim()] : []
  })
}

/** A line that ends in a backslash goes on in the next. */
function joined(lines) {
  const whole = []
  for (const line of lines) {
    if (whole.at(-1)?.endsWith('\\') === true) whole.push(`${whole.pop().slice(0, -1).trimEnd()} ${line.trim()}`)
    else whole.push(line.trimEnd())
  }
  return whole
}
