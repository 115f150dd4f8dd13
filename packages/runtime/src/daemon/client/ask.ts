import { createConnection, type Socket } from 'node:net'
import { isWhole, parseAnswer, requestText } from './wire.ts'

/** No answer of the daemon to Holdpoint's own questions is longer. */
const MAX_ANSWER = 1 << 20

/** Asks the daemon at a socket. Undefined: no daemon, no complete answer in time, or declined. */
export function ask(
  socket: string,
  words: readonly string[],
  body: string,
  budgetMs: number,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = ''
    let connection: Socket
    const end = (answer: string | undefined): void => {
      clearTimeout(timer)
      connection?.destroy()
      resolve(answer)
    }
    const timer = setTimeout(() => end(undefined), budgetMs)
    try {
      connection = createConnection(socket)
    } catch {
      return end(undefined)
    }
    connection
      .setEncoding('utf8')
      .on('connect', () => connection.write(requestText(words, body)))
      .on('data', (piece: string) => {
        text += piece
        if (isWhole(text.slice(-32)) || text.length > MAX_ANSWER) end(parseAnswer(text)?.stdout)
      })
      .on('error', () => end(undefined))
      .on('close', () => end(parseAnswer(text)?.stdout))
  })
}
