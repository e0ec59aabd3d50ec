import { fileURLToPath } from 'node:url'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { build, type BuildOptions, type Plugin, type Rolldown } from 'vite'

/** A page of parts of the product as one script and one style sheet, minified as what is shipped is. */
export interface BuiltPage {
  script: string
  style: string
}

/**
 * Build a file of `tests/browser/bench`; what it exports is the global `inside`. It is built like the product, but
 * without its chunks and with all texts in it.
 */
export async function buildPage(entry: string): Promise<BuiltPage> {
  const file = new URL(`../../tests/browser/bench/${entry}`, import.meta.url)
  const built = await buildParts({
    minify: true,
    lib: { entry: fileURLToPath(file), formats: ['iife'], name: 'inside' },
  })
  const page: BuiltPage = { script: '', style: '' }
  for (const file of built) {
    if (file.type === 'chunk') page.script = file.code
    else if (file.fileName.endsWith('.css')) page.style = String(file.source)
  }
  return page
}

/** Build parts of the product, with the plug-ins of the product and a person who is signed in. */
export async function buildParts(
  options: BuildOptions,
): Promise<Rolldown.RolldownOutput['output']> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env.PROD': 'false' },
    plugins: [
      signedIn,
      babel({ include: /\.tsx$/, plugins: ['module:@preact/signals-react-transform'] }),
      react(),
    ],
    build: { write: false, target: 'es2023', cssCodeSplit: false, ...options },
  })) as Rolldown.RolldownOutput[]
  const [first] = built
  if (!first) throw new Error('Nothing was built')
  return first.output
}

/** No service answers a page of parts: somebody who may see every channel is signed in without it. */
const signedIn: Plugin = {
  name: 'signed-in',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('/web/state/session.ts')) return null
    return `
      const none = { value: null, peek: () => null, subscribe: () => () => {} }
      export const session = none, account = none, offlineUntil = none
      export const holdPerson = () => () => true, mustStay = () => () => undefined
      export const may = () => true
      const never = async () => {}
      export { never as restoreSession, never as signIn, never as refreshSession, never as signOut }
      export const endSession = () => {}
    `
  },
}
