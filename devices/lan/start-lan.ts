import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandAnswer, CommandMessage } from '../../domain/live/command.ts'
import { realClock } from '../clock.ts'
import type { Device } from '../device.ts'
import type { Faults } from '../faults.ts'
import type { LogFiles } from '../log-files.ts'
import { advertise } from '../mdns.ts'
import type { Store } from '../store.ts'
import { createChallenges } from './challenges.ts'
import { createLanHandlers } from './lan-handlers.ts'
import { type LanServer, type LanServerPorts, openLanServer } from './lan-server.ts'
import type { LanWorld } from './lan-world.ts'
import { createRadios } from './radios.ts'
import type { Rate } from './rate.ts'
import type { WallClock } from './wall-clock.ts'

/** Options of a device's server in the local network. */
export interface LanOptions {
  /** 0: any that is free, and the same again after a restart. */
  port: number
  host: string
  /** Origins of the product's pages. */
  origins: readonly string[]
  rate: Rate
  mdns: boolean
}

export interface LanPorts {
  device: Device
  store: Store
  state: string
  faults: Faults
  clock: WallClock
  logs: LogFiles
  obey(message: CommandMessage): CommandAnswer
  kept(): void
  /** Checks the device's way to the service. */
  check: LanWorld['check']
  report(text: string): void
}

/** Start the device's API with what it needs; go on without it where its port cannot be had. */
export function startLan(options: LanOptions, ports: LanPorts): { stop(): Promise<void> } {
  const { device, store, faults, clock, report, state } = ports
  const radios = createRadios({
    store,
    deviceUuid: device.facts.uuid,
    clock: realClock,
    now: clock.now,
    fault: () => faults.wifi,
    notice: device.notice,
  })
  const opened = open(options, { ...ports, radios }).catch((error: unknown) => {
    report(`no local network: ${error instanceof Error ? error.message : String(error)}`)
    return null
  })
  const advertised = opened.then((server) => {
    if (!server) return null
    publish(state, { hostname: device.facts.hostname, lan_port: server.port })
    report(`local network: port ${server.port}`)
    return options.mdns ? advertise(device.facts, server.port, report) : null
  })
  return {
    async stop() {
      radios.stop()
      await (await advertised)?.stop()
      await (await opened)?.close()
    },
  }
}

async function open(
  options: LanOptions,
  ports: LanPorts & Pick<LanWorld, 'radios'>,
): Promise<LanServer> {
  const { device, store, faults, clock, logs, obey, kept, check, radios, report, state } = ports
  const challenges = createChallenges()
  const { now } = clock
  const server: LanServerPorts = {
    handlers: createLanHandlers({
      device,
      store,
      obey,
      kept,
      radios,
      check,
      logs,
      challenges,
      now,
    }),
    gate: { store, challenges, now, facts: () => device.facts },
    doors: { origins: new Set(options.origins), hostname: () => device.facts.hostname },
    faults,
    rate: options.rate,
    report,
    random: Math.random,
  }
  const { host, port } = options
  if (port !== 0) return openLanServer(server, { host, port })
  const before = Number(readPublished(state)['lan_port'] ?? 0)
  // Try the port of before, which may have been given to another programme meanwhile.
  const again = before && (await openLanServer(server, { host, port: before }).catch(() => null))
  return again || openLanServer(server, { host, port: 0 })
}

/** Write facts of the device for the machine it runs on, in `<state>/device.json`, readable by its owner only. */
export function publish(state: string, facts: Record<string, string | number>): void {
  mkdirSync(state, { recursive: true })
  const text = JSON.stringify({ ...readPublished(state), ...facts }, null, 2)
  // Replace in one step: a reader meanwhile has the old one or the new one.
  const next = join(state, 'device.json.next')
  writeFileSync(next, `${text}\n`, { mode: 0o600 })
  renameSync(next, join(state, 'device.json'))
}

function readPublished(state: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(join(state, 'device.json'), 'utf8')) as Record<string, unknown>
  } catch {
    return {}
  }
}
