import { useState } from 'preact/hooks'
import type { Remedy } from '../../../api.ts'
import { piecesOf } from '../data/visible.ts'
import { Block, Text } from './text.tsx'

const BACK_MS = 2_000

interface CopyProps {
  readonly text: string
  readonly what: string
  /** It may have several lines. */
  readonly lines?: boolean
}

function CopyButton({ text, what, lines = false }: CopyProps) {
  const [said, setSaid] = useState('Copy')
  // A control character could end a bracketed paste early; the terminal would then run the rest as typed input.
  if (piecesOf(text, lines).some(({ code }) => code !== undefined))
    return <span class="muted">contains control characters</span>
  const copy = async (): Promise<void> => {
    setSaid(
      await navigator.clipboard.writeText(text).then(
        () => 'Copied',
        () => 'Select the text',
      ),
    )
    setTimeout(() => setSaid('Copy'), BACK_MS)
  }
  return (
    <button type="button" onClick={() => void copy()} aria-label={`${said}: ${what}`}>
      {said}
    </button>
  )
}

/** A command for the user to type: the page itself changes nothing. */
export const Command = ({ of }: { readonly of: string }) => (
  <div class="command">
    <code>
      <Text of={of} />
    </code>
    <CopyButton text={of} what={of} />
  </div>
)

/** Lines for the user to write into a file. */
const Lines = ({ remedy: { yaml = '', file = 'holdpoint.yml' } }: { readonly remedy: Remedy }) => (
  <>
    <p class="muted">
      in <Text of={file} />
    </p>
    <div class="command">
      <Block of={yaml} label={`Lines for ${file}`} />
      <CopyButton text={yaml} what={`lines for ${file}`} lines />
    </div>
  </>
)

/** Commands or lines for the user, one below the other. */
export const Remedies = ({ of }: { readonly of: readonly Remedy[] }) => (
  <ul class="stack remedies">
    {of.map((remedy) => (
      <li key={remedy.what + (remedy.command ?? '')}>
        <p>
          <Text of={remedy.what} />
        </p>
        {remedy.command !== undefined && <Command of={remedy.command} />}
        {remedy.yaml !== undefined && <Lines remedy={remedy} />}
      </li>
    ))}
  </ul>
)
