// The reader of commands uses two globals of Node: `Buffer` to decode texts, and the monotonic clock.
import { Buffer } from 'buffer/'

globalThis.Buffer ??= Buffer
globalThis.process ??= {
  hrtime: () => {
    const ms = performance.now()
    return [Math.floor(ms / 1000), Math.floor((ms % 1000) * 1e6)]
  },
}
