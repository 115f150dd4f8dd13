import { holdsYes } from './reply.ts'

/**
 * Whether the judged text addresses the evaluator. This finds simple attempts and text that repeats
 * Holdpoint's own forms; a clever text passes. So it is never the reason for a yes, only one to reject a yes.
 */
export function addresses(text: string): string | undefined {
  const forms = [text, ...(/[^\t\n\r -~]|\\|&/.test(text) ? [plain(text), unescaped(plain(text))] : [])]
  if (forms.some(holdsYes) || holdsYes(forms.at(-1)?.replace(/\s+/g, '') ?? '')) return 'a ready answer'
  return PHRASES.find(([, pattern]) => forms.some((form) => pattern.test(form)))?.[0]
}

const PHRASES: readonly (readonly [string, RegExp])[] = [
  ['an imitated mark of ours', /\b(?:begin|end) data [0-9a-f]{6,}/i],
  [
    'words that call off instructions',
    /\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,40}\b(?:instructions?|prompts?|guidelines|system message)\b/i,
  ],
  [
    'words that prescribe an answer',
    /\b(?:answer|reply|respond)\s+(?:\w+\s+){0,2}(?:with|by|using)\b[^\n]{0,80}(?:\bok\W{0,6}(?:is\s+|to\s+)?true|\bapproved?\b)/i,
  ],
  ['words about the code', /\bcode\b[^\n]{0,40}\b(?:instructions?|system (?:prompt|message))\b/i],
  [
    'a message in another role',
    /<\|?\/?(?:im_start|im_end|system|assistant|tool_call|tool_result|function_calls?)\b|\[\/?(?:INST|SYSTEM)\]|^[ \t]{0,10}#{0,4} {0,4}(?:system|developer|assistant) (?:message|prompt|note)?\s*:/im,
  ],
]

/** Maps look-alike letters to one letter, decodes tag characters, and removes invisible characters. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u{E0020}-\u{E007E}]/gu, (tag) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000))
    .replace(/[\p{Cf}\p{Mn}]/gu, '')

/** Removes one layer of the usual ways to escape quotes. */
const unescaped = (text: string): string =>
  text
    .replace(/\\{1,4}(["'nrt\\])/g, (_, char: string) => (char === '"' || char === "'" ? char : ' '))
    .replace(/&(?:quot|#34|#x22);/gi, '"')
    .replace(/[“”„«»]/g, '"')
