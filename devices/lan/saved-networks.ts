import { Fault } from '../../domain/fault.ts'
import type { NewWifi, SavedWifi } from '../../domain/lan/radio.ts'
import type { Store } from '../store.ts'

const mostNetworks = 50

/** Read the saved networks without their passwords. */
export function readSaved(store: Store, connected: string | null): SavedWifi[] {
  const rows = store
    .prepare('SELECT ssid, security, password IS NOT NULL AS locked FROM wifi ORDER BY ssid')
    .all()
  return rows.map((row) => ({
    ssid: String(row['ssid']),
    security: row['security'] as SavedWifi['security'],
    has_password: row['locked'] === 1,
    connected: connected === row['ssid'],
  }))
}

/** Return the password of a saved network for the radio, and for nothing else; null without one. */
export function passwordOf(store: Store, ssid: string): string | null {
  const row = store.prepare('SELECT password FROM wifi WHERE ssid = ?').get(ssid)
  return (row?.['password'] as string | null | undefined) ?? null
}

/** Save a network, or replace the one of its name. @throws Fault `refused` when too many are saved. */
export function saveNetwork(
  store: Store,
  known: readonly SavedWifi[],
  { ssid, security, password }: NewWifi,
): void {
  if (known.length >= mostNetworks && !known.some((one) => one.ssid === ssid)) {
    throw new Fault('refused', 'Too many networks are saved', { reason: 'too_many_networks' })
  }
  store
    .prepare('INSERT OR REPLACE INTO wifi (ssid, security, password) VALUES (?, ?, ?)')
    .run(ssid, security, password ?? null)
}

/** Forget a network. @throws Fault `refused` for the connected one, `not_found` for one that is not saved. */
export function removeNetwork(store: Store, ssid: string, connected: string | null): void {
  // Refuse the connected network: the device would cut its own line (spec §5).
  if (connected === ssid) {
    throw new Fault('refused', 'The connected network cannot be removed', {
      reason: 'wifi_in_use',
    })
  }
  const { changes } = store.prepare('DELETE FROM wifi WHERE ssid = ?').run(ssid)
  if (changes === 0) throw new Fault('not_found', 'No such network', { reason: 'wifi_unknown' })
}
