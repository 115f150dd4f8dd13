import type { Replacement, ToolCall } from '../../event.ts'

/** The text of a file after an edit; undefined when one of the replacements does not fit. */
export function editedText(tool: ToolCall, path: string, before: string): string | undefined {
  const replacements = tool.files.find((touch) => touch.path === path)?.replacements ?? mcpReplacements(tool)
  return replacements.length === 0
    ? undefined
    : replacements.reduce<string | undefined>(
        (text, one) => (text === undefined ? undefined : edited(text, one)),
        before,
      )
}

function edited(text: string, { from, to, all }: Replacement): string | undefined {
  if (from === '' || !text.includes(from)) return undefined
  return all ? text.replaceAll(from, () => to) : text.replace(from, () => to)
}

/** Tools of MCP servers are not the host's, which therefore knows nothing of their fields. */
function mcpReplacements({ kind, input }: ToolCall): readonly Replacement[] {
  if (kind !== 'mcp' && kind !== 'other') return []
  const edits: readonly unknown[] = Array.isArray(input['edits']) ? input['edits'] : [input]
  return edits.map((edit) => {
    const fields = (typeof edit === 'object' && edit !== null ? edit : {}) as Readonly<Record<string, unknown>>
    const [from, to] = [fields['old_string'] ?? fields['oldText'], fields['new_string'] ?? fields['newText']]
    const isKnown = typeof from === 'string' && typeof to === 'string'
    // An empty text fits nowhere.
    return isKnown ? { from, to, all: fields['replace_all'] === true } : { from: '', to: '', all: false }
  })
}
