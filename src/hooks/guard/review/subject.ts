import type { ToolBefore } from '../../../core/event.ts'

/** Only bash is read here; a tool for another shell may carry words that mean something else. */
export const isReadable = ({ tool }: ToolBefore): boolean =>
  tool.command !== undefined && tool.command.trim() !== '' && !/powershell|pwsh|\bcmd\b/i.test(tool.name)
