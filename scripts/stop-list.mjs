/**
 * Words and phrases that messages, help, documents and comments do without. They hide who does what, or stand where the
 * field has a word of its own: `skip`, `fix`, `bypass`, `read-only`, `unknown`.
 */
const STOP_LIST = [
  /\b(?:no|some|any|every)body\b/i,
  /\bwho(?:ever|soever)\b/i,
  /\b(?:stands?|stood) (?:there|around|in it|in the command)\b/i,
  /\b(?:is|are|be|was|were) told\b/i,
  /\btells? (?:more|why|whether)\b/i,
  /\bmend(?:s|ed|ing)?\b/i,
  /\bcontent with\b/i,
  /\bgo(?:es|ing)? (?:round|on without)\b/i,
  /\blooked at\b/i,
  /\b(?:only looks?|more than looks?)\b/i,
  /\bby (?:itself|themselves)\b/i,
  /\b(?:bring|brings|brought) (?:it |them )?back\b/i,
  /\b(?:give|gives|gave|given) back\b/i,
  /\blet it go on\b/i,
  /\bleave the \w+ away\b/i,
  /\bheld by none\b/i,
  /\bas it should be\b/i,
  /\bat most so many\b/i,
  /\bperhaps\b/i,
  /\bwithout a word\b/i,
  /\bkeeps? silent\b/i,
  /\bis no (?:file|path|repository|directory|json)\b/i,
]

/** A denial names what happens; `stopped` leaves open whether the thing or the call ended. */
const IN_MESSAGES = [/\b(?:was )?stopped\.(?:\s|$)/, /\bcannot be told\b/i, /\bit may do anything\b/i]

/** The phrases of the stop list in a text. */
export const offences = (text) => STOP_LIST.flatMap((phrase) => phrase.exec(text)?.[0] ?? [])

/** The same for a text that says what happened to a call. */
export const offencesInMessage = (text) => [
  ...offences(text),
  ...IN_MESSAGES.flatMap((phrase) => phrase.exec(text)?.[0] ?? []),
]

/** How often any of the phrases occurs. */
export const countIn = (text) =>
  STOP_LIST.reduce((sum, phrase) => sum + (text.match(new RegExp(phrase, 'gi')) ?? []).length, 0)
