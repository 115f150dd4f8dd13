/** A sub-agent that ends with a question gets no answer and has to be started again, which makes a loop. */

const QUESTION =
  /\b(?:do you (?:approve|confirm|want me to proceed)|shall I (?:proceed|continue|write|go ahead)|ready to (?:begin|start|implement|proceed)|should I (?:proceed|continue|start)|(?:please|can you) (?:approve|confirm))\b/i

/** Phrases by which an agent of each kind reports that it has finished. */
const COMPLETION = {
  planner:
    /\bplan (?:is )?(?:complete|ready|written|done)\b|\bMASTER_PLAN\.md (?:is |was |has been )?(?:created|written|updated)\b|\bcreated\b.{0,60}\bissues?\b|\bphases (?:are )?defined\b/i,
  implementer:
    /\bimplementation (?:is )?(?:complete|done|finished)\b|\b(?:all )?tests (?:now )?pass|\b(?:implemented|completed|finished)\b/i,
  guardian:
    /\b(?:committed|merged|pushed|tagged|rebased)\b|\b(?:commit|merge|push) (?:is |was )?(?:complete|done|successful)/i,
} as const

const END = 1_500

export function isApprovalLoop(text: string | undefined, kind: keyof typeof COMPLETION): boolean {
  const end = (text ?? '').trimEnd().slice(-END)
  return (QUESTION.test(end) || end.endsWith('?')) && !COMPLETION[kind].test(end)
}

export const APPROVAL_LOOP =
  'ended with a question instead of a result. Start it again with the answer, or with the instruction to continue'
