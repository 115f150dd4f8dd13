import { shown } from '../effects.ts'
import {
  entryFor,
  listOf,
  risky,
  unclassified,
  type ProgramCall,
  type Objection,
  type Usage,
  type Usages,
} from './usage.ts'
import { isListed, isRefused, readWords, type Words } from './words.ts'

/** Undefined: the call is read-only. */
export function judgeUsages(tools: Usages, call: ProgramCall): Objection | undefined {
  if (!isForms(tools)) return judgeUsage(tools, call)
  const findings: Objection[] = []
  for (const form of tools) {
    const finding = judgeUsage(form, call)
    if (finding === undefined) return undefined
    findings.push(finding)
  }
  return findings.find(({ outcome }) => outcome === 'risky') ?? findings[0]
}

const isForms = (tools: Usages): tools is readonly Usage[] => Array.isArray(tools)

function judgeUsage(tool: Usage, call: ProgramCall): Objection | undefined {
  if (asksForHelp(tool, call.args)) return undefined
  const words = readWords(call.args, tool)
  const inWords = tool.commands === undefined ? wrongWords : wrongCommand
  return wrongOption(tool, call, words) ?? inWords(tool, call, words) ?? wrongBuild(tool, call) ?? tool.check?.(call)
}

const wrongBuild = (tool: Usage, { name }: ProgramCall): Objection | undefined =>
  tool.builds === true ? unclassified(`\`${name}\` may run code of the project, or fetch something.`) : undefined

/** `--help`, also after one word of a program with sub-commands. Behind more words it might be meant for another program. */
function asksForHelp({ commands }: Usage, args: readonly string[]): boolean {
  const [first, second] = args
  if (args.length === 1 && (first === '--help' || first === '--version')) return true
  if (commands === undefined) return false
  if (first === 'help') return args.every((word) => /^[\w-]*$/.test(word))
  const last = args.length === 1 ? first : /^\w[\w-]*$/.test(first ?? '') ? second : undefined
  return args.length <= 2 && (last === '--help' || last === '-h')
}

function wrongOption(tool: Usage, { name }: ProgramCall, { options, unclear }: Words): Objection | undefined {
  const harmful = Object.keys(tool.harm ?? {}).flatMap(listOf)
  const refused = listOf(tool.refuse)
  for (const option of options) {
    const harm = harmful.find((one) => one.startsWith('-') && isRefused(option, [one], tool.exact))
    if (harm !== undefined) return risky(`\`${name} ${harm}\` ${entryFor(tool.harm, harm)}.`)
    if (isRefused(option, refused, tool.exact)) {
      return unclassified(`\`${name} ${shown(option.name)}\` may write, run or send something.`)
    }
  }
  if (tool.commands !== undefined) return undefined

  const needed = listOf(tool.needs)
  const listed = tool.options === undefined ? undefined : [...listOf(tool.options), ...listOf(tool.takes), ...needed]
  const odd = listed && options.find((option) => !isListed(option, listed))
  if (odd !== undefined) return unclassified(`\`${name} ${shown(odd.name)}\` is not classified as read-only.`)
  if (needed.length > 0 && !options.some((option) => needed.includes(option.name))) {
    return unclassified(`\`${name}\` is read-only only with one of ${needed.join(', ')}.`)
  }
  const isPicky = refused.length + harmful.length + needed.length > 0 || listed !== undefined
  const hidden = isPicky ? unclear[0] : undefined
  return hidden === undefined ? undefined : unclassified(`\`${shown(hidden)}\` might become an option of \`${name}\`.`)
}

function wrongWords(tool: Usage, { name }: ProgramCall, { operands }: Words): Objection | undefined {
  const { operands: most = Infinity } = tool
  const harm = entryFor(tool.harm, operands[0] ?? '')
  if (harm !== undefined) return risky(`\`${name} ${operands[0]}\` ${harm}.`)
  if (operands.length <= most) return undefined
  return unclassified(`\`${name}\` is not read-only with \`${shown(operands[most] ?? '')}\`.`)
}

/** Finds the subcommand that decides, and goes on with the words after it. */
function wrongCommand(tool: Usage, { name, args, ...rest }: ProgramCall): Objection | undefined {
  const at = firstWord(tool, args)
  const word = args[at]
  if (word === undefined && tool.bare === true) return undefined
  if (word === undefined) return unclassified(`\`${name}\` has no subcommand.`)
  const finding = commandFinding(tool, word, { ...rest, name: `${name} ${word}`, args: args.slice(at + 1) })
  const harm = entryFor(tool.harm, word)
  return finding === undefined || harm === undefined ? finding : risky(`\`${name} ${word}\` ${harm}.`)
}

function commandFinding(tool: Usage, word: string, call: ProgramCall): Objection | undefined {
  const command = entryFor(tool.commands, word)
  if (command === undefined) return unclassified(`\`${shown(call.name)}\` is not read-only.`)
  return judgeUsages(inheriting(tool, command), call)
}

/** The place of the first word behind options that are known; of the option itself when it is not. */
function firstWord(tool: Usage, args: readonly string[]): number {
  const taking = listOf(tool.takes)
  const listed = [...listOf(tool.options), ...taking]
  let at = 0
  for (; at < args.length; at++) {
    const word = args[at] ?? ''
    if (!word.startsWith('-') || word === '--') break
    const { options } = readWords([word], tool)
    if (!options.every((option) => isListed(option, listed))) break
    const last = options.at(-1)
    if (last !== undefined && last.value === undefined && taking.includes(last.name)) at++
  }
  return at
}

/** What is refused stays refused behind a sub-command; what is fine stays fine where the program says so. */
function inheriting(parent: Usage, tools: Usages): Usages {
  const both = (one?: string, other?: string): string => [one, other].filter((words) => words !== undefined).join(' ')
  const inherit = (tool: Usage): Usage => ({
    ...tool,
    ...(parent.longDash === true && { longDash: true }),
    ...(parent.exact === true && { exact: true }),
    ...(parent.refuse !== undefined && { refuse: both(parent.refuse, tool.refuse) }),
    ...(parent.everywhere === true && {
      everywhere: true,
      takes: both(parent.takes, tool.takes),
      ...((tool.options ?? tool.commands) !== undefined && { options: both(parent.options, tool.options) }),
    }),
  })
  return isForms(tools) ? tools.map(inherit) : inherit(tools)
}
