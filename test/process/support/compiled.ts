/** Compiled settings in which the hooks whose ids match are at this level. A hook that is on does not say so. */
export const withLevels = (text: string, ids: string, level: string): string =>
  text.replaceAll(
    new RegExp(`("${ids}":\\{)(?:"level":"on")?,?(\\}?)`, 'g'),
    (_, start: string, end: string) => `${start}"level":"${level}"${end === '' ? ',' : end}`,
  )
