import type { Verdict } from '@holdpoint/engine'
import { oneLine } from './values.ts'

/** Texts of this pack besides its decisions: to the user, and in the pack's own log. */

/** The words of the log that the document fixes. */
export type LogWord = 'ALLOW' | 'ALLOW+WARN' | 'APPROVE' | 'INJECT' | 'PRESERVE' | 'SETUP' | 'LOG' | 'ERROR'

export const logged = (verdict: Verdict, word: LogWord, detail: string): Verdict => ({
  ...verdict,
  log: `${word} | ${oneLine(detail, 500)}`,
})

/** The user sees a denial too; a hint goes only to the model. */
export function refused(verdict: Verdict, hint?: string): Verdict {
  const { reason } = verdict
  return { ...verdict, ...(reason !== undefined && { notice: reason }), ...(hint !== undefined && { context: hint }) }
}

/** A denial whose first line is the reason from the document, and whose other lines are its message. */
export function sentBack(verdict: Verdict): Verdict {
  const [, message] = /^[^\n]*\n([\s\S]+)$/.exec(verdict.reason ?? '') ?? []
  return message === undefined ? verdict : { ...verdict, notice: message }
}
