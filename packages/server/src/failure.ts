/** An answer that is not 200; the text is for a person. */
export class Refused extends Error {
  readonly status: number
  readonly more: Readonly<Record<string, unknown>>

  constructor(status: number, text: string, more: Readonly<Record<string, unknown>> = {}) {
    super(text)
    this.status = status
    this.more = more
  }
}
