import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { simulatedImage } from '../../devices/slots.ts'
import { openStore, removeSetting, writeSetting } from '../../devices/store.ts'
import { updateFault } from '../../devices/trial.ts'
import { type LanCall, type LanParams } from '../../domain/lan/lan-call.ts'
import { lanCalls } from '../../domain/lan/lan-calls.ts'
import type { DeviceSetup, HeldSambaConfig } from '../../domain/live/device-setup.ts'
import { isProven } from '../../edge/crypto/lan-proof.ts'
import { followDevices } from '../../web/lan/follow.ts'
import type { SeenDevice } from '../../web/local/seen-device.ts'
import {
  type LanDevice,
  type LanEdge,
  makeHolder,
  reasonOf,
  startLanDevice,
  startLanEdge,
} from './lan-bench.ts'
import { makeOrder, uuidOf } from './orders.ts'

let edge: LanEdge
let cube: LanDevice
let gate: LanDevice
let holder: Awaited<ReturnType<typeof makeHolder>>

beforeAll(async () => {
  edge = await startLanEdge()
  holder = await makeHolder(edge)
  cube = await startLanDevice(edge, holder, { speed: 200 })
  gate = await startLanDevice(edge, holder, { type: 'bgate', hostname: 'gate-1' })
  // Take the service away from here on: all that follows is between the page and the device.
  edge.down = true
}, 40_000)
afterAll(async () => {
  await Promise.all([cube.remove(), gate.remove()])
  await edge.close()
})

const analysis = uuidOf(1)
const swarm_uuid = uuidOf(40)
const refusal = (row: LanCall, params: LanParams<LanCall>, device = cube) =>
  reasonOf(device.call(row, params))
const setupOf = async (device: LanDevice): Promise<DeviceSetup> => {
  const answer = await device.call(lanCalls.getSetup, {})
  if (answer.state !== 'done' || answer.data?.of !== 'setup') throw new Error('no setup')
  return answer.data.setup
}
const sambaOf = async (device: LanDevice): Promise<HeldSambaConfig[]> => {
  const answer = await device.call(lanCalls.getSambaConfigs, {})
  if (answer.state !== 'done' || answer.data?.of !== 'samba') throw new Error('no configs')
  return answer.data.configs
}
const progress = async () => (await cube.call(lanCalls.status, {})).status.run

describe('a run that is given, followed and steered without the service', () => {
  const order = { ...makeOrder({ analysis, cycles: 30 }), swarm_uuid }

  test('[LAN-001] [LAN-007] LOAD_RECIPE begins a run on the device met by its hostname', async () => {
    const greeting = await cube.call(lanCalls.greet, {})
    expect(greeting).toMatchObject({ hostname: 'cube-1', uuid: cube.uuid, ready: true })
    const opId = randomUUID()
    expect(await cube.call(lanCalls.loadRecipe, { order }, { opId })).toMatchObject({
      command_uuid: opId,
      state: 'accepted',
    })
    await cube.until(async () => (await progress())?.state === 'running')
    const { answer } = await cube.call(lanCalls.answer, { command_uuid: opId })
    expect(answer).toMatchObject({ state: 'done' })
    // Deliver the same again, which is the same run; a hostname that is another device's gets nothing.
    expect(await cube.call(lanCalls.loadRecipe, { order }, { opId })).toMatchObject({
      state: 'done',
    })
    const elsewhere = gate.call(lanCalls.loadRecipe, { order }, { device: cube.uuid })
    await expect(elsewhere).rejects.toMatchObject({ code: 'not_found' })
  })

  test('readings are read from where the page has them, without gap or repeat', async () => {
    await cube.until(async () => ((await progress())?.cycle ?? 0) > 3)
    const first = await cube.call(lanCalls.run, { analysis_uuid: analysis })
    expect(first.run).toMatchObject({ status: 'RUNNING', name: order.name, delivered: false })
    const last = first.readings.at(-1)?.index ?? 0
    await cube.until(async () => ((await progress())?.cycle ?? 0) > last + 2)
    const after = { AMP: last, VAL: 0 }
    const next = await cube.call(lanCalls.run, { analysis_uuid: analysis, after })
    const indices = [...first.readings, ...next.readings].map(({ index }) => index)
    expect(indices).toEqual(indices.map((_, at) => at + 1))
  })

  test('[LAN-002] SKIP ends the step that was seen, and no other one', async () => {
    const seen = await progress()
    const position = seen?.position ?? 0
    expect(await cube.call(lanCalls.skip, { analysis_uuid: analysis, position })).toMatchObject({
      state: 'done',
    })
    expect((await progress())?.position).toBeGreaterThan(position)
    expect(await refusal(lanCalls.skip, { analysis_uuid: analysis, position: 400 })).toBe(
      'step_over',
    )
  })

  test('[LAN-004] EXTEND lengthens the loop once, however often it is delivered', async () => {
    const opId = randomUUID()
    const extend = () =>
      cube.call(lanCalls.extend, { analysis_uuid: analysis, cycles: 5 }, { opId })
    expect(await extend()).toMatchObject({ state: 'done' })
    expect(await extend()).toMatchObject({ state: 'done' })
    expect((await progress())?.cycles).toBe(35)
    // Refuse something else under the same id.
    const other = cube.call(lanCalls.extend, { analysis_uuid: analysis, cycles: 9 }, { opId })
    await expect(other).rejects.toMatchObject({ code: 'taken' })
  })

  test('[LAN-003] ABORT ends the run and leaves what was measured', async () => {
    expect(await cube.call(lanCalls.abort, { analysis_uuid: analysis })).toMatchObject({
      state: 'done',
    })
    const { runs } = await cube.call(lanCalls.runs, {})
    expect(runs).toHaveLength(1)
    expect(runs[0]).toMatchObject({ analysis_uuid: analysis, status: 'ABORT' })
    expect(runs[0]?.measured.AMP).toBeGreaterThan(3)
    // Refuse a run that the device does not know: none is made up in order to be ended.
    expect(await refusal(lanCalls.abort, { analysis_uuid: uuidOf(2) })).toBe('no_run')
  })

  test('a run of another swarm is as one that is not there', async () => {
    const stranger = await makeHolder(edge, { swarms: [uuidOf(41)] })
    const options = { holder: stranger }
    expect((await cube.call(lanCalls.runs, {}, options)).runs).toEqual([])
    expect((await cube.call(lanCalls.status, {}, options)).status.run).toBeNull()
    const got = cube.call(lanCalls.run, { analysis_uuid: analysis }, options)
    await expect(got).rejects.toMatchObject({ code: 'not_found' })
    const load = cube.call(lanCalls.loadRecipe, { order }, options)
    await expect(load).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('commands about the device itself', () => {
  test('[LAN-008] [LAN-014] [LAN-015] GET_SETUP tells what SET_INFO and UPDATE_SETUP have changed', async () => {
    const before = await setupOf(cube)
    expect(before).toMatchObject({ hostname: 'cube-1', slot: 'A', other_version: null })
    await cube.call(lanCalls.setInfo, { info: { name: 'Bench by the window' } })
    const key = Object.keys(before.settings).find((one) => one.endsWith('.intensity')) ?? ''
    await cube.call(lanCalls.updateSetup, { settings: { [key]: 42 } })
    const after = await setupOf(cube)
    expect(after.name).toBe('Bench by the window')
    expect(after.settings[key]).toBe(42)
    expect(await refusal(lanCalls.updateSetup, { settings: { [key]: 4200 } })).toBe(
      'setting_refused',
    )
  })

  test('[LAN-009] FLASH makes it blink', async () => {
    expect(await cube.call(lanCalls.flash, {})).toMatchObject({ state: 'done' })
    expect(cube.output()).toContain('cube-1 flashing')
  })

  test('[LAN-010] [LAN-011] ANALYSIS_SYNC and BGATE_SYNC offer the service again what it lacks', async () => {
    expect(await cube.call(lanCalls.analysisSync, {})).toMatchObject({
      state: 'done',
      data: { of: 'sync' },
    })
    expect(await gate.call(lanCalls.bgateSync, {})).toMatchObject({ data: { of: 'sync' } })
    expect(await refusal(lanCalls.bgateSync, {})).toBe('not_supported')
  })

  test('[LAN-012] FOLDERS_CLEAR keeps what the service does not have', async () => {
    const answer = await cube.call(lanCalls.foldersClear, {})
    expect(answer).toMatchObject({ state: 'done', data: { of: 'folders', runs: 0, readings: 0 } })
    expect((await cube.call(lanCalls.runs, {})).runs).toHaveLength(1)
  })

  test('[LAN-016] [LAN-017] [LAN-018] Samba folders are made, listed without their password, and removed', async () => {
    const config_uuid = uuidOf(70)
    const config = {
      address: '//files/pcr',
      source: '/data/out',
      domain: 'LAB',
      username: 'cfx',
      target_folder: '/in',
      max_protocol: 'SMB3' as const,
    }
    const password = 'never-comes-back-1'
    await gate.call(lanCalls.updateSambaConfig, { config_uuid, config, password })
    expect(await sambaOf(gate)).toEqual([{ uuid: config_uuid, ...config, has_password: true }])
    expect(JSON.stringify(await gate.call(lanCalls.log, { name: 'device.log' }))).not.toContain(
      password,
    )
    await gate.call(lanCalls.deleteSambaConfig, { config_uuid })
    expect(await sambaOf(gate)).toEqual([])
    expect(await refusal(lanCalls.getSambaConfigs, {})).toBe('not_supported')
  })

  test('[LAN-005] REBOOT brings it back under the same name, with all it had', async () => {
    const opId = randomUUID()
    expect(await cube.call(lanCalls.reboot, {}, { opId })).toMatchObject({ state: 'accepted' })
    await cube.until(() => cube.output().split('cube-1 on,').length > 2)
    await cube.until(() => cube.output().split('local network: port').length > 2)
    const { answer } = await cube.call(lanCalls.answer, { command_uuid: opId })
    expect(answer).toMatchObject({ state: 'done' })
    expect((await cube.call(lanCalls.runs, {})).runs).toHaveLength(1)
    expect((await setupOf(cube)).name).toBe('Bench by the window')
  })

  test('[LAN-013] UPDATE goes into the other slot; software that does not match is not installed', async () => {
    const version = '2.9.9'
    const file_hash = createHash('sha256').update(simulatedImage(version)).digest('hex')
    const wrong = randomUUID()
    await cube.call(lanCalls.update, { version, file_hash: '0'.repeat(64) }, { opId: wrong })
    await cube.until(async () => {
      const { answer } = await cube.call(lanCalls.answer, { command_uuid: wrong })
      return answer?.state === 'refused' && answer.reason === 'update_mismatch'
    })
    expect(await setupOf(cube)).toMatchObject({ slot: 'A', bkernel_version: '2.9.4' })
    await cube.call(lanCalls.update, { version, file_hash })
    await cube.until(async () => {
      const setup = await setupOf(cube).catch(() => null)
      return setup?.slot === 'B' && setup.bkernel_version === version
    })
    expect((await setupOf(cube)).other_version).toBe('2.9.4')
  }, 30_000)

  test('[LAN-013] software that does not come up gives way to the one before', async () => {
    const version = '3.0.0'
    const file_hash = createHash('sha256').update(simulatedImage(version)).digest('hex')
    const store = openStore(cube.state)
    writeSetting(store, updateFault, 'no_boot')
    const opId = randomUUID()
    await cube.call(lanCalls.update, { version, file_hash }, { opId })
    await cube.until(async () => {
      const { answer } = await cube
        .call(lanCalls.answer, { command_uuid: opId })
        .catch(() => ({ answer: null }))
      return answer?.state === 'refused' && answer.reason === 'update_rolled_back'
    }, 25_000)
    expect(await setupOf(cube)).toMatchObject({ slot: 'B', bkernel_version: '2.9.9' })
    removeSetting(store, updateFault)
    store.close()
  }, 30_000)

  test('a page that follows a device has all its readings once, through a restart of it', async () => {
    const analysis_uuid = uuidOf(3)
    const order = { ...makeOrder({ analysis: analysis_uuid, cycles: 12 }), swarm_uuid }
    await cube.call(lanCalls.loadRecipe, { order })
    let seen: SeenDevice | null = null
    const following = followDevices([cube.hostname], {
      known: () => null,
      onChange: (device) => (seen = device),
      options: () => ({ origin: cube.origin, holder, device: cube.uuid }),
      every: (_ms, act) => {
        const timer = setInterval(act, 150)
        return () => clearInterval(timer)
      },
    })
    const run = () => seen?.details.get(analysis_uuid)
    await cube.until(() => (run()?.readings.length ?? 0) >= 2, 25_000)
    await cube.control({ hand: 'reboot' })
    await cube.until(() => seen?.fault?.code === 'network')
    expect(run()?.readings.length).toBeGreaterThanOrEqual(2)
    await cube.until(() => run()?.run.status === 'COMPLETE', 30_000)
    following.stop()
    expect(run()?.readings.map(({ index }) => index)).toEqual(
      Array.from({ length: 12 }, (_, at) => at + 1),
    )
  }, 80_000)

  test('[LAN-027] the remote shell is started, answers its own words only, and is closed again', async () => {
    const say = async (line: string) => (await cube.call(lanCalls.shell, { line })).output
    expect(await refusal(lanCalls.shell, { line: 'help' })).toBe('shell_closed')
    await cube.call(lanCalls.remoteShell, { action: 'start' })
    expect(await say('help')).toContain('uptime')
    expect(await say('ls /var/log')).toContain('device.log')
    expect(await say('cat /var/log/device.log')).toContain('shell opened')
    expect(await say('df')).toContain('/var')
    expect(await say('uptime')).toMatch(/^up \d+:\d\d$/)
    for (const line of ['cat /etc/passwd', 'cat ../../../../etc/passwd', 'ls /proc', 'cat /root']) {
      expect(await say(line)).toContain('no such file')
    }
    for (const line of [
      'sh',
      'node -e 1',
      'constructor',
      '__proto__',
      '$(id)',
      'cat /etc/hostname;id',
    ]) {
      expect(await say(line)).toMatch(/not found|no such file|one path at most/)
    }
    await cube.call(lanCalls.remoteShell, { action: 'stop' })
    expect(await refusal(lanCalls.shell, { line: 'help' })).toBe('shell_closed')
  })

  test('logs are listed and read by the names in the list', async () => {
    const { logs } = await cube.call(lanCalls.logs, {})
    expect(logs.map(({ name }) => name)).toContain('device.log')
    expect((await cube.call(lanCalls.log, { name: 'device.log' })).text).toContain('run aborted')
    expect(await refusal(lanCalls.log, { name: 'device.sqlite' })).toBe('no_such_log')
    expect(await refusal(lanCalls.log, { name: '../device.sqlite' })).toBe('file_name')
  })
})

describe('what the service hears of it afterwards', () => {
  test('each command once, with the pass of the one who gave it and no password', async () => {
    edge.down = false
    await cube.call(lanCalls.analysisSync, {})
    await gate.call(lanCalls.bgateSync, {})
    const names = () => edge.told.map(({ command }) => command.name)
    await cube.until(
      () => names().includes('EXTEND') && names().includes('UPDATE_SAMBA_CONFIG'),
      30_000,
    )
    expect(new Set(edge.told.map(({ command_uuid }) => command_uuid)).size).toBe(edge.told.length)
    for (const { pass } of edge.told) expect(pass.split('.')).toHaveLength(3)
    for (const told of edge.told) {
      const proven = [cube, gate].map(({ uuid }) =>
        isProven(told, { claims: holder.claims, device: uuid }),
      )
      expect((await Promise.all(proven)).filter(Boolean)).toEqual([true])
    }
    const samba = edge.told.find(({ command }) => command.name === 'UPDATE_SAMBA_CONFIG')
    expect(samba?.command).toMatchObject({ secret: 'withheld' })
    expect(JSON.stringify(edge.told)).not.toContain('never-comes-back-1')
  }, 40_000)

  test('[LAN-006] SHUTDOWN switches it off: nobody answers any more', async () => {
    expect(await gate.call(lanCalls.shutdown, {})).toMatchObject({ state: 'done' })
    await gate.until(() => gate.output().includes('gate-1 off'))
    expect(await refusal(lanCalls.greet, {}, gate)).toBe('lan_no_host')
  })
})
