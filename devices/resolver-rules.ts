// Print the rules with which a Chromium on this machine finds the simulated devices by name, without mDNS:
//   chromium --host-resolver-rules="$(node devices/resolver-rules.ts .state/eu/devices)"
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { usualLanPort } from '../domain/lan/lan-call.ts'

/** Fields of `device.json`; a device that is not open to the local network has the rest only. */
interface Published {
  hostname?: string
  lan_port?: number
}

/** Write rules for every device that has its folder in `state` and is open to the local network. */
export function resolverRules(state: string): string {
  return readdirSync(state)
    .map((name) => join(state, name, 'device.json'))
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, 'utf8')) as Published)
    .filter(({ hostname, lan_port }) => hostname && lan_port)
    .map(({ hostname, lan_port }) => `MAP ${hostname}.local:${usualLanPort} 127.0.0.1:${lan_port}`)
    .join(',')
}

if (import.meta.main) console.log(resolverRules(process.argv[2] ?? '.state/eu/devices'))
