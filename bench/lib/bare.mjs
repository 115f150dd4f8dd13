// The baseline of the daemon: a server in a process of its own that reads a request of the same form and answers at once.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { request } from './daemon.mjs'

const CODE = (path) =>
  `require('net').createServer({allowHalfOpen:true},s=>{let t='';s.setEncoding('utf8').on('data',p=>{t+=p;if(t.endsWith('holdpoint-end\\n'))s.end('holdpoint-answer 0\\n\\nholdpoint-stdout\\n\\nholdpoint-end\\n')}).on('error',()=>{})}).listen(${JSON.stringify(path)})`

export async function lineServerIn(place) {
  const path = `${place.folder}/bare.sock`
  const child = spawn(process.execPath, ['-e', CODE(path)], { stdio: 'ignore' })
  process.once('exit', () => child.kill())
  while (!existsSync(path)) await new Promise((resolve) => setTimeout(resolve, 20))
  return { ask: (event) => request(path, event, {}), stop: () => child.kill() }
}
