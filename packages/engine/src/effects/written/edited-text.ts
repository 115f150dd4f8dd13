import type { ToolCall } from '../../event.ts'

/** The text of a file after Edit or MultiEdit; undefined when one of the edits does not fit. */
export function editedText({ input }: Pick<ToolCall, 'input'>, before: string): string | undefined {
  const edits: readonly unknown[] = Array.isArray(input['edits']) ? input['edits'] : [input]
  return edits.reduce<string | undefined>((text, edit) => (text === undefined ? undefined : edited(text, edit)), before)
}

function edited(text: string, edit: unknown): string | undefined {
  if (typeof edit !== 'object' || edit === null) return undefined
  const fields = edit as Readonly<Record<string, unknown>>
  const [old, put] = [fields['old_string'] ?? fields['oldText'], fields['new_string'] ?? fields['newText']]
  if (typeof old !== 'string' || typeof put !== 'string' || old === '' || !text.includes(old)) return undefined
  return fields['replace_all'] === true ? text.replaceAll(old, () => put) : text.replace(old, () => put)
}
