import { createServer, type Server, type Socket } from 'node:net'
import { messageOf } from '@holdpoint/engine'
import { isSame, type Secret } from './secret.ts'
import { declinedText, HEARTBEAT, isWhole, parseRequest, type Request } from './client/wire.ts'

/** Handles a request: returns the text to send back, and work to do after it is sent. */
export type Serve = (request: Request) => Promise<{ readonly text: string; after?(): void }>

/** The longest request. A client with a longer event starts its own process. */
const MAX_REQUEST = 16 << 20
/** More connections than clients open at once. Further clients are refused and answer without the daemon. */
const MAX_CLIENTS = 1_024
/** A client gives up after one second without data. */
const HEARTBEAT_MS = 250
/** The limit for sending a request and for receiving the answer. */
const MAX_TALK_MS = 10_000
/** No host waits longer for a hook that Holdpoint installs. */
const MAX_WORK_MS = 60_000

export interface LineOptions {
  readonly serve: Serve
  /** Required where other users can connect. */
  readonly secret?: Secret
  readonly limits?: { readonly talkMs?: number; readonly workMs?: number }
  note(text: string): void
}

/** A server of the protocol in client/wire.ts: one request and one answer per connection. */
export function lineServer(options: LineOptions): Server {
  const talkMs = options.limits?.talkMs ?? MAX_TALK_MS
  const workMs = options.limits?.workMs ?? MAX_WORK_MS
  const watch = openWatch(Math.min(HEARTBEAT_MS, talkMs, workMs))
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const talk: Talk = { until: watch.in(talkMs), late: () => socket.destroy(), beat: undefined }
    watch.talks.add(talk)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => watch.talks.delete(talk))
    collect(socket, options.secret, (text) => {
      talk.until = watch.in(workMs)
      void respond(socket, text, talk, options).finally(() => {
        talk.until = watch.in(talkMs)
        talk.late = () => socket.destroy()
      })
    })
  })
  server.maxConnections = MAX_CLIENTS
  return server
}

/** A connection and its timeouts. */
interface Talk {
  until: number
  late: () => void
  /** Sends a heartbeat. */
  beat: (() => void) | undefined
}

/** One timer for all connections: a timer per connection would cost as much as reading its request. */
function openWatch(everyMs: number): { readonly talks: Pick<Set<Talk>, 'add' | 'delete'>; in(ms: number): number } {
  const talks = new Set<Talk>()
  let clock: NodeJS.Timeout | undefined
  const look = (): void => {
    if (talks.size === 0) {
      clearInterval(clock)
      clock = undefined
    }
    const now = performance.now()
    for (const talk of talks) {
      if (now > talk.until) talk.late()
      else talk.beat?.()
    }
  }
  return {
    talks: {
      add(talk) {
        clock ??= setInterval(look, everyMs)
        return talks.add(talk)
      },
      delete: (talk) => talks.delete(talk),
    },
    in: (ms) => performance.now() + ms,
  }
}

/**
 * Waits for a complete request and ignores what follows it. Where other users can connect, the client sends the token
 * and receives the proof before it sends the event: another program may have taken the port of a dead daemon.
 */
function collect(socket: Socket, secret: Secret | undefined, done: (text: string) => void): void {
  const pieces: Buffer[] = []
  const start = secret === undefined ? 0 : secret.token.length + 1
  let size = -start
  let isAdmitted = secret === undefined
  let isDone = false
  const finish = (): void => {
    isDone = true
    const [first, ...more] = pieces
    const whole = first !== undefined && more.length === 0 ? first : Buffer.concat(pieces)
    done(whole.toString('utf8', start))
  }
  socket.on('data', (piece: Buffer) => {
    if (isDone) return
    pieces.push(piece)
    size += piece.length
    if (secret !== undefined && !isAdmitted && size >= 0) {
      isAdmitted = isSame(Buffer.concat(pieces).subarray(0, start).toString('latin1'), `${secret.token}\n`)
      if (!isAdmitted) return void socket.destroy()
      socket.write(`${secret.proof}\n`)
    }
    if (isAdmitted && (size > MAX_REQUEST || isWhole(tailOf(pieces)))) finish()
  })
  socket.on('end', () => {
    if (!isAdmitted) socket.destroy()
    else if (!isDone) finish()
  })
}

/** The last bytes, which may span several chunks. */
function tailOf(pieces: readonly Buffer[]): string {
  const last = pieces.at(-1) ?? Buffer.alloc(0)
  const enough = last.length >= 32 ? last : Buffer.concat(pieces.slice(-33))
  return enough.subarray(-32).toString('latin1')
}

async function respond(socket: Socket, text: string, talk: Talk, { serve, note }: LineOptions): Promise<void> {
  const say = (answer: string): void => {
    talk.beat = undefined
    if (!socket.writableEnded) socket.end(answer)
  }
  talk.beat = () => void (socket.writable && socket.write(HEARTBEAT))
  // Clients have no timeout of their own while heartbeats arrive, so the daemon must end the wait.
  talk.late = () => say(declinedText('it takes too long'))
  let after: (() => void) | undefined
  try {
    const request = parseRequest(text)
    const served = request === undefined ? { text: declinedText('not a request') } : await serve(request)
    say(served.text)
    after = 'after' in served ? served.after : undefined
  } catch (error) {
    note(`a request failed: ${messageOf(error)}`)
    say(declinedText('something went wrong'))
  }
  try {
    after?.()
  } catch (error) {
    note(`after an answer: ${messageOf(error)}`)
  }
}
