import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AppliedCalibration } from '../../domain/live/command.ts'
import type { Bench } from '../../devices/bench.ts'
import { applyCalibration } from '../../devices/calibrated-optics.ts'
import { keepTrust } from '../../devices/lan/trust.ts'
import {
  keepShellLine,
  shellLinesAfter,
  shellUntil,
  switchShell,
} from '../../devices/remote-shell.ts'
import { listSambaConfigs, sambaPassword, updateSambaConfig } from '../../devices/samba.ts'
import { changeSettings, describeSetup } from '../../devices/settings.ts'
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

  test('thirteenth attack A13-16: its settings and calibrations do not measure for the next company', () => {
    const bench = {
      store,
      clock: realClock,
      run: null,
      notice: () => undefined,
      facts: { type: 'bcube', bkernelVersion: '2.9.4', wavelengths: ['FAM'], hostname: 'cube' },
    } as unknown as Bench
    const factory = describeSetup(bench).settings
    expect(changeSettings(bench, { 'fan.quiet': true })).toBeNull()
    const applied: AppliedCalibration[] = [
      { kind: 'thermal', uuid: uuidOf(5), offset: 0.2, gain: 1.001 },
      { kind: 'illumination', uuid: uuidOf(6), fields: [] },
      { kind: 'roi', uuid: uuidOf(7), width: 640, height: 480, regions: [] },
    ]
    for (const calibration of applied) expect(applyCalibration(bench, calibration)).toBeNull()
    hear(1)
    expect(Object.keys(describeSetup(bench).settings)).toHaveLength(Object.keys(factory).length + 6)
    hear(9)
    expect(describeSetup(bench).settings).toEqual(factory)
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
