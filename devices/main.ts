// One simulated device as its own process:
//   BAPP_DEVICE_KEY=… node devices/main.ts --type bgate --cartridge Wells96 --edge http://localhost:8787 \
//     --uuid … --state .state/eu/devices/… [--speed 40] [--hostname …] [--serial …] [--wavelengths FAM,VIC]
import { parseArgs } from 'node:util'
import { readFacts } from './facts.ts'
import { runDevice } from './run-device.ts'

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
    /** End when standard input closes: the one who started it is gone. */
    tied: { type: 'boolean', default: false },
  },
})

/** A mistake in the options: the fleet does not start such a device again. */
const usageError = 64

function readStart() {
  try {
    const facts = readFacts(values)
    // By environment: arguments of a process can be read by everyone on the machine.
    const key = process.env['BAPP_DEVICE_KEY']
    if (!key) throw new Error('BAPP_DEVICE_KEY is not set')
    const state = values.state ?? `.state/eu/devices/${facts.hostname}`
    return { facts, key, edge: values.edge.replace(/\/$/, ''), state }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(usageError)
  }
}

const running = runDevice(readStart())
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
if (values.tied) process.stdin.on('end', end).on('error', end).resume()
