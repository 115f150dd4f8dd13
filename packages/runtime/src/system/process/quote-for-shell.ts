/** Quotes one word for a POSIX shell. Inside single quotes only the single quote itself needs escaping. */
export const quoteForShell = (text: string): string =>
  /^[A-Za-z0-9_./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
