// One simulated device as its own process:
//   BAPP_DEVICE_KEY=… node devices/main.ts --type bgate --cartridge Wells96 --edge http://localhost:8787 \
//     --uuid … --state .state/eu/devices/… [--speed 40] [--hostname …] [--serial …] [--wavelengths FAM,VIC] \
//     [--lan-port 8780 [--lan-host 127.0.0.1] [--lan-origin https://…] [--mdns]] [--faults] \
//     [--release-root 1.root.json [--stick FOLDER]]
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readFacts } from './facts.ts'
import { noFaults, openFaultControl } from './faults.ts'
import { usualRate } from './lan/rate.ts'
import { type LanOptions, publish } from './lan/start-lan.ts'
import { startMachine } from './machine.ts'

const { values } = parseArgs({
  options: {
    type: { type: 'string' },
    cartridge: { type: 'string' },
    edge: { type: 'string', default: 'http://localhost:8787' },
    uuid: { type: 'string' },
    state: { type: 'string' },
    speed: { type: 'string' },
    hostname: { type: 'string' },
    serial: { type: 'string' },
    wavelengths: { type: 'string' },
    bkernel: { type: 'string' },
    'lan-port': { type: 'string' },
    'lan-host': { type: 'string', default: '127.0.0.1' },
    'lan-origin': { type: 'string', multiple: true },
    /** Calls a second from one address. */
    'lan-rate': { type: 'string' },
    mdns: { type: 'boolean', default: false },
    /** File of the root that the device is made with, and the folder where a stick appears (decision 68). */
    'release-root': { type: 'string' },
    stick: { type: 'string' },
    /** Faults on demand, by a port of their own. */
    faults: { type: 'boolean', default: false },
    /** End when standard input closes: the one who started it is gone. */
    tied: { type: 'boolean', default: false },
  },
})

/** A mistake in the options: the fleet does not start such a device again. */
const usageError = 64

const faults = noFaults()

function readStart() {
  try {
    const facts = readFacts(values)
    // Read the key from the environment: arguments of a process can be read by everyone on the machine.
    const key = process.env['BAPP_DEVICE_KEY']
    if (!key) throw new Error('BAPP_DEVICE_KEY is not set')
    const state = values.state ?? `.state/eu/devices/${facts.hostname}`
    const edge = values.edge.replace(/\/$/, '')
    const root = values['release-root']
    const releases = { root: root && readFileSync(root, 'utf8'), stick: values.stick }
    return { facts, key, edge, state, lan: readLan(edge), faults, releases }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(usageError)
  }
}

/** Read the origins whose pages may call: those of the service, and those that are named. */
function readLan(edge: string): LanOptions | undefined {
  if (values['lan-port'] === undefined) return undefined
  const port = Number(values['lan-port'])
  if (!(Number.isInteger(port) && port >= 0 && port < 65_536)) throw new Error('--lan-port')
  const perSecond = Number(values['lan-rate'] ?? usualRate.perSecond)
  if (!(perSecond > 0)) throw new Error('--lan-rate')
  return {
    port,
    host: values['lan-host'],
    origins: [new URL(edge).origin, ...(values['lan-origin'] ?? [])],
    rate: { perSecond, burst: Math.max(usualRate.burst, perSecond) },
    mdns: values.mdns,
  }
}

const start = readStart()
const running = startMachine(start)
if (values.faults) {
  const hands = {
    toggleLid: () => running.toggleLid(),
    reboot: () => running.restart(),
    selfTest: () => running.selfTest(),
  }
  const { port, word } = await openFaultControl(faults, hands)
  publish(start.state, { control_port: port, control_word: word })
}
let ending = false
function end(): void {
  if (ending) return
  ending = true
  void running.stop().then(() => process.exit(0))
}
process.on('SIGTERM', end)
process.on('SIGINT', end)
// A hand on the lid.
process.on('SIGUSR2', () => running.toggleLid())
// A hand on the power button.
process.on('SIGHUP', () => running.switchOn())
if (values.tied) process.stdin.on('end', end).on('error', end).resume()
