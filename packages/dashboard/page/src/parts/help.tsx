import { help } from '../data/keys.ts'
import { Facts } from './panel.tsx'

/** The keyboard shortcuts. */
export const Help = () => (
  <dialog id="help" aria-labelledby="help-title">
    <header>
      <h2 id="help-title">Keyboard shortcuts</h2>
      <button type="button" onClick={() => help()?.close()}>
        Close
      </button>
    </header>
    <Facts
      of={[
        [<kbd>/</kbd>, 'search decisions'],
        [
          <>
            <kbd>j</kbd> <kbd>k</kbd>
          </>,
          'next or previous row',
        ],
        [<kbd>Enter</kbd>, 'open the row'],
        [<kbd>p</kbd>, 'pause or resume the timeline'],
        [<kbd>?</kbd>, 'show this list'],
        [<kbd>Esc</kbd>, 'close this list'],
      ]}
    />
  </dialog>
)
