import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino'

/** JSON lines on stderr. No headers and no query: both can carry secrets of a sign-in. */
export const openLog = (level = 'warn', destination: DestinationStream = pino.destination(2)): Logger =>
  pino({ level, serializers: { req: requestOf, err: stdSerializers.err } }, destination)

function requestOf(request: { readonly method?: string; readonly url?: string; readonly ip?: string }): object {
  return { method: request.method, path: request.url?.replace(/[?#].*$/s, ''), address: request.ip }
}
