import { parseArgs } from 'node:util'
import { demoSpeed } from '../devices/facts.ts'
import { type Region, regionNames } from '../domain/regions.ts'

export type StartOptions = {
  port: number
  region: Region
  state: string
  speed: number
  devices: boolean
  /** Devices are found and reached in the local network. */
  lan: boolean
  /** Finished analyses in a fresh state. */
  examples: boolean
  /** False leaves a fresh state empty, for `npm run bootstrap`. */
  demo: boolean
  fresh: boolean
  help: boolean
}

export const startHelp = `Starts bApp: the app and its API on one port, and three simulated devices.

  npm start -- [options]

  --port N       the port to listen on                          (8787)
  --region NAME  which region this deployment is: ${regionNames.join(' or ')}      (eu)
  --state DIR    where all state is kept between starts         (.state/<region>)
  --speed N      how many times faster than life devices run    (${demoSpeed})
  --no-devices   without simulated devices
  --lan          devices are found and reached in the local network, as the desktop shell finds them
  --no-examples  without finished analyses to look at
  --no-demo      an empty deployment: npm run bootstrap makes its first company
  --fresh        begin with empty state: removes what is kept in DIR
  --help         this text
`

/** Read the command line. Throws with a sentence for the person when something in it cannot be meant. */
export function readStartOptions(args: string[]): StartOptions {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      // Take the port of `npm start --port N` without the `--`
      // between: npm keeps the flag for itself and leaves it here.
      port: { type: 'string', default: process.env['npm_config_port'] ?? '8787' },
      region: { type: 'string', default: 'eu' },
      state: { type: 'string' },
      speed: { type: 'string', default: String(demoSpeed) },
      devices: { type: 'boolean', default: true },
      lan: { type: 'boolean', default: false },
      examples: { type: 'boolean', default: true },
      demo: { type: 'boolean', default: true },
      fresh: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Error(`--port wants a number from 1 to 65535, not "${values.port}".`)
  }
  const speed = Number(values.speed)
  if (!(speed >= 1 && speed <= 10_000)) {
    throw new Error(`--speed wants a number from 1 (real time) to 10000, not "${values.speed}".`)
  }
  const region = regionNames.find((name) => name === values.region)
  if (region === undefined) {
    throw new Error(`--region wants one of ${regionNames.join(', ')}, not "${values.region}".`)
  }
  const { devices, lan, examples, demo, fresh, help } = values
  const state = values.state ?? `.state/${region}`
  return { port, speed, region, state, devices, lan, examples, demo, fresh, help }
}
