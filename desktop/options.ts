import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

export interface DesktopOptions {
  service: URL
  /** Folder of the window's data, with a folder for each service. */
  data: string
  /** The built web app. */
  web: string
  /** Null: the one that is found. */
  browser: string | null
  browserArgs: string[]
  /** Folder whose finished instrument files are imported; null: the one that was chosen in the window, or none. */
  watch: string | null
  window: boolean
  help: boolean
}

const usualService = 'http://localhost:8787'

export const desktopHelp = `Opens bApp in a window of its own, which finds the devices of the local network.

  npm run desktop -- [options]

  --service URL      the service it works with                   (${usualService})
  --data DIR         where the window's data are kept            (the system's place for it)
  --browser PATH     the Chrome, Chromium or Edge of the window  (the one that is found)
  --browser-arg ARG  given to that browser; may be repeated
  --web DIR          the built app                               (dist/client)
  --watch DIR        imports the files that instruments write there (the folder chosen before)
  --no-window        prints the address instead; it opens once
  --help             this text
`

/** Read the command line. Throws with a sentence for the person when something in it cannot be meant. */
export function readDesktopOptions(args: string[]): DesktopOptions {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      service: { type: 'string', default: usualService },
      data: { type: 'string', default: usualData(process.platform, process.env) },
      browser: { type: 'string' },
      'browser-arg': { type: 'string', multiple: true, default: [] },
      web: { type: 'string', default: fileURLToPath(new URL('../dist/client', import.meta.url)) },
      watch: { type: 'string' },
      window: { type: 'boolean', default: true },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const service = readService(values.service)
  const browser = values.browser ?? null
  if (browser !== null && !existsSync(browser))
    throw new Error(`--browser wants a programme, and there is none at "${browser}".`)
  if (values.watch !== undefined && !existsSync(values.watch))
    throw new Error(`--watch wants a folder, and there is none at "${values.watch}".`)
  return {
    service,
    data: join(resolve(values.data), service.host.replaceAll(/[^\w.-]/g, '_')),
    web: resolve(values.web),
    browser,
    browserArgs: values['browser-arg'],
    watch: values.watch === undefined ? null : resolve(values.watch),
    window: values.window,
    help: values.help,
  }
}

/** Read the service's address: passwords go there, so it must be https, or on this machine. */
function readService(text: string): URL {
  const url = URL.parse(text)
  if (!url || !['https:', 'http:'].includes(url.protocol))
    throw new Error(`--service wants an address such as https://eu.bapp.example, not "${text}".`)
  if (url.pathname !== '/' || url.search || url.hash || url.username || url.password)
    throw new Error(`--service wants an address alone: "${url.protocol}//${url.host}".`)
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (url.protocol === 'http:' && !isHere)
    throw new Error(`--service wants https: what is sent to "${text}" could be read on its way.`)
  return url
}

/** Return the usual folder for data of programs, by system. */
function usualData(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'bApp')
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? homedir(), 'bApp')
  return join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'bapp')
}
