import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createBridge } from './bridge.ts'
import { createDeviceRegistry, type Tell } from './device-registry.ts'
import { createDiscovery } from './discovery.ts'
import { createEventStream } from './event-stream.ts'
import type { Find } from './find-devices.ts'
import { readPageFiles } from './page-files.ts'
import { type AppServer, serveApp } from './serve-app.ts'
import { type MachineLook, watchMachine } from './watch-machine.ts'
import { chooseFolder, type ChooseFolder } from './watched/choose-folder.ts'
import {
  createWatchedFolder,
  type WatchClock,
  type WatchedFolder,
} from './watched/watched-folder.ts'

export interface Host extends AppServer {
  /** Return true while devices are searched: while somebody is signed in on an open page. */
  isLooking(): boolean
  watched: Pick<WatchedFolder, 'state' | 'look'>
}

/** Start all of the shell but its window. @throws with a sentence for the person. */
export async function startHost(options: {
  service: URL
  web: string
  /** Folder in which the port is kept. */
  data: string
  find?: Find
  look?: MachineLook
  /** Folder to be watched from the start; absent: the one that was chosen before. */
  watch?: string | null
  watchClock?: WatchClock
  choose?: ChooseFolder
}): Promise<Host> {
  const { service, web, data, find, look, watch, watchClock, choose = chooseFolder } = options
  const files = readPageFiles(web)
  const tell: Tell = (name, what) => events.tell(name, what)
  const registry = createDeviceRegistry({ now: Date.now, tell })
  const discovery = createDiscovery({ registry, tell, ...(find ? { find } : {}) })
  const machine = watchMachine(tell, look)
  const tellDevices = (to: Tell) => to('deviceList', { devices: registry.list() })
  const events = createEventStream({
    standing(to) {
      tellDevices(to)
      to('networkConfig', machine.network())
      to('watchState', watched.state())
    },
    // Stop without a page, at which nobody is signed in.
    onAlone: () => void discovery.stop(),
  })
  const watched = createWatchedFolder({ data, tell, ...(watchClock && { clock: watchClock }) })
  const bridge = createBridge({
    registry,
    discovery,
    watched,
    chooseFolder: choose,
    onStart: () => tellDevices(tell),
  })
  try {
    if (watch && watched.state().folder !== watch)
      await watched.choose({ folder: watch, company_uuid: null, company_name: '' })
    const server = await openPort({ files, service, bridge, events }, data)
    return {
      ...server,
      watched,
      isLooking: () => discovery.isOn,
      async close() {
        machine.stop()
        events.close()
        await discovery.stop()
        await server.close()
        await watched.stop()
      },
    }
  } catch (error) {
    machine.stop()
    await watched.stop()
    throw error
  }
}

/**
 * Open the port, which is part of the address under which a browser keeps records: any free one at first, the same from
 * then on.
 */
async function openPort(ports: Parameters<typeof serveApp>[0], data: string): Promise<AppServer> {
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const file = join(data, 'port')
  const before = readPort(file)
  try {
    const server = await serveApp(ports, before)
    writeFileSync(file, `${server.port}\n`, { mode: 0o600 })
    return server
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(
      `Port ${before}, under which this machine's records are kept, is taken. Is bApp open already? If another programme
holds it, end that one; to begin with empty records under another port, remove ${file}.`,
      { cause: error },
    )
  }
}

function readPort(file: string): number {
  try {
    const port = Number(readFileSync(file, 'utf8'))
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0
  } catch {
    return 0
  }
}
