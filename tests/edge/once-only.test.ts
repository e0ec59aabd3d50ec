import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { operatorCalls } from '../../domain/calls/operator.ts'
import { profileCalls } from '../../domain/calls/profiles.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { markRequest } from '../../edge/requests/mark-request.ts'
import {
  foundLab,
  type Lab,
  must,
  operatorHeaders,
  password,
  send,
  type Sender,
  signIn,
} from './lab.ts'
import { chooseOwn, firstPassword } from './people.ts'
import { connectDevice, create, cycle, planFor, progressAt } from './plan.ts'

let lab: Lab
let operator: Sender
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('once')
  operator = await lab.as('Operator')
  manager = await lab.as('Manager')
  await connectDevice(lab)
})

const opId = () => ({ 'Operation-Id': crypto.randomUUID() })

async function read(uuid: string): Promise<Analysis> {
  return (await must(operator(analysisCalls.get, { params: { id: uuid } }))).data
}

async function run(): Promise<Analysis> {
  const record = await create(operator, planFor(lab))
  const entry = (await must(operator(analysisCalls.launch, { params: { id: record.uuid } }))).data
  await must(
    lab.asDevice(deviceLinkCalls.answer, { body: { command_uuid: entry.uuid, state: 'done' } }),
  )
  return record
}

function end(uuid: string, points: number) {
  return must(
    lab.asDevice(deviceLinkCalls.finished, {
      params: { id: uuid },
      body: {
        outcome: 'completed',
        reason: '',
        at: new Date().toISOString(),
        measured: { AMP: points, VAL: 0 },
      },
    }),
  )
}

function upload(uuid: string, points: number) {
  const readings = Array.from({ length: points }, (_, at) => cycle(at + 1))
  const body = { readings, progress: progressAt(uuid, points) }
  return must(lab.asDevice(deviceLinkCalls.readings, { params: { id: uuid }, body }))
}

describe('an operation id', () => {
  it('gives the same command for a repeated EXTEND, and a repeated launch after the run began', async () => {
    const record = await create(operator, planFor(lab))
    const launch = { params: { id: record.uuid }, headers: opId() }
    const entry = (await must(operator(analysisCalls.launch, launch))).data
    await must(
      lab.asDevice(deviceLinkCalls.answer, { body: { command_uuid: entry.uuid, state: 'done' } }),
    )
    const again = (await must(operator(analysisCalls.launch, launch))).data
    expect([again.uuid, again.state]).toEqual([entry.uuid, 'done'])

    const extend = {
      params: { id: lab.device },
      body: { name: 'EXTEND', analysis_uuid: record.uuid, cycles: 5 },
      headers: opId(),
    }
    const first = (await must(operator(deviceCalls.command, extend))).data
    const second = (await must(operator(deviceCalls.command, extend))).data
    expect(second.uuid).toBe(first.uuid)
    const abort = { ...extend, body: { name: 'ABORT', analysis_uuid: record.uuid } }
    const other = await operator(deviceCalls.command, abort)
    expect(other.errors[0]).toMatchObject({ code: 'taken', reason: 'operation_id_taken' })
    await end(record.uuid, 0)
  })

  it('used for something else is refused, not silently taken for a repeat', async () => {
    const headers = opId()
    const record = await create(manager, planFor(lab))
    const params = { id: record.uuid }
    await must(manager(analysisCalls.edit, { params, body: { name: 'Renamed' }, headers }))
    const removal = await manager(analysisCalls.delete, {
      params,
      body: { reason: 'mistake' },
      headers,
    })
    expect(removal.errors[0]?.reason).toBe('operation_id_taken')
    const foreign = await operator(analysisCalls.edit, { params, body: { name: 'X' }, headers })
    expect(foreign.errors[0]?.reason).toBe('operation_id_taken')
  })

  it('gives the same answer for the same content, and a clear refusal for other content', async () => {
    const headers = opId()
    const body = planFor(lab, { name: 'First' })
    const record = await must(operator(analysisCalls.create, { body, headers }))
    const turned = Object.fromEntries(Object.entries(body).toReversed())
    const again = await must(operator(analysisCalls.create, { body: turned, headers }))
    expect(again.data).toEqual(record.data)
    const other = await operator(analysisCalls.create, {
      body: { ...body, name: 'Second' },
      headers,
    })
    expect([other.status, other.errors[0]]).toMatchObject([
      409,
      { code: 'taken', reason: 'operation_reused' },
    ])
    expect((await read(body.uuid as string)).name).toBe('First')

    const edit = { params: { id: body.uuid as string }, headers: opId() }
    await must(operator(analysisCalls.edit, { ...edit, body: { notebook: 'one' } }))
    await must(operator(analysisCalls.edit, { ...edit, body: { notebook: 'one' } }))
    const late = await operator(analysisCalls.edit, { ...edit, body: { notebook: 'two' } })
    expect(late.errors[0]?.reason).toBe('operation_reused')
    expect((await read(body.uuid as string)).notebook).toBe('one')
  })

  it('keeps nothing of a secret: a signature is the same whatever its password is', async () => {
    const row = analysisCalls.validate
    const body = { password: 'one', meaning: 'approval', record_hash: 'h' }
    const mark = (change: object) =>
      markRequest(row, {
        params: { id: 'a' },
        query: undefined,
        body: { ...body, ...change },
      } as never)
    expect(await mark({ password: 'two' })).toBe(await mark({}))
    expect(await mark({ meaning: 'review' })).not.toBe(await mark({}))
  })

  it('of the server itself cannot be taken by a client: the run would never end', async () => {
    const record = await run()
    const taken = await operator(analysisCalls.edit, {
      params: { id: record.uuid },
      body: { notebook: 'note' },
      headers: { 'Operation-Id': `${record.uuid}:ended` },
    })
    expect(taken.errors[0]).toMatchObject({ code: 'invalid', field: 'operation-id' })
    await upload(record.uuid, 3)
    await end(record.uuid, 3)
    expect((await read(record.uuid)).status).toBe('COMPLETE')
  })

  it('makes a user once, whatever the number of deliveries', async () => {
    const admin = await lab.as('Administrator')
    const found = await must(admin(profileCalls.search))
    const profiles = found.data.data
    const body = {
      username: 'once-only',
      name: 'Once Only',
      email: 'once-only@lab.example',
      profile_uuid: profiles.find(({ name }) => name === 'Operator')?.uuid,
      swarms: [lab.swarm],
      password: firstPassword,
    }
    const headers = opId()
    const first = await must(admin(userCalls.create, { body, headers }))
    const second = await must(admin(userCalls.create, { body, headers }))
    expect(second.data).toEqual(first.data)
    await chooseOwn('once-only')
    await signIn('once-only', password)
  })
})

describe('a repeated or late message', () => {
  it('a repeated end does not free the device from its next run', async () => {
    const record = await run()
    await upload(record.uuid, 2)
    await end(record.uuid, 2)
    const next = await run()
    await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (store) =>
      // Deliver the end a second time, by one that had read the run before the first was through.
      store.endRun({
        analysis: record.uuid,
        device: lab.device,
        transition: 'aborted',
        reason: '',
        actor: { uuid: lab.device, name: 'device', via: 'device' },
        curvesHash: null,
        result: null,
        figures: null,
        readings: 0,
        deviceTimes: { started_at: null, ended_at: new Date().toISOString() },
        measured: { AMP: { measured: 0, last: 0 }, VAL: { measured: 0, last: 0 } },
      }),
    )
    expect((await read(record.uuid)).status).toBe('COMPLETE')
    const device = await must(operator(deviceCalls.get, { params: { id: lab.device } }))
    expect(device.data).toMatchObject({ busy: 'Y', analysis_uuid: next.uuid })
    await end(next.uuid, 0)
  })

  it('readings of a run that is over are acknowledged and not kept', async () => {
    const record = await run()
    await upload(record.uuid, 3)
    await end(record.uuid, 3)
    expect((await upload(record.uuid, 3)).data).toEqual({ AMP: 3, VAL: 0 })
    await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (_, state) => {
      const left = state.storage.sql
        .exec('SELECT 1 FROM readings WHERE analysis_uuid = ?', record.uuid)
        .toArray()
      expect(left).toEqual([])
    })
  })

  it('a create with the id of a deleted analysis is refused', async () => {
    const record = await run()
    await end(record.uuid, 0)
    const body = { reason: 'not needed' }
    await must(manager(analysisCalls.delete, { params: { id: record.uuid }, body }))
    const again = await operator(analysisCalls.create, {
      body: planFor(lab, { uuid: record.uuid }),
    })
    expect(again.errors[0]).toMatchObject({ code: 'taken', reason: 'id_not_unique' })
  })

  it('a device cannot start what nobody launched', async () => {
    const record = await create(operator, planFor(lab))
    const answer = await lab.asDevice(deviceLinkCalls.started, {
      params: { id: record.uuid },
      body: { at: new Date().toISOString() },
    })
    expect(answer.status).toBe(404)
    expect((await read(record.uuid)).status).toBe('INIT')
  })

  it('a device registered again goes on with what it is doing', async () => {
    const record = await run()
    const { data } = await must(operator(deviceCalls.get, { params: { id: lab.device } }))
    const { uuid, hostname, serial_no, name, deviceType, model, cartridge_type } = data
    const { wavelengths, swarms } = data
    const facts = { uuid, hostname, serial_no, name, deviceType, model, cartridge_type }
    const device = { ...facts, wavelengths, swarms, bkernel_version: '2.9.5' }
    await must(
      send(operatorCalls.createDevice, {
        headers: operatorHeaders,
        body: { company_uuid: lab.company, device },
      }),
    )
    const after = await must(operator(deviceCalls.get, { params: { id: lab.device } }))
    expect(after.data).toMatchObject({
      bkernel_version: '2.9.5',
      connected: '10',
      busy: 'Y',
      analysis_uuid: record.uuid,
    })
  })
})
