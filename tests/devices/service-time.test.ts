import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepTrust, raiseFloor, timeFloor } from '../../devices/lan/trust.ts'
import { openStore } from '../../devices/store.ts'

const now = Date.parse('2026-11-22T12:00:00.000Z')
const day = 24 * 60 * 60_000

test('second attack T8: a service whose clock was ahead once holds up no command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bapp-floor-'))
  const store = openStore(folder)
  const hear = (ms: number) =>
    keepTrust(store, { company_uuid: 'c', server_time: new Date(ms).toISOString() })
  try {
    hear(now + 365 * day)
    expect(timeFloor(store)).toBe(now + 365 * day)
    hear(now)
    expect(timeFloor(store)).toBe(now)
    // Go back a little: what the service has lived through stays behind it.
    hear(now - 30_000)
    expect(timeFloor(store)).toBe(now)
    // Count the time of a pass as before, until the service is heard again.
    raiseFloor(store, now + day)
    expect(timeFloor(store)).toBe(now + day)
    hear(now + 1_000)
    expect(timeFloor(store)).toBe(now + 1_000)
  } finally {
    store.close()
    rmSync(folder, { recursive: true })
  }
})
