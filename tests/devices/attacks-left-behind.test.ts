import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepTrust } from '../../devices/lan/trust.ts'
import {
  keepShellLine,
  shellLinesAfter,
  shellUntil,
  switchShell,
} from '../../devices/remote-shell.ts'
import { listSambaConfigs, sambaPassword, updateSambaConfig } from '../../devices/samba.ts'
import { openStore, type Store } from '../../devices/store.ts'
import { realClock } from '../../devices/clock.ts'
import { uuidOf } from './orders.ts'

const config = {
  address: '//nas.lab.example/pcr',
  source: '/runs',
  domain: 'LAB',
  username: 'cube',
  target_folder: '/incoming',
  max_protocol: 'SMB3',
} as const
const folder = uuidOf(70)

let store: Store
beforeEach(() => {
  store = openStore(mkdtempSync(join(tmpdir(), 'bapp-left-')))
  hear(1)
})
afterEach(() => store.close())

/** Hear in a hello to which company the device belongs. */
const hear = (company: number) =>
  keepTrust(store, {
    company_uuid: uuidOf(company),
    lan_key: 'key',
    server_time: new Date().toISOString(),
  })
const save = (changes: Partial<typeof config> | Record<string, string>, password?: string) =>
  updateSambaConfig(
    { store },
    {
      name: 'UPDATE_SAMBA_CONFIG',
      config_uuid: folder,
      config: { ...config, ...changes },
      ...(password !== undefined && { password }),
    },
  )

describe('what a company leaves on a device', () => {
  test('twelfth attack A12-4: an open shell, its lines and shared folders do not go to the next company', () => {
    const bench = { store, clock: realClock, notice: () => undefined }
    switchShell(bench, { action: 'start' })
    const at = new Date().toISOString()
    keepShellLine(store, { at, user_uuid: uuidOf(2), line: 'cat /var/log/a', output: 'Ms Roe' })
    save({}, 'nas-2026')
    hear(1)
    expect(shellLinesAfter(store, 0, 10)).toHaveLength(1)
    expect(listSambaConfigs({ store })).toHaveLength(1)
    hear(9)
    expect(shellUntil(store, Date.now())).toBeNull()
    expect(shellLinesAfter(store, 0, 10)).toEqual([])
    expect(listSambaConfigs({ store })).toEqual([])
    // The next company's trail gets no transcript of it.
    expect(switchShell(bench, { action: 'stop' }).transcript).toBeUndefined()
  })

  test('twelfth attack A12-5: the password of a shared folder is never sent to another server', () => {
    save({}, 'nas-2026')
    save({ address: 'NAS.lab.example/other', username: 'other' })
    expect(sambaPassword(store, folder)).toBe('nas-2026')
    expect(save({ address: '//mine.example/pcr' })).toBeNull()
    expect(sambaPassword(store, folder)).toBeNull()
    save({ address: '//mine.example/pcr' }, 'mine-2026')
    expect(sambaPassword(store, folder)).toBe('mine-2026')
  })
})
