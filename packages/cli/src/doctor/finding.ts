/** One check of the doctor. Every finding that is not fine says how to fix it. */
export interface Finding {
  readonly level: 'ok' | 'warn' | 'error'
  readonly what: string
  readonly fix?: string
}

export const ok = (what: string): Finding => ({ level: 'ok', what })
export const warn = (what: string, fix: string): Finding => ({ level: 'warn', what, fix })
export const error = (what: string, fix: string): Finding => ({ level: 'error', what, fix })
