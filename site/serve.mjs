// Serves the built site on loopback until the process is ended: node serve.mjs [port [folder]]. Prints its address.
import { join } from 'node:path'
import { preview } from 'vite'

const { resolvedUrls } = await preview({
  root: import.meta.dirname,
  configFile: false,
  appType: 'mpa',
  logLevel: 'warn',
  build: { outDir: process.argv[3] ?? join(import.meta.dirname, 'dist/html') },
  preview: { host: '127.0.0.1', port: Number(process.argv[2] ?? 4173), strictPort: process.argv[2] !== undefined },
})
console.log(resolvedUrls.local[0])
