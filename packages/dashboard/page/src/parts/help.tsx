import { help } from '../data/keys.ts'
import { Facts } from './panel.tsx'

/** Which keys do what. */
export const Help = () => (
  <dialog id="help" aria-labelledby="help-title">
    <header>
      <h2 id="help-title">Keys</h2>
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
          'next and previous row',
        ],
        [<kbd>Enter</kbd>, 'open it'],
        [<kbd>p</kbd>, 'pause the timeline, or go on'],
        [<kbd>?</kbd>, 'this list'],
        [<kbd>Esc</kbd>, 'close it'],
      ]}
    />
  </dialog>
)
