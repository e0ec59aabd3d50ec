import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AppliedCalibration } from '../../domain/live/command.ts'
import type { Bench } from '../../devices/bench.ts'
import { applyCalibration } from '../../devices/calibrated-optics.ts'
import { keptRuns } from '../../devices/lan/held-runs.ts'
import { keepTrust } from '../../devices/lan/trust.ts'
import { openLogFiles } from '../../devices/log-files.ts'
import { keepHello } from '../../devices/lot-stops.ts'
import { acknowledgeEnd } from '../../devices/outbox.ts'
import {
  keepShellLine,
  shellLinesAfter,
  shellUntil,
  switchShell,
} from '../../devices/remote-shell.ts'
import { newRun } from '../../devices/run-record.ts'
import { writeRun } from '../../devices/run-store.ts'
import { listSambaConfigs, sambaPassword, updateSambaConfig } from '../../devices/samba.ts'
import { changeSettings, describeSetup } from '../../devices/settings.ts'
import { openStore, type Store } from '../../devices/store.ts'
import { realClock } from '../../devices/clock.ts'
import { makeOrder, uuidOf } from './orders.ts'

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
const heardFrom = (company: number) => ({
  company_uuid: uuidOf(company),
  lan_key: 'key',
  server_time: new Date().toISOString(),
})
const hear = (company: number) => keepTrust(store, heardFrom(company))
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
    // Give the next company's trail no transcript of it.
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

  test('A23-4: what people typed and the runs of one company are not read by the next one', () => {
    const state = mkdtempSync(join(tmpdir(), 'bapp-left-logs-'))
    const logs = openLogFiles(state, () => Date.now())
    logs.write(`shell cat /var/log/ms-roe by ${uuidOf(2)}`)
    const run = (n: number) => ({
      ...newRun(makeOrder({ analysis: uuidOf(n) }), uuidOf(n + 50)),
      outcome: 'completed' as const,
    })
    for (const n of [30, 31]) writeRun(store, run(n))
    acknowledgeEnd(store, uuidOf(30))
    keepHello(store, logs, heardFrom(1))
    expect([logs.list().length, keptRuns(store).length]).toEqual([1, 2])
    keepHello(store, logs, heardFrom(9))
    expect(logs.list()).toEqual([])
    expect(logs.read('device.log')).toBeNull()
    // Expect the run that was not delivered, which nobody else has.
    expect(keptRuns(store).map((kept) => kept.run.order.analysis_uuid)).toEqual([uuidOf(31)])
    logs.write('on')
    expect(logs.read('device.log')).toMatch(/ on\n$/)
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
