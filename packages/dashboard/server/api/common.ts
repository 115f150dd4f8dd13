export type NoQuery = Readonly<Record<string, never>>

/** Without `since`: the last 7 days; without `until`: up to now. */
export interface PeriodQuery {
  readonly since?: string
  readonly until?: string
}

/**
 * Any answer whose status is not 200. 400: the query is invalid. 401: there is no cookie, or another server's;
 * the page asks for a fresh link. 403: the request came from another page. 404: no such decision or endpoint. 405: not
 * GET. 414 and 431: too long. 429: too many live connections. 503: the audit cannot be read now. 500: a bug.
 */
export interface Failure {
  readonly error: { readonly what: string; readonly fix: string }
}

/** What the user types, or writes into a file, to change something; the page itself changes nothing. */
export interface Remedy {
  /** `Reset the breaker` */
  readonly what: string
  /** A command for a terminal, quoted for a shell. */
  readonly command?: string
  /** Or lines of YAML, and the file they belong in. */
  readonly yaml?: string
  readonly file?: string
}
