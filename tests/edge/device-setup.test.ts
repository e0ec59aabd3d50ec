import { beforeAll, describe, expect, it } from 'vitest'
import { deviceCommandCalls } from '../../domain/calls/device-commands.ts'
import { syncCalls } from '../../domain/calls/sync.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import type { CommandMessage } from '../../domain/live/command.ts'
import { commandSubject } from '../../domain/live/topic.ts'
import { readAuditOf } from './audit-of.ts'
import { answer, commandLab, type CommandLab, fetchFor, without } from './command-lab.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { connectLive } from './live/connect-live.ts'
import type { TestDevice } from './material-bodies.ts'
import { sambaConfig } from './matrix/device-commands.ts'

let labs: CommandLab
let lab: Lab
let other: Lab
let call: Sender
beforeAll(async () => {
  ;[labs, other] = await Promise.all([
    commandLab('setup'),
    foundLab('stranger', { cfx96_enabled: 'Y' }),
  ])
  ;({ lab, call } = labs)
}, 60_000)

const made: CommandLab['made'] = (changes) => labs.made(changes)
const order: CommandLab['order'] = (...given) => labs.order(...given)
const entryOf: CommandLab['entryOf'] = (entry) => labs.entryOf(entry)
const config_uuid = crypto.randomUUID()

describe('the answer of a device', () => {
  it('is read with its command, and not by everybody', async () => {
    const target = await made()
    const entry = await order('getSetup', {}, target)
    const setup = {
      name: null,
      hostname: 'bgate-1',
      bkernel_version: '2.9.4',
      slot: 'A',
      other_version: null,
      settings: { 'illumination.FAM.exposure': 60, 'illumination.CY3.exposure': 70 },
      remote_shell_until: null,
    }
    await answer(target, entry, { state: 'done', data: { of: 'setup', setup } })
    const params = { id: entry.uuid }
    const read = async (sender: Sender) =>
      (await must(sender(deviceCommandCalls.data, { params }))).data
    expect((await read(call)).data).toEqual({ of: 'setup', setup })
    const seen = JSON.stringify(await read(await without(lab, 'tech.use')))
    expect(seen).toContain('FAM')
    expect(seen).not.toContain('CY3')
    const bare = await without(lab, 'products.config')
    expect((await bare(deviceCommandCalls.data, { params })).status).toBe(403)
    const stranger = await other.as('Administrator')
    expect((await stranger(deviceCommandCalls.data, { params })).status).toBe(404)
  })

  it('changes the record where it is about names and settings, once it is done and not before', async () => {
    const target = await made()
    const read = async () =>
      (await must(call(deviceCalls.get, { params: { id: target.uuid } }))).data
    const info = await order('setInfo', { name: 'Renamed there', hostname: 'pcr-7' }, target)
    expect((await read()).name).toBe('bGATE Nord')
    await answer(target, info, { state: 'done' })
    expect(await read()).toMatchObject({ name: 'Renamed there', hostname: 'pcr-7' })
    const setup = await order('updateSetup', { settings: { 'fan.quiet': true } }, target)
    await answer(target, setup, { state: 'refused', reason: 'setting_refused' })
    await answer(target, setup, { state: 'done' })
    expect((await read()).config).toEqual({})
    expect(await entryOf(setup)).toMatchObject({ state: 'refused', reason: 'setting_refused' })
  })
})

it('two devices do not get the same hostname', async () => {
  const [one, two] = [await made({ hostname: 'pcr-a' }), await made({ hostname: 'pcr-b' })]
  const rename = (hostname: string) =>
    call(deviceCommandCalls.setInfo, { params: { id: two.uuid }, body: { hostname } })
  expect((await rename('PCR-A')).errors[0]).toMatchObject({
    code: 'taken',
    field: 'hostname',
    reason: 'hostname_taken',
  })
  await must(rename('pcr-b'))
  expect((await fetchFor(one)).length + (await fetchFor(two)).length).toBe(1)
})

it('fifth attack E6: a command gives no device a name that another has, or one that looks like it', async () => {
  const [one, two] = [await made({ name: 'Cycler Nord' }), await made({ name: 'Cycler Sud' })]
  const rename = (name: string) =>
    call(deviceCommandCalls.setInfo, { params: { id: two.uuid }, body: { name } })
  for (const name of ['Cycler Nord', 'Cycler \u039dord']) {
    const { errors } = await rename(name)
    expect(errors[0]).toMatchObject({ code: 'taken', field: 'name', reason: 'name_taken' })
  }
  expect((await rename('\u01c3\u01c3')).errors[0]).toMatchObject({ reason: 'name_marks_only' })
  await must(rename('Cycler Sud'))
  expect((await fetchFor(one)).length + (await fetchFor(two)).length).toBe(1)
})

it('fifth attack E7: nobody sets a channel that they are not shown', async () => {
  const target = await made({ wavelengths: ['FAM', 'QUASAR705'] })
  const blind = await without(lab, 'tech.use')
  const set = (sender: Sender, channel: string) =>
    sender(deviceCommandCalls.updateSetup, {
      params: { id: target.uuid },
      body: { settings: { [`illumination.${channel}.exposure`]: 60 } },
    })
  expect((await set(blind, 'QUASAR705')).errors[0]).toMatchObject({ reason: 'no_such_channel' })
  await must(set(blind, 'FAM'))
  await must(set(call, 'QUASAR705'))
})

describe('the ledger', () => {
  async function pulled(sender: Sender): Promise<string> {
    const query = { kinds: 'command', after: '0', limit: '500' }
    return JSON.stringify((await must(sender(syncCalls.pull, { query }))).data)
  }

  it('[PERM-005] [PERM-007] says nothing of devices and channels that the reader is not shown', async () => {
    const target = await made({ wavelengths: ['FAM', 'QUASAR705'] })
    const settings = {
      'illumination.FAM.exposure': 61,
      'illumination.QUASAR705.exposure': 62,
    }
    const entry = await order('updateSetup', { settings }, target)
    expect(await pulled(call)).toContain('QUASAR705')
    const seen = await pulled(await without(lab, 'tech.use'))
    expect(seen).toContain('illumination.FAM')
    expect(seen).not.toContain('QUASAR705')
    expect(await pulled(await without(lab, 'cfx96.use'))).not.toContain(entry.uuid)
  })
})

describe('[ENT-055] the password of a shared folder', () => {
  const secret = 'Tr0ub4dor&3-nas'
  const body = { config_uuid, config: sambaConfig, password: secret }

  it('goes to a device that is there, and is in no ledger, trail, answer or list', async () => {
    const target = await made()
    const subject = commandSubject(lab.company, target.uuid)
    const link = await connectLive(lab.company, { sub: [subject] })
    const got: CommandMessage[] = []
    link.subscribe(subject, {
      callback: (_, msg) => {
        const message = JSON.parse(msg.string()) as CommandMessage
        got.push(message)
        msg.respond(JSON.stringify({ command_uuid: message.command_uuid, state: 'done' }))
      },
    })
    await link.flush()
    const entry = await order('updateSamba', body, target)
    expect(entry).toMatchObject({ state: 'done', command: { secret: 'withheld' } })
    expect(got).toMatchObject([{ command: { name: 'UPDATE_SAMBA_CONFIG', password: secret } }])
    const trail = await readAuditOf(lab.company, 'command', entry.uuid)
    expect(JSON.stringify([entry, trail, await entryOf(entry)])).not.toContain(secret)
  })

  it('waits for nobody: the command expires at once when the device is away', async () => {
    const target = await made()
    const entry = await order('updateSamba', body, target)
    expect(entry).toMatchObject({ state: 'expired', reason: 'secret_not_kept' })
    expect(await fetchFor(target)).toEqual([])
    const without = await order('updateSamba', { config_uuid, config: sambaConfig }, target)
    expect(without.state).toBe('queued')
  })

  it('[VAL-012] [VAL-013] [VAL-044] [ERR-064] addresses, paths and the device are looked at first', async () => {
    const target = await made()
    const old = await made({ bkernel_version: '2.8.9' })
    const cube = await made({ deviceType: 'bcube', model: 'bCUBE 3', cartridge_type: 'Wells16' })
    const refuse = async (to: TestDevice, config: object) => {
      const sent = { config_uuid, config: { ...sambaConfig, ...config } }
      const params = { id: to.uuid }
      return (await call(deviceCommandCalls.updateSamba, { params, body: sent })).errors[0]
    }
    expect(await refuse(target, { address: '//nas' })).toMatchObject({
      field: 'config.address',
      reason: 'samba_address',
    })
    expect(await refuse(target, { source: '../etc' })).toMatchObject({
      field: 'config.source',
      reason: 'samba_source',
    })
    expect(await refuse(old, {})).toMatchObject({
      code: 'device_outdated',
      reason: 'bkernel_too_old',
      message: 'Unavailable for this model or bkernel version',
    })
    expect(await refuse(cube, {})).toMatchObject({ reason: 'no_samba' })
  })
})
