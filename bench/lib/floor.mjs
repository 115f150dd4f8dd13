// What the shell client cannot do without: a shell, something that reads the event, something that talks to a socket,
// and a process of Node at the other end of it. Nothing is judged.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { hasSocketNetcat } from './clients.mjs'
import { cpuOf } from './daemon.mjs'

const SERVER = `
  require('node:net').createServer((socket) => {
    socket.on('error', () => socket.destroy()).on('data', (piece) => piece.at(-1) === 10 && socket.end('{}'))
  }).listen(process.argv[1])`

/** Undefined where there is no netcat for sockets. */
export function shellFloor(folder) {
  if (!hasSocketNetcat()) return undefined
  const socket = join(folder, 'floor.sock')
  const server = spawn(process.execPath, ['-e', SERVER, socket], { stdio: 'ignore' })
  server.unref()
  process.once('exit', () => server.kill())
  const script = `i=$(cat); o=$(nc -w 1 -U '${socket}' <<EOF\n$i\nEOF\n); printf %s "$o"`
  return { program: ['/bin/sh', '-c', script], cpu: () => cpuOf(server.pid) }
}
