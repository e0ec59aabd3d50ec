// The process around workerd, a child of the stack: `edge-server.ts serve|dev PORT STATE`. It serves what is built, or the
// sources with hot reload, tells its parent over the channel when it listens, and goes when the parent is gone.
import { join } from 'node:path'
import { cloudflare } from '@cloudflare/vite-plugin'
import { createServer, preview } from 'vite'
import { DiskReserve } from './disk-reserve.ts'
import { keptAssets } from './kept-assets.ts'
import { localFailures, localRequests } from './local-requests.ts'
import { projectRoot } from './run-tool.ts'

const [mode, portText, statePath] = process.argv.slice(2)
const port = Number(portText)
if (statePath === undefined || !Number.isInteger(port)) {
  throw new Error('edge-server.ts is started by the stack: serve|dev PORT STATE')
}
const persistState = { path: statePath }
// No page of another origin has business with the API, not even one on this machine.
const listen = { host: '127.0.0.1', port, strictPort: true, cors: false }

const reserve = new DiskReserve(statePath, (text) => console.warn(text))
const lookEachMs = 1_000

let stopping = false
process.on('disconnect', () => void stop())
process.on('SIGTERM', () => void stop())
// Ctrl-C reaches the whole terminal; the parent decides the order in which things stop.
process.on('SIGINT', () => {})

reserve.look()
setInterval(() => reserve.look(), lookEachMs).unref()

const server = mode === 'dev' ? await serveSources() : await serveBuilt()
process.send?.('listening')

async function serveBuilt() {
  return preview({
    configFile: false,
    root: projectRoot,
    logLevel: 'warn',
    preview: listen,
    plugins: [
      localRequests(() => reserve.look()),
      keptAssets(join(projectRoot, 'dist', 'client')),
      cloudflare({ persistState, inspectorPort: false }),
      localFailures(),
    ],
  })
}

async function serveSources() {
  // Pass the state's folder to vite.config.ts by this variable.
  process.env['BAPP_STATE'] = statePath
  const started = await createServer({
    root: projectRoot,
    logLevel: 'info',
    clearScreen: false,
    server: listen,
    plugins: [localRequests(() => reserve.look()), localFailures()],
  })
  return started.listen()
}

async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  // Exit in spite of a request that never ends: workerd is our child and dies with the plugin's dispose.
  setTimeout(() => process.exit(1), 4000).unref()
  await server?.close()
  process.exit(0)
}
