import { beforeAll, describe, expect, it } from 'vitest'
import { deviceCommandCalls } from '../../domain/calls/device-commands.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import type { Device } from '../../domain/entities/device.ts'
import type { Permission } from '../../domain/permissions.ts'
import { commandNeeds } from '../../domain/rules/command.ts'
import { readAuditOf } from './audit-of.ts'
import { answer, commandLab, type CommandLab, fetchFor, without } from './command-lab.ts'
import { foundLab, type Lab, must, password, type Sender, signIn } from './lab.ts'
import { makeBkernel, makeImaged, startRun, type TestDevice } from './material-bodies.ts'
import { sambaConfig } from './matrix/device-commands.ts'

let labs: CommandLab
let lab: Lab
let other: Lab
let call: Sender
let device: TestDevice
beforeAll(async () => {
  ;[labs, other] = await Promise.all([
    commandLab('commands'),
    foundLab('stranger', { cfx96_enabled: 'Y' }),
  ])
  ;({ lab, call } = labs)
  device = await made()
}, 60_000)

const made: CommandLab['made'] = (changes) => labs.made(changes)
const order: CommandLab['order'] = (...given) => labs.order(...given)
const entryOf: CommandLab['entryOf'] = (entry) => labs.entryOf(entry)
const config_uuid = crypto.randomUUID()

interface Case {
  ids: string
  row: Exclude<keyof typeof deviceCommandCalls, 'data'>
  body: object
  needs: Permission
  /** Command that the device receives. */
  command: object
}

const cases: Case[] = [
  {
    ids: '[SOCK-009] [STATE-028]',
    row: 'reboot',
    body: {},
    needs: 'products.shutdown',
    command: { name: 'REBOOT' },
  },
  {
    ids: '[SOCK-010] [STATE-029]',
    row: 'shutdown',
    body: {},
    needs: 'products.shutdown',
    command: { name: 'SHUTDOWN' },
  },
  {
    ids: '[SOCK-012]',
    row: 'getSetup',
    body: {},
    needs: 'products.config',
    command: { name: 'GET_SETUP' },
  },
  {
    ids: '[SOCK-013]',
    row: 'flash',
    body: {},
    needs: 'products.details',
    command: { name: 'FLASH' },
  },
  {
    ids: '[SOCK-015] [STATE-033]',
    row: 'sync',
    body: {},
    needs: 'products.details',
    command: { name: 'BGATE_SYNC' },
  },
  {
    ids: '[SOCK-016] [STATE-034]',
    row: 'clearFolders',
    body: {},
    needs: 'products.foldersclear',
    command: { name: 'FOLDERS_CLEAR' },
  },
  {
    ids: '[SOCK-018]',
    row: 'setInfo',
    body: { name: 'bGATE Est' },
    needs: 'products.edit',
    command: { name: 'SET_INFO', info: { name: 'bGATE Est' } },
  },
  {
    ids: '[SOCK-019]',
    row: 'updateSetup',
    body: { settings: { 'illumination.FAM.exposure': 60 } },
    needs: 'products.config',
    command: { name: 'UPDATE_SETUP', settings: { 'illumination.FAM.exposure': 60 } },
  },
  {
    ids: '[SOCK-020]',
    row: 'getSamba',
    body: {},
    needs: 'products.config',
    command: { name: 'GET_SAMBA_CONFIGS' },
  },
  {
    ids: '[SOCK-021] [STATE-035]',
    row: 'updateSamba',
    body: { config_uuid, config: sambaConfig },
    needs: 'products.config',
    command: { name: 'UPDATE_SAMBA_CONFIG', config_uuid, config: sambaConfig },
  },
  {
    ids: '[SOCK-022] [STATE-035]',
    row: 'deleteSamba',
    body: { config_uuid },
    needs: 'products.config',
    command: { name: 'DELETE_SAMBA_CONFIG', config_uuid },
  },
  {
    ids: '[STATE-031]',
    row: 'remoteShell',
    body: { action: 'start', reason: 'Log of run 12', minutes: 15 },
    needs: 'products.startRSH',
    command: { name: 'REMOTE_SHELL', action: 'start', reason: 'Log of run 12', minutes: 15 },
  },
  {
    ids: '[STATE-032]',
    row: 'remoteShell',
    body: { action: 'stop' },
    needs: 'products.startRSH',
    command: { name: 'REMOTE_SHELL', action: 'stop' },
  },
]

describe.each(cases)('$ids $row', ({ row, body, needs, command }) => {
  it('is queued, handed to the device with its code, and settled by its answer; all of it audited', async () => {
    const target = await made()
    const entry = await order(row, body, target)
    expect(entry).toMatchObject({ state: 'queued', device_uuid: target.uuid, command })
    const [message] = await fetchFor(target)
    expect(message).toMatchObject({ command_uuid: entry.uuid, command, code: expect.any(Number) })
    expect((await entryOf(entry)).state).toBe('sent')
    await answer(target, entry, { state: 'accepted' })
    await answer(target, entry, { state: 'done' })
    await answer(target, entry, { state: 'done' })
    expect((await entryOf(entry)).state).toBe('done')
    const trail = await readAuditOf(lab.company, 'command', entry.uuid)
    expect(trail.map(({ action, actor }) => `${action} ${actor.via}`)).toEqual([
      `command.${(command as { name: string }).name} account`,
      'command.sent system',
      'command.queued system',
      'command.sent device',
      'command.accepted device',
      'command.done device',
    ])
  })

  it('needs its permission, and a device of the own company', async () => {
    const params = { id: device.uuid }
    const bare = await without(lab, needs)
    const refused = await bare(deviceCommandCalls[row], { params, body })
    expect(refused.errors[0]).toMatchObject({
      code: 'forbidden',
      reason: 'permission_missing',
      params: { permission: needs },
    })
    const stranger = await other.as('Administrator')
    const foreign = await stranger(deviceCommandCalls[row], { params, body })
    const missing = await stranger(deviceCommandCalls[row], {
      params: { id: crypto.randomUUID() },
      body,
    })
    expect(foreign.status).toBe(404)
    expect(foreign.errors).toEqual(missing.errors)
    expect(await fetchFor(device)).toEqual([])
  })
})

it('the table of permissions says what the rows ask for', () => {
  for (const { needs, command } of cases) {
    expect(commandNeeds[(command as { name: keyof typeof commandNeeds }).name]).toBe(needs)
  }
})

describe('[STATE-033] sync', () => {
  it('[SOCK-014] is ANALYSIS_SYNC on a bCUBE, of one analysis or of all', async () => {
    const cube = await made({ deviceType: 'bcube', model: 'bCUBE 3', cartridge_type: 'Wells16' })
    const analysis_uuid = crypto.randomUUID()
    expect((await order('sync', { analysis_uuid }, cube)).command).toEqual({
      name: 'ANALYSIS_SYNC',
      analysis_uuid,
    })
    expect((await order('sync', {}, cube)).command).toEqual({ name: 'ANALYSIS_SYNC' })
  })
})

describe('[SOCK-017] [STATE-030] update', () => {
  const update = (version: string, to: TestDevice, sender = call) =>
    sender(deviceCommandCalls.update, { params: { id: to.uuid }, body: { version } })

  it('is to a version that the device is offered, with the hash to check it by', async () => {
    const target = await made()
    const { version, file_hash } = await makeImaged(call, 'Offered')
    const entry = (await must(update(version, target))).data
    expect(entry.command).toEqual({ name: 'UPDATE', version, file_hash })
    const data = { of: 'update', version, slot: 'B' }
    await answer(target, entry, { state: 'done', data })
    const { data: record } = await must(call(deviceCalls.get, { params: { id: target.uuid } }))
    expect(record).toMatchObject({ bkernel_version: version })
  })

  it('is refused to others, to one without a hash, without permission and during a run', async () => {
    const target = await made()
    const foreign = await makeImaged(call, 'Of another model', { models: ['bCUBE 3'] })
    const bare = await makeBkernel(call, 'Without hash')
    const good = await makeImaged(call, 'Good')
    const first = async (sent: ReturnType<Sender>) => (await sent).errors[0]
    expect(await first(update('2.0.1', target))).toMatchObject({ reason: 'version_not_offered' })
    expect(await first(update(foreign.version, target))).toMatchObject({
      reason: 'version_not_offered',
    })
    expect(await first(update(bare.version, target))).toMatchObject({
      reason: 'version_without_hash',
    })
    const person = await without(lab, 'products.update')
    expect(await first(update(good.version, target, person))).toMatchObject({
      params: { permission: 'products.update' },
    })
    await startRun(lab, call, target)
    expect(await first(update(good.version, target))).toMatchObject({
      code: 'refused',
      reason: 'run_going_on',
    })
  })
})

describe('illumination', () => {
  it('[PERM-070] [SCREEN-043] is reset to what each channel left the factory with', async () => {
    const target = await made({ wavelengths: ['FAM', 'VIC'] })
    const entry = await order('resetIllumination', {}, target)
    expect(entry.command).toEqual({
      name: 'UPDATE_SETUP',
      settings: {
        'illumination.FAM.intensity': 100,
        'illumination.FAM.exposure': 50,
        'illumination.VIC.intensity': 100,
        'illumination.VIC.exposure': 200,
      },
    })
    await answer(target, entry, { state: 'done' })
    const record = (await must(call(deviceCalls.get, { params: { id: target.uuid } }))).data
    expect((record as Device).config['illumination.VIC.exposure']).toBe(200)
    const bare = await without(lab, 'products.resetIlluminationCalibration')
    const refused = await bare(deviceCommandCalls.resetIllumination, {
      params: { id: target.uuid },
      body: {},
    })
    expect(refused.errors[0]?.params).toEqual({
      permission: 'products.resetIlluminationCalibration',
    })
  })

  it('of channels for technicians is not touched by others', async () => {
    const target = await made({ wavelengths: ['FAM', 'QUASAR705'] })
    const person = await without(lab, 'tech.use')
    const params = { id: target.uuid }
    const { data } = await must(person(deviceCommandCalls.resetIllumination, { params, body: {} }))
    expect(JSON.stringify(data.command)).not.toContain('QUASAR705')
  })
})

describe('one order', () => {
  it('is one command however often it is delivered, and another person’s id is not taken over', async () => {
    const target = await made()
    const headers = { 'Operation-Id': crypto.randomUUID() }
    const sent = { params: { id: target.uuid }, body: {}, headers }
    const first = (await must(call(deviceCommandCalls.reboot, sent))).data
    const again = (await must(call(deviceCommandCalls.reboot, sent))).data
    expect(again.uuid).toBe(first.uuid)
    expect(await fetchFor(target)).toHaveLength(1)
    const elsewhere = { ...sent, params: { id: device.uuid } }
    const [error] = (await call(deviceCommandCalls.reboot, elsewhere)).errors
    expect(error?.reason).toBe('operation_id_taken')
    const colleague = await signIn(`Administrator-commands`, password)
    expect((await colleague(deviceCommandCalls.reboot, sent)).errors[0]?.reason).toBe(
      'operation_id_taken',
    )
  })

  it('with other content under the same id is refused', async () => {
    const target = await made()
    const headers = { 'Operation-Id': crypto.randomUUID() }
    const shell = (action: string) =>
      call(deviceCommandCalls.remoteShell, {
        params: { id: target.uuid },
        body: action === 'start' ? { action, reason: 'Log of run 12', minutes: 15 } : { action },
        headers,
      })
    await must(shell('start'))
    await must(shell('start'))
    expect((await shell('stop')).errors[0]).toMatchObject({ reason: 'operation_id_taken' })
    expect(await fetchFor(target)).toHaveLength(1)
  })

  it('[SOCK-010] to shut down is refused while a run is going on', async () => {
    const target = await made()
    await startRun(lab, call, target)
    const sent = { params: { id: target.uuid }, body: {} }
    expect((await call(deviceCommandCalls.shutdown, sent)).errors[0]).toMatchObject({
      code: 'refused',
      reason: 'run_going_on',
    })
    expect((await must(call(deviceCommandCalls.reboot, sent))).data).toMatchObject({
      state: 'queued',
    })
  })

  it('first-use W1: an abort is handed out before what was ordered before it', async () => {
    const target = await made()
    const analysis_uuid = await startRun(lab, call, target)
    const give = (body: object) =>
      must(call(deviceCalls.command, { params: { id: target.uuid }, body }))
    await give({ name: 'EXTEND', analysis_uuid, cycles: 5 })
    await give({ name: 'SKIP', analysis_uuid, position: 1 })
    await give({ name: 'ABORT', analysis_uuid })
    const names = (await fetchFor(target)).map(({ command }) => command.name)
    expect(names).toEqual(['ABORT', 'EXTEND', 'SKIP'])
  })

  it('first-use H10: a remote shell is opened for a reason and for one of three times only', async () => {
    const target = await made()
    const shell = async (body: object) =>
      (await call(deviceCommandCalls.remoteShell, { params: { id: target.uuid }, body })).errors[0]
    expect(await shell({ action: 'start', minutes: 15 })).toMatchObject({ field: 'reason' })
    expect(await shell({ action: 'start', reason: ' . ', minutes: 15 })).toMatchObject({
      field: 'reason',
    })
    expect(await shell({ action: 'start', reason: 'Log of run 12', minutes: 600 })).toMatchObject({
      field: 'minutes',
    })
    expect(await fetchFor(target)).toEqual([])
  })

  it('that ends a remote shell takes the digest of its transcript into the ledger and the trail', async () => {
    const target = await made()
    const entry = await order('remoteShell', { action: 'stop' }, target)
    await fetchFor(target)
    const transcript = { started_at: entry.created_at, lines: 3, digest: 'a'.repeat(64) }
    const data = { of: 'shell', until: null, transcript }
    await answer(target, entry, { state: 'done', data })
    expect(await entryOf(entry)).toMatchObject({ state: 'done', transcript })
    const trail = await readAuditOf(lab.company, 'command', entry.uuid)
    expect(JSON.stringify(trail.at(-1))).toContain(transcript.digest)
    // Answer later, which puts no other one in its place.
    const other = { ...data, transcript: { ...transcript, digest: 'b'.repeat(64) } }
    await answer(target, entry, { state: 'done', data: other })
    expect((await entryOf(entry)).transcript).toEqual(transcript)
  })

  it('of settings with secrets, out of range or of a shared folder is refused', async () => {
    const refuse = async (settings: object) =>
      (
        await call(deviceCommandCalls.updateSetup, {
          params: { id: device.uuid },
          body: { settings },
        })
      ).errors[0]
    expect(await refuse({ 'wifi.password': 'x' })).toMatchObject({ reason: 'secret_in_config' })
    expect(await refuse({ 'illumination.FAM.exposure': 301 })).toMatchObject({
      field: 'settings.illumination.FAM.exposure',
      reason: 'out_of_range',
    })
    expect(await refuse({ 'samba.address': '//nas/p' })).toMatchObject({
      reason: 'no_such_setting',
    })
  })
})
