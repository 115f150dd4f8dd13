import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { linesOf } from '../../shared/plan-lines.ts'

export default defineHook({
  meta: {
    id: 'session/forward-motion',
    summary: 'Block answers that end in a bare “done”: the last paragraph asks, offers or names the next step.',
    on: ['turn.stop'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 3_000,
    enabledBy: 'preset',
    order: 430,
    aliases: ['forward-motion.sh', 'harness/forward-motion'],
    options: v.strictObject({}),
    messages: {
      bare: {
        what: 'the answer ends with a bare statement that it is done.',
        why: 'The user does not learn what comes next.',
        fix: 'Say in one sentence what changed, then ask a question, make an offer or name the next step.',
      },
    },
  },
  run({ event, block, pass }) {
    if (event.alreadyBlocked) return pass
    const last = lastParagraph(event.text ?? '')
    return !leadsOn(last) && endsBare(last) ? block('bare') : pass
  },
})

/** Most answers with a next step end in a question. */
const leadsOn = (text: string): boolean => text.includes('?') || text.includes('？') || FORWARD.test(text)

const FORWARD =
  /\b(?:want me to|shall I|let me know|would you like|should I|next steps?|what do you think|ready to|happy to|I can also|feel free|go ahead|if you(?:['’]d| would)? like)\b/i
/** Only the last words count: "It finished at 10:00 and took 3 s." is a report. */
const COMPLETION =
  /(?:^|[^\w`])(?:done|finished|completed?|all set|that['’]s it|wrapped up)(?: (?:now|here|for now|too|as well|as requested|successfully))?[\s.!…*_"'”’)\]\p{Extended_Pictographic}\uFE0F]*$/iu
/** Negations and conditions before the word: the text then does not claim completion. */
const UNSAID =
  /\b(?:not|\w+n['’]t|never|nothing|half|almost|nearly|partly|yet|when|once|until|till|before|after|if|unless|be|get)\b/i

function endsBare(paragraph: string): boolean {
  // A shell loop ends in the same word.
  if (paragraph.trimEnd().endsWith('```')) return false
  const end = paragraph.slice(-MAX_END)
  const found = COMPLETION.exec(end)
  if (found === null) return false
  const clause =
    end
      .slice(0, found.index + 1)
      .split(/[,;:.!?\n—–]/)
      .at(-1) ?? ''
  return !UNSAID.test(clause)
}

/** Clauses longer than this are cut. */
const MAX_END = 400

/** The end of a long answer is enough. */
const MAX_TEXT = 20_000

function lastParagraph(text: string): string {
  const lines = linesOf(text.slice(-MAX_TEXT).trimEnd())
  const start = lines.findLastIndex((line) => line.trim() === '')
  return lines.slice(start + 1).join('\n')
}
