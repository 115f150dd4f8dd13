import type { ToolBefore } from '../../../core/event.ts'
import { isForBash } from '../../../core/shells.ts'

/** Only bash is read here. */
export const isReadable = ({ tool }: ToolBefore): boolean =>
  tool.command !== undefined && tool.command.trim() !== '' && isForBash(tool.name)
