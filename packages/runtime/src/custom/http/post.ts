import { request as overHttp, type IncomingMessage } from 'node:http'
import { request as overHttps } from 'node:https'
import { codeOf } from '@holdpoint/engine'

/** Larger than any valid answer. */
const MAX_BYTES = 1 << 20

/** One request, one answer. Redirects are not followed: the definition names the server. Throws without an answer. */
export function post(
  address: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const send = address.protocol === 'https:' ? overHttps : overHttp
    const call = send(address, {
      method: 'POST',
      signal,
      // One connection per event: keep-alive would delay the exit.
      agent: false,
      headers: {
        accept: 'application/json',
        'user-agent': 'holdpoint',
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    })
    call.on('error', (error) => reject(new Error(`it could not be asked (${codeOf(error) ?? 'no connection'})`)))
    call.on('response', (response) => {
      bodyOf(response)
        .then(resolve, reject)
        .finally(() => call.destroy())
    })
    call.end(body)
  })
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  const { statusCode: status = 0 } = response
  if (status >= 300 && status < 400)
    throw new Error(`it answered with a redirect (HTTP ${status}), which is not followed`)
  if (status < 200 || status >= 300) throw new Error(`it answered with HTTP ${status}`)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MAX_BYTES) break
      chunks.push(chunk)
    }
  } catch {
    throw new Error('its answer broke off')
  }
  if (size > MAX_BYTES) throw new Error('its answer is larger than 1 MB')
  return Buffer.concat(chunks).toString('utf8')
}
