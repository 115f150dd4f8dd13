const WORD = /(?:\\[^]?|"(?:\\[^]|[^"\\])*(?:"|\\?$)|'[^']*'?|[^\s\\"'])+/g
const QUOTED = /\\([^]?)|"((?:\\[^]|[^"\\])*)(?:"|\\?$)|'([^']*)'?/g

/** Words of an alias or of GIT_CONFIG_PARAMETERS: blanks part them, quotes and backslashes keep them together. */
export const splitWords = (text: string): readonly string[] =>
  (text.match(WORD) ?? []).map((word) =>
    word.replace(
      QUOTED,
      (_, escaped: string | undefined, double: string | undefined, single: string | undefined) =>
        escaped ?? double?.replace(/\\([^]?)/g, '$1') ?? single ?? '',
    ),
  )

/** A word as a shell would have to be given it. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
