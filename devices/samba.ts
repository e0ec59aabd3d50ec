import type { Command, RefusalReason } from '../domain/live/command.ts'
import {
  type HeldSambaConfig,
  mostSambaConfigs,
  type SambaConfig,
} from '../domain/live/device-setup.ts'
import { findSambaProblems, isSameServer, refuseSamba } from '../domain/rules/samba.ts'
import type { Bench } from './bench.ts'

type Update = Extract<Command, { name: 'UPDATE_SAMBA_CONFIG' }>

/** List folders on file servers that the device writes to. Leaves out passwords, which stay on the device. */
export function listSambaConfigs({ store }: Pick<Bench, 'store'>): HeldSambaConfig[] {
  return store
    .prepare('SELECT uuid, body, password IS NOT NULL AS has_password FROM samba ORDER BY uuid')
    .all()
    .map((row) => ({
      uuid: String(row['uuid']),
      ...(JSON.parse(String(row['body'])) as SambaConfig),
      has_password: row['has_password'] === 1,
    }))
}

/** Return the password of a folder for the file server, and for nothing else; null without one. */
export function sambaPassword(store: Bench['store'], uuid: string): string | null {
  const row = store.prepare('SELECT password FROM samba WHERE uuid = ?').get(uuid)
  return (row?.['password'] as string | null | undefined) ?? null
}

/** Return the reason that this device has no such folders at all, or null. */
export function refuseSambaHere({ facts }: Pick<Bench, 'facts'>): RefusalReason | null {
  const subject = { deviceType: facts.type, bkernel_version: facts.bkernelVersion }
  return refuseSamba(subject) === null ? null : 'not_supported'
}

/** Remove all folders and their passwords: they are of the company that the device has left. */
export function forgetSambaConfigs(store: Bench['store']): void {
  store.exec('DELETE FROM samba')
}

/**
 * Add a folder or change it. A change without a password keeps the stored one only while the server stays the same: a person who
 * may change the address could have it sent to a server of their own.
 */
export function updateSambaConfig(
  bench: Pick<Bench, 'store'>,
  { config_uuid, config, password }: Update,
) {
  const { store } = bench
  if (findSambaProblems(config).length > 0) return 'setting_refused'
  const known = listSambaConfigs(bench)
  if (known.length >= mostSambaConfigs && !known.some(({ uuid }) => uuid === config_uuid)) {
    return 'too_many_configs'
  }
  const before = known.find(({ uuid }) => uuid === config_uuid)
  const held = before && isSameServer(before, config) ? sambaPassword(store, config_uuid) : null
  store
    .prepare('INSERT OR REPLACE INTO samba (uuid, body, password) VALUES (?, ?, ?)')
    .run(config_uuid, JSON.stringify(config), password ?? held)
  return null
}

export function deleteSambaConfig({ store }: Bench, uuid: string): RefusalReason | null {
  const { changes } = store.prepare('DELETE FROM samba WHERE uuid = ?').run(uuid)
  return changes === 0 ? 'no_such_config' : null
}
