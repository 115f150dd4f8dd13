import { describe, expect, it } from 'vitest'
import { shell } from '../../../testing/src/events.ts'
import { playCase } from '../../../testing/src/play-case.ts'
import hook from './no-catastrophe/no-catastrophe.ts'

describe('the message about a path that is unknown before the command runs', () => {
  it.each([
    ['rm -rf "$BUILD_DIR/cache"', '`$BUILD_DIR/cache`', 'If `$BUILD_DIR` is empty, this deletes `/cache`.'],
    ['rm -rf ${OUT}/*', '`$OUT/*`', 'If `$OUT` is empty, this deletes `/*`.'],
    ['rm -rf "$ONLY"', '`$ONLY`', 'It can be any file or directory.'],
    ['rm -rf "$A/$B"', '`$A/$B`', 'It can be any file or directory.'],
    ['rm -rf "$(cat list.txt)"', '/list.txt>`', 'unknown until it runs'],
  ])('%s names its source', async (command, path, risk) => {
    const { decision, reason } = await playCase(hook, { event: shell(command) })
    expect(decision).toBe('ask')
    expect(reason).toContain(path)
    expect(reason).toContain(risk)
  })
})
