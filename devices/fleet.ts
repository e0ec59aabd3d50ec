// Starts simulated devices as their own processes and keeps them running:
//   node devices/fleet.ts [.state/eu/devices.json] [--edge http://localhost:8787] [--state .state/eu/devices] [--speed 40] [--once]
// The file is `{"devices": [{"uuid", "key", "type", "cartridge", "hostname", "serial_no"}]}`;
// `wavelengths`, `bkernel_version` and `lan_port` may be given too. With --faults each takes faults on demand;
// with --lan each is found and reached in the local network.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { createBackOff } from './back-off.ts'

const FleetFile = v.object({
  devices: v.array(
    v.object({
      uuid: v.string(),
      key: v.string(),
      type: v.picklist(['bcube', 'bgate']),
      cartridge: v.string(),
      hostname: v.string(),
      serial_no: v.string(),
      wavelengths: v.optional(v.array(v.string())),
      bkernel_version: v.optional(v.string()),
      /** In the local network. */
      lan_port: v.optional(v.number()),
    }),
  ),
})
export type FleetDevice = v.InferOutput<typeof FleetFile>['devices'][number]

export interface FleetOptions {
  devices: readonly FleetDevice[]
  edge: string
  /** Folder with one folder of storage per device. */
  state: string
  speed?: number | string | undefined
  /** Each takes faults on demand (faults.ts). */
  faults?: boolean
  /** They make themselves known in the local network, and answer there. */
  lan?: boolean
  /** A device that dies unexpectedly is not started again. */
  once?: boolean
  /** One line per change of state. */
  report?(line: string): void
}

export interface Fleet {
  /** Process of a device that is running now. */
  pid(uuid: string): number | undefined
  /** End a device without a word (SIGKILL), as a pulled plug would; it stays off until `restart`. */
  kill(uuid: string): Promise<void>
  /** Switch a killed device on again, on its own storage. */
  restart(uuid: string): void
  /** End every device and settle when the last has gone. */
  stop(): Promise<void>
}

const usageError = 64
/** A device that ran this long has started well; its next end counts as the first again. */
const settledMs = 30_000
const killAfterMs = 5_000

/**
 * Start the devices. Each is tied to this process by its standard input, so that none is left behind even
 * when this process is killed.
 */
export function startFleet(options: FleetOptions): Fleet {
  const keepers = new Map(
    options.devices.map((device) => [device.uuid, keepRunning(device, options)] as const),
  )
  const keeperOf = (uuid: string): Keeper => {
    const keeper = keepers.get(uuid)
    if (!keeper) throw new Error(`There is no device ${uuid}`)
    return keeper
  }
  return {
    pid: (uuid) => keeperOf(uuid).pid(),
    kill: (uuid) => keeperOf(uuid).end('SIGKILL'),
    restart: (uuid) => keeperOf(uuid).start(),
    stop: async () => {
      await Promise.all([...keepers.values()].map((keeper) => keeper.end('SIGTERM')))
    },
  }
}

interface Keeper {
  pid(): number | undefined
  start(): void
  /** End the device for as long as nobody starts it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

function keepRunning(device: FleetDevice, options: FleetOptions): Keeper {
  const report = options.report ?? console.log
  const backOff = createBackOff(500, 10_000)
  let child: ChildProcess | null = null
  let again: NodeJS.Timeout | null = null
  let wanted = false

  function start(): void {
    wanted = true
    if (again) clearTimeout(again)
    if (child) return
    const began = Date.now()
    child = spawnDevice(device, options, report)
    child.once('exit', (code, signal) => {
      child = null
      if (!wanted) return
      report(`${device.hostname} ended unexpectedly (${signal ?? `code ${code}`})`)
      if (options.once || code === usageError) return
      if (Date.now() - began > settledMs) backOff.reset()
      again = setTimeout(start, backOff.next())
    })
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    wanted = false
    if (again) clearTimeout(again)
    const running = child
    if (!running) return
    const ended = new Promise<void>((resolve) => running.once('exit', () => resolve()))
    running.kill(signal)
    const kill = setTimeout(() => running.kill('SIGKILL'), killAfterMs)
    await ended
    clearTimeout(kill)
  }

  start()
  return { pid: () => child?.pid, start, end }
}

function spawnDevice(
  device: FleetDevice,
  options: FleetOptions,
  report: (line: string) => void,
): ChildProcess {
  const args = [
    fileURLToPath(new URL('./main.ts', import.meta.url)),
    `--type=${device.type}`,
    `--cartridge=${device.cartridge}`,
    `--uuid=${device.uuid}`,
    `--hostname=${device.hostname}`,
    `--serial=${device.serial_no}`,
    `--edge=${options.edge}`,
    `--state=${join(options.state, device.hostname)}`,
    '--tied',
    // Take any port that is free; its number is written to the device's own folder.
    `--lan-port=${device.lan_port ?? 0}`,
    ...(options.lan ? ['--lan-host=0.0.0.0', '--mdns'] : []),
    ...(options.faults ? ['--faults'] : []),
    ...(options.speed ? [`--speed=${options.speed}`] : []),
    ...(device.wavelengths ? [`--wavelengths=${device.wavelengths.join(',')}`] : []),
    ...(device.bkernel_version ? [`--bkernel=${device.bkernel_version}`] : []),
  ]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, BAPP_DEVICE_KEY: device.key },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // Ignore a child that is gone already and has closed its end.
  child.stdin.on('error', () => {})
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', report)
  }
  return child
}

/** Read the file that the seeding writes. */
export function readFleetFile(path: string): FleetDevice[] {
  return v.parse(FleetFile, JSON.parse(readFileSync(path, 'utf8'))).devices
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      edge: { type: 'string', default: 'http://localhost:8787' },
      state: { type: 'string', default: '.state/eu/devices' },
      speed: { type: 'string' },
      once: { type: 'boolean', default: false },
      faults: { type: 'boolean', default: false },
      lan: { type: 'boolean', default: false },
    },
  })
  const [file = '.state/eu/devices.json'] = positionals
  const fleet = startFleet({ ...values, devices: readFleetFile(file) })
  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    void fleet.stop().then(() => process.exit(0))
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) end()
  }, 1000).unref()
}

if (import.meta.main) main()
