const WIDTH = 24

export interface ProgressBar {
  /** `share` from 0 to 1, `count` of what is counted. */
  show(share: number, count: number): void
  end(): void
}

const NEXT_MS = 100

/** One line on stderr that overwrites itself; prints nothing without a terminal. */
export function progressBar(unit: string, stream: NodeJS.WriteStream = process.stderr): ProgressBar {
  if (!stream.isTTY) return { show: () => undefined, end: () => undefined }
  let shownAt = 0
  return {
    show(share, count) {
      const now = Date.now()
      if (now - shownAt < NEXT_MS) return
      shownAt = now
      const done = Math.round(Math.min(1, Math.max(0, share)) * WIDTH)
      const bar = '█'.repeat(done) + '░'.repeat(WIDTH - done)
      stream.write(`\r\u001B[K${bar} ${count.toLocaleString('en')} ${unit}`)
    },
    end: () => void (shownAt > 0 && stream.write('\r\u001B[K')),
  }
}
