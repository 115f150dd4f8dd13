import { describe, expect, it } from 'vitest'
import { program } from '../../packages/cli/src/commands/commands.ts'
import { offences } from '../../scripts/stop-list.mjs'

type Command = ReturnType<typeof program>

const WIDTH = 80

/** Each command with its whole name: `holdpoint planning lock acquire`. */
const commandsBelow = (command: Command, before = ''): readonly (readonly [string, Command])[] => {
  const name = `${before}${command.name()}`
  return [[name, command], ...command.commands.flatMap((child) => commandsBelow(child, `${name} `))]
}

const ALL = commandsBelow(program())

/** `npx vitest run test/cli/help.test.ts -u` records changed pages. What `--help` prints, with the examples and exit codes after it. */
function helpOf(command: Command): string {
  let text = ''
  command.configureOutput({ writeOut: (part) => void (text += part), getOutHelpWidth: () => WIDTH })
  command.outputHelp()
  return text.trimEnd()
}

describe('help', () => {
  it('every page is as reviewed', async () => {
    const pages = ALL.map(([name, command]) => `$ ${name} --help\n${helpOf(command)}\n`)
    await expect(pages.join('\n')).toMatchFileSnapshot('help-pages.snap')
  })

  it.each(ALL)('%s fits 80 columns and uses plain words', (_, command) => {
    const page = helpOf(command)
    expect(page.split('\n').filter((line) => line.length > WIDTH && !line.startsWith('  $ '))).toEqual([])
    expect(offences(page)).toEqual([])
  })

  it.each(ALL)('%s: short lines in the imperative, without semicolons', (_, command) => {
    const lines = [
      command.description(),
      ...command.options.map(({ description }) => description),
      ...command.registeredArguments.map(({ description }) => description),
    ]
    for (const line of lines) {
      expect(line.length, line).toBeLessThan(70)
      expect(line, 'a help line says one thing').not.toContain(';')
    }
    expect(command.description()).toMatch(IMPERATIVE)
  })

  it.each(ALL.filter(([, { commands }]) => commands.length === 0))('%s has an example', (name, command) =>
    expect(helpOf(command)).toContain(`\n  $ ${name === 'holdpoint hook' ? 'holdpoint hook' : 'holdpoint '}`),
  )
})

/** It begins with a verb; a noun, a pronoun or a third person (`shows`) is none. */
const IMPERATIVE =
  /^(?!(?:the|an?|its?|your?|this|that|what|which|whether|how|where|when)\b)(?![a-z]+[^s]s\b)[A-Z]?[a-z]+\b/
