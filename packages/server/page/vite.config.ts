import { preact } from '@preact/preset-vite'
import { defineConfig } from 'vite'

/** The server delivers the page under a policy that allows no inline script or style. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [preact({ devToolsEnabled: false })],
  build: {
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
})
