import { createServer, type Server, type Socket } from 'node:net'
import { messageOf } from '../core/errors.ts'
import { isSame, type Secret } from './secret.ts'
import { declinedText, HEARTBEAT, isWhole, parseRequest, type Request } from '../link/wire.ts'

/** What is done with a request: the text to send back, and what may wait until it is sent. */
export type Serve = (request: Request) => Promise<{ readonly text: string; after?(): void }>

/** What a client may send. Whoever has more to say is answered by a process of its own. */
const MAX_REQUEST = 16 << 20
/** More than any machine asks at once. The next one finds nobody, and does without. */
const MAX_CLIENTS = 1_024
/** A client takes a second of silence for the end of us. */
const HEARTBEAT_MS = 250
/** Nobody needs that long to say what it wants, or to take its answer. */
const MAX_TALK_MS = 10_000
/** No host waits longer for a hook that we have installed. */
const MAX_WORK_MS = 60_000

export interface LineOptions {
  readonly serve: Serve
  /** Where others can connect too. */
  readonly secret?: Secret
  readonly limits?: { readonly talkMs?: number; readonly workMs?: number }
  note(text: string): void
}

/** A server of the protocol in link/wire.ts: one request and one answer for each connection. */
export function lineServer(options: LineOptions): Server {
  const talkMs = options.limits?.talkMs ?? MAX_TALK_MS
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    let deadline = setTimeout(() => socket.destroy(), talkMs)
    socket.on('close', () => clearTimeout(deadline))
    collect(socket, options.secret, (text) => {
      clearTimeout(deadline)
      void respond(socket, text, options).finally(() => {
        if (!socket.destroyed) deadline = setTimeout(() => socket.destroy(), talkMs)
      })
    })
  })
  server.maxConnections = MAX_CLIENTS
  return server
}

/**
 * Waits for a whole request; what comes after it is nobody's. Where others can connect, the client says the token
 * and is told the proof before it says what it wants: somebody else may have taken the port of a daemon that is gone.
 */
function collect(socket: Socket, secret: Secret | undefined, done: (text: string) => void): void {
  const pieces: Buffer[] = []
  const start = secret === undefined ? 0 : secret.token.length + 1
  let size = -start
  let isAdmitted = secret === undefined
  const finish = (): void => {
    socket.removeAllListeners('data').removeAllListeners('end').resume()
    done(Buffer.concat(pieces).subarray(start).toString('utf8'))
  }
  socket.on('data', (piece: Buffer) => {
    pieces.push(piece)
    size += piece.length
    if (secret !== undefined && !isAdmitted && size >= 0) {
      isAdmitted = isSame(Buffer.concat(pieces).subarray(0, start).toString('latin1'), `${secret.token}\n`)
      if (!isAdmitted) return void socket.destroy()
      socket.write(`${secret.proof}\n`)
    }
    if (isAdmitted && (size > MAX_REQUEST || isWhole(tailOf(pieces)))) finish()
  })
  socket.on('end', () => (isAdmitted ? finish() : socket.destroy()))
}

/** The last bytes, which may have come in several pieces. */
function tailOf(pieces: readonly Buffer[]): string {
  const last = pieces.at(-1) ?? Buffer.alloc(0)
  const enough = last.length >= 32 ? last : Buffer.concat(pieces.slice(-33))
  return enough.subarray(-32).toString('latin1')
}

async function respond(socket: Socket, text: string, { serve, note, limits }: LineOptions): Promise<void> {
  const say = (answer: string): void => void (socket.writableEnded || socket.end(answer))
  const heart = setInterval(() => socket.writable && socket.write(HEARTBEAT), HEARTBEAT_MS)
  // A client that hears a heart beats no drum itself: without an end it would wait for as long as its host does.
  const limit = setTimeout(() => {
    clearInterval(heart)
    say(declinedText('it takes too long'))
  }, limits?.workMs ?? MAX_WORK_MS)
  let after: (() => void) | undefined
  try {
    const request = parseRequest(text)
    const served = request === undefined ? { text: declinedText('not a request') } : await serve(request)
    say(served.text)
    after = 'after' in served ? served.after : undefined
  } catch (error) {
    note(`a request failed: ${messageOf(error)}`)
    say(declinedText('something went wrong'))
  } finally {
    clearInterval(heart)
    clearTimeout(limit)
  }
  try {
    after?.()
  } catch (error) {
    note(`after an answer: ${messageOf(error)}`)
  }
}
