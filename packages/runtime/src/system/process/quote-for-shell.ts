/** One word of a POSIX shell line. Inside single quotes no character has a meaning, so only they need care. */
export const quoteForShell = (text: string): string =>
  /^[A-Za-z0-9_./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
