import { createWriteStream, existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readFleetFile, startFleet, type Fleet } from '../devices/fleet.ts'
import type { Region } from '../domain/regions.ts'
import { buildWhenChanged } from './build.ts'
import { CannotStart } from './cannot-start.ts'
import { checkState } from './check-state.ts'
import { reserveName } from './disk-reserve.ts'
import { startEdge, type EdgeProcess } from './edge-process.ts'
import { readOrMakeSecrets } from './local-secrets.ts'
import { keepPrivate } from './make-folder.ts'
import { migrateDirectory } from './migrate.ts'
import { isPortFree } from './ports.ts'
import { warnOfStores } from './warn-of-stores.ts'
import { lockState } from './state-lock.ts'
import { keepEmpty, seed } from './seed.ts'
import { noteExamples, wantsExamples } from './demo-file.ts'
import { seedRuns } from './seed-runs.ts'
import { silentStep, type Step } from './steps.ts'

export type StackOptions = {
  port: number
  /** Folder of D1, Durable Objects, R2, the secrets and the devices' own storage. */
  state: string
  /** Speed of the devices relative to real time. */
  speed: number
  /** False starts no simulated device. */
  devices: boolean
  /** True lets them be found and reached in the local network. */
  lan?: boolean
  /** True fills a fresh state with finished analyses as well. */
  examples?: boolean
  /** False leaves a fresh state empty, with no company and no device. */
  demo?: boolean
  /** True begins with empty state: removes what is kept there once nobody else uses it. */
  fresh?: boolean
  region: Region
  /** `dev` serves the sources with hot reload, `serve` what is built. */
  mode?: 'serve' | 'dev'
  step?: Step
  /** Ends a start that is still going on; what had started is taken down again. */
  signal?: AbortSignal
  /** Called with what the person at the terminal should know of a store. */
  onWarning?(text: string): void
  /** Called when a part stops by itself. */
  onLost?(reason: string): void
}

export type Stack = {
  address: string
  /** Stop devices and edge; when it is done no process is left. */
  stop(): Promise<void>
  /** Kill one device's process without a word (SIGKILL), as a pulled plug would. */
  killDevice(uuid: string): Promise<void>
  /** Start it again on its own storage. */
  restartDevice(uuid: string): Promise<void>
  /** Kill workerd (SIGKILL) and start it again on the same state and port. */
  restartEdge(): Promise<void>
  /** Stop workerd: nobody listens any more, until `restartEdge`. */
  stopEdge(): Promise<void>
  /** Stop workerd in the middle of everything: sockets stay open, and nobody answers. */
  freezeEdge(): void
  thawEdge(): void
}

/**
 * Start the whole product on one port: build what changed, migrate, serve through workerd, seed, start the devices. If
 * a later step fails, stop all that was started.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { signal } = options
  const showStep = options.step ?? silentStep
  const step: Step = (name, run) => {
    signal?.throwIfAborted()
    return showStep(name, run)
  }
  const stateDir = resolve(options.state)
  const mode = options.mode ?? 'serve'
  if (!(await isPortFree(options.port))) {
    throw new CannotStart(
      `Port ${options.port} is taken by another program. Stop that one, or choose another port: --port ${options.port + 1}`,
    )
  }
  checkState(stateDir)
  const unlock = lockState(stateDir)
  if (options.fresh) clearState(stateDir)
  const onLost = options.onLost ?? (() => {})
  const onWarning = options.onWarning ?? (() => {})
  let edge: EdgeProcess | undefined
  let fleet: Fleet | undefined
  const stop = async () => {
    await fleet?.stop()
    await edge?.stop()
    unlock()
  }
  try {
    keepPrivate(stateDir)
    if (mode === 'serve') {
      await step('build', async (note) => {
        if (!(await buildWhenChanged())) note('nothing changed')
      })
    }
    const secrets = readOrMakeSecrets(stateDir)
    await step('migrate', async (note) => {
      if (!(await migrateDirectory(stateDir))) note('nothing new')
    })
    const { port, region } = options
    const started = await step('serve', () =>
      startEdge({ mode, port, stateDir, region, secrets, onLost, signal }),
    )
    edge = started
    await warnOfStores({ address: started.address, stateDir, warn: onWarning })
    const { examples = false, demo = true } = options
    if (!demo) keepEmpty(stateDir)
    await step('seed', () => seed({ address: started.address, stateDir, region, examples }))
    if (wantsExamples(stateDir)) {
      await step('examples', () => seedRuns(started.address))
      noteExamples(stateDir)
    }
    if (options.devices) {
      fleet = await step('devices', (note) =>
        startDevices(started.address, stateDir, options, note),
      )
    }
    const needFleet = () => {
      if (fleet === undefined) throw new Error('This stack was started without devices.')
      return fleet
    }
    return {
      address: started.address,
      stop,
      killDevice: async (uuid) => needFleet().kill(uuid),
      restartDevice: async (uuid) => needFleet().restart(uuid),
      restartEdge: () => started.restart(),
      stopEdge: () => started.stop(),
      freezeEdge: () => started.freeze(),
      thawEdge: () => started.thaw(),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Start one process for each device of `<state>/devices.json`; their output goes to `<state>/devices.log`. */
function startDevices(
  edge: string,
  stateDir: string,
  { speed, lan = false }: Pick<StackOptions, 'speed' | 'lan'>,
  note: (text: string) => void,
): Fleet {
  const devices = readFleetFile(join(stateDir, 'devices.json'))
  const log = createWriteStream(join(stateDir, 'devices.log'), { flags: 'a', mode: 0o600 })
  note(devices.map((device) => device.hostname).join(', '))
  return startFleet({
    devices,
    edge,
    speed,
    lan,
    state: join(stateDir, 'devices'),
    report: (line) => log.write(`${new Date().toISOString()} ${line}\n`),
  })
}

/**
 * List what `--fresh` removes: only files that this project wrote, in any directory that `--state` names. The lock file stays: the
 * process that clears holds it.
 */
const ownState = [
  'v3',
  'devices',
  'devices.json',
  'devices.log',
  'demo.json',
  'secrets.json',
  'migrations.stamp',
  reserveName,
]

export function clearState(state: string): void {
  for (const name of ownState) rmSync(join(resolve(state), name), { recursive: true, force: true })
}

export function hasState(state: string): boolean {
  return ownState.some((name) => existsSync(join(resolve(state), name)))
}
