import { Fault } from '../../domain/fault.ts'
import type { SambaStep, SambaTest } from '../../domain/lan/samba-test.ts'
import type { SambaConfig } from '../../domain/live/device-setup.ts'
import { listSambaConfigs, refuseSambaHere, sambaPassword } from '../samba.ts'
import type { LanCaller } from './authorise.ts'
import { type LanWorld, note } from './lan-world.ts'

/** A file server of the simulated room. */
interface RoomServer {
  /** Step that fails for every user of this server. */
  failing?: SambaStep
  /** Password of every account; absent: any is right. */
  password?: string
  /** Speaks the oldest protocol alone. */
  isOld?: true
}

/** File servers by name; each has the share `pcr` with the folder `/incoming`. Each step has one that fails there. */
const servers: Readonly<Record<string, RoomServer>> = {
  'nas.lab.example': {},
  'vault.lab.example': { password: 'vault-2026' },
  'old.lab.example': { isOld: true },
  'closed.lab.example': { failing: 'port' },
  'readonly.lab.example': { failing: 'write' },
  'broken.lab.example': { failing: 'read' },
  'keeping.lab.example': { failing: 'delete' },
}
const folders = ['/', '/incoming']

/** Return the step at which a trial file fails on the way into a shared folder of the room; null if none does. */
function tryFolder(config: SambaConfig, password: string | null): SambaStep | null {
  const [host = '', share = ''] = config.address.replace(/^\/\//, '').split('/')
  const server = Object.hasOwn(servers, host) ? servers[host] : undefined
  if (!server) return 'name'
  if (server.failing === 'port') return 'port'
  if (server.isOld && config.max_protocol !== 'NT1') return 'protocol'
  if (server.password !== undefined && server.password !== password) return 'login'
  if (share !== 'pcr') return 'share'
  if (!folders.includes(config.target_folder.replace(/(?<=.)\/$/, ''))) return 'folder'
  return server.failing ?? null
}

/**
 * Test a shared folder of this device with a trial file.
 * @throws Fault `refused` where the device has no shared folders, `not_found` for one that it does not have.
 */
export function testFolder(
  world: LanWorld,
  { config_uuid }: { config_uuid: string },
  caller: LanCaller,
): SambaTest {
  const { device, store, now } = world
  const refused = refuseSambaHere(device)
  if (refused) throw new Fault('refused', 'Not on this device', { reason: refused })
  const config = listSambaConfigs({ store }).find(({ uuid }) => uuid === config_uuid)
  if (!config) throw new Fault('not_found', 'No such folder', { reason: 'no_such_config' })
  const failed = tryFolder(config, sambaPassword(store, config_uuid))
  note(world, `shared folder ${config.address} tested: ${failed ?? 'works'}`, caller)
  return { at: new Date(now()).toISOString(), failed }
}
