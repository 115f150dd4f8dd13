import { findNodeAtLocation, getNodeValue, parseTree, type Node } from 'jsonc-parser'
import { findingsIn, type Problem } from '@holdpoint/engine/policy'
import { placeIn } from './place-in.ts'
import { textProblem } from './settings-text.ts'
import { quoteAdvice, unquotedPath } from './shell-quotes.ts'

/** Commands in a settings file, ours or not, that break when the project's path contains a space. */
export function commandProblems(file: string, text: string): readonly Problem[] {
  const findings = findingsIn(file)
  const tree = textProblem(text) === undefined ? parseTree(text.replace(/^\uFEFF/, ' ')) : undefined
  if (tree === undefined) return []
  for (const { command, node } of commandsIn(tree)) {
    const name = unquotedPath(command)
    if (name !== undefined)
      findings.add(
        () => placeIn(text, node.offset),
        () => `the command ${quoteAdvice(name)}`,
      )
  }
  const line = findNodeAtLocation(tree, ['statusLine', 'command'])
  const variable = /\$\{?(CLAUDE_(?:PROJECT_DIR|PLUGIN_ROOT))\b/.exec(textOf(line) ?? '')?.[1]
  if (line !== undefined && variable !== undefined) {
    findings.add(
      () => placeIn(text, line.offset),
      `the status line uses $${variable}, which it does not get. Write the path relative to the project.`,
    )
  }
  return findings.all()
}

interface Command {
  readonly command: string
  readonly node: Node
}

/** In groups, and directly in the list of an event. */
function commandsIn(tree: Node): readonly Command[] {
  const events = findNodeAtLocation(tree, ['hooks'])?.children ?? []
  const groups = events.flatMap((event) => itemsOf(event.children?.[1]))
  return groups
    .flatMap((group) => [group, ...itemsOf(findNodeAtLocation(group, ['hooks']))])
    .flatMap((entry) => {
      const node = entry.type === 'object' ? findNodeAtLocation(entry, ['command']) : undefined
      const command = textOf(node)
      // A program with `args` is started without a shell, so nothing is split.
      const isShell = entry.type === 'object' && findNodeAtLocation(entry, ['args']) === undefined
      return node !== undefined && command !== undefined && isShell ? [{ command, node }] : []
    })
}

const itemsOf = (node: Node | undefined): readonly Node[] => (node?.type === 'array' ? (node.children ?? []) : [])

const textOf = (node: Node | undefined): string | undefined =>
  node?.type === 'string' ? (getNodeValue(node) as string) : undefined
