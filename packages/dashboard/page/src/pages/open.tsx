import { useEffect } from 'preact/hooks'
import { link } from '../data/live.ts'
import { go } from '../data/location.ts'
import { Command } from '../parts/command.tsx'
import { Head } from '../parts/panel.tsx'

/** A one-time link that no longer works. A browser that is signed in already goes on to the overview. */
export function Open() {
  const isSignedIn = link.value === 'live'
  useEffect(() => go(isSignedIn ? '/' : '/open', { replace: true }), [isSignedIn])
  return (
    <>
      <Head title="This link no longer works" />
      <section class="panel">
        <div class="state">
          <p>
            A link signs in one browser, once, within five minutes. This one was already used, or is older. Press Enter
            in the terminal where <code>holdpoint dashboard</code> runs, and open the new link.
          </p>
          <p>If it is not running, start it:</p>
          <Command of="holdpoint dashboard" />
        </div>
      </section>
    </>
  )
}
