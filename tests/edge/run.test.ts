import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { CommandMessage } from '../../domain/live/command.ts'
import type { Results } from '../../domain/results.ts'
import { signedContent } from '../../domain/rules/analysis.ts'
import { sha256Hex } from '../../edge/crypto/secret.ts'
import { decodeCurves } from '../../workers/run/blob.ts'
import { foundLab, type Lab, must, password, type Sender } from './lab.ts'
import { connectDevice, create, cycle, planFor, progressAt } from './plan.ts'

let lab: Lab
let operator: Sender
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('run')
  operator = await lab.as('Operator')
  manager = await lab.as('Manager')
  await connectDevice(lab)
})

async function read(uuid: string): Promise<Analysis> {
  return (await must(operator(analysisCalls.get, { params: { id: uuid } }))).data
}

/** Launch, and take the command as a device that fetches what waits for it. */
async function launch(uuid: string): Promise<CommandMessage> {
  const entry = (await must(operator(analysisCalls.launch, { params: { id: uuid } }))).data
  expect(entry.state).toBe('queued')
  const waiting = (await must(lab.asDevice(deviceLinkCalls.commands))).data
  const message = waiting.find(({ command_uuid }) => command_uuid === entry.uuid)
  if (!message) throw new Error('the command does not wait for the device')
  return message
}

async function answer(message: CommandMessage, state: 'accepted' | 'done'): Promise<void> {
  await must(
    lab.asDevice(deviceLinkCalls.answer, { body: { command_uuid: message.command_uuid, state } }),
  )
}

async function upload(uuid: string, from: number, to: number): Promise<unknown> {
  const readings = Array.from({ length: to - from + 1 }, (_, at) => cycle(from + at))
  const body = { readings, progress: progressAt(uuid, to) }
  return (await must(lab.asDevice(deviceLinkCalls.readings, { params: { id: uuid }, body }))).data
}

function finish(uuid: string, measured: number, outcome = 'completed') {
  return lab.asDevice(deviceLinkCalls.finished, {
    params: { id: uuid },
    body: {
      outcome,
      reason: '',
      at: new Date().toISOString(),
      measured: { AMP: measured, VAL: 0 },
    },
  })
}

it('attack L4: the reason of an end is one line, and the run ends with any reason of its device', async () => {
  const { uuid } = await create(operator, planFor(lab))
  await answer(await launch(uuid), 'done')
  await upload(uuid, 1, 2)
  const reason = 'lid \u202Enepo\u2066\nApproved'
  const body = {
    outcome: 'broken',
    reason,
    at: new Date().toISOString(),
    measured: { AMP: 2, VAL: 0 },
  }
  await must(lab.asDevice(deviceLinkCalls.finished, { params: { id: uuid }, body }))
  expect((await read(uuid)).end_reason).toBe('lid \ufffdnepo\ufffd Approved')
})

describe('a run from launch to signature', () => {
  const plan = { uuid: '' }

  it('[CALL-089] [CALL-080] is created once, whatever the number of deliveries', async () => {
    const order = planFor(lab)
    plan.uuid = order.uuid
    const headers = { 'Operation-Id': crypto.randomUUID() }
    const first = await must(operator(analysisCalls.create, { body: order, headers }))
    const second = await must(operator(analysisCalls.create, { body: order, headers }))
    expect(second.data).toEqual(first.data)
    const another = await operator(analysisCalls.create, { body: order })
    expect(another.errors[0]).toMatchObject({ code: 'taken', field: 'uuid' })
    expect((await read(plan.uuid)).status).toBe('INIT')
  })

  it('[SOCK-011] waits for the device in the ledger and runs when it accepts', async () => {
    const message = await launch(plan.uuid)
    expect(message.command).toMatchObject({
      name: 'LOAD_RECIPE',
      order: { analysis_uuid: plan.uuid },
    })
    expect(JSON.stringify(message)).not.toContain('S1')
    await answer(message, 'accepted')
    await answer(message, 'accepted')
    expect((await read(plan.uuid)).status).toBe('RUNNING')
    const device = (await must(operator(deviceCalls.get, { params: { id: lab.device } }))).data
    expect(device).toMatchObject({ busy: 'Y', analysis_uuid: plan.uuid })
  })

  it('refuses a second run on the busy device', async () => {
    const other = await create(operator, planFor(lab))
    const refused = await operator(analysisCalls.launch, { params: { id: other.uuid } })
    expect(refused.errors[0]).toMatchObject({
      code: 'device_busy',
      reason: 'device_busy',
      field: 'device_uuid',
    })
  })

  it('keeps each reading once and says up to where nothing is missing', async () => {
    expect(await upload(plan.uuid, 1, 10)).toEqual({ AMP: 10, VAL: 0 })
    expect(await upload(plan.uuid, 12, 14)).toEqual({ AMP: 10, VAL: 0 })
    expect(await upload(plan.uuid, 8, 11)).toEqual({ AMP: 14, VAL: 0 })
    const { data } = await must(
      operator(analysisCalls.readings, { params: { id: plan.uuid }, query: { amp: '12' } }),
    )
    const { readings, progress } = data
    expect(readings.map(({ index }) => index)).toEqual([13, 14])
    expect(progress?.cycle).toBe(11)
  })

  it('does not end while readings are missing', async () => {
    const early = await finish(plan.uuid, 40)
    expect(early.errors[0]).toMatchObject({
      reason: 'readings_missing',
      params: { AMP: 14, VAL: 0 },
    })
    expect((await read(plan.uuid)).status).toBe('RUNNING')
  })

  it('[CALL-119] ends with curves, results and a free device in one step, once', async () => {
    await upload(plan.uuid, 15, 40)
    await must(finish(plan.uuid, 40))
    await must(finish(plan.uuid, 40))
    const record = await read(plan.uuid)
    expect(record).toMatchObject({ status: 'COMPLETE', end_reason: '' })
    expect(record.results).toHaveLength(1)
    const device = (await must(operator(deviceCalls.get, { params: { id: lab.device } }))).data
    expect(device).toMatchObject({ busy: 'N', analysis_uuid: null })
  })

  it('fourth attack D3: gives a file that no browser keeps for the next account', async () => {
    const { curves_hash: hash } = await read(plan.uuid)
    const params = { id: plan.uuid, hash: hash ?? '' }
    const file = await must(operator(analysisCalls.blob, { params }))
    expect(file.headers.get('Cache-Control')).toBe('no-store')
  })

  it('gives curves and results by hash, the very numbers that were sent', async () => {
    const record = await read(plan.uuid)
    const blob = (hash: string | null) =>
      must(operator(analysisCalls.blob, { params: { id: plan.uuid, hash: hash ?? '' } }))
    const file = await blob(record.curves_hash)
    const { amplification } = decodeCurves(file.data)
    expect(amplification.points).toBe(40)
    expect(amplification.values[21]).toBe(cycle(22).values[0]?.[0])
    const results = JSON.parse(
      new TextDecoder().decode((await blob(record.results[0]?.hash ?? '')).data),
    ) as Results
    expect(results.input_hash).toBe(record.curves_hash)
    const a1 = results.wells.find(({ well, target }) => well === 'A1' && target === 'FZD1')
    expect(a1?.call).toBe('detected')
    const ntc = results.wells.find(({ well, target }) => well === 'H12' && target === 'FZD1')
    expect([ntc?.call, ntc?.cq]).toEqual(['not_detected', null])
    expect(results.controls.every(({ ok }) => ok)).toBe(true)
    const foreign = await operator(analysisCalls.blob, {
      params: { id: plan.uuid, hash: 'a'.repeat(64) },
    })
    expect(foreign.status).toBe(404)
  })

  it('[STATE-010] [CALL-095] is recalculated with a reason; the earlier result stays', async () => {
    const record = await read(plan.uuid)
    const [target, ...rest] = record.method.evaluation.targets
    const evaluation = {
      ...record.method.evaluation,
      targets: [{ ...target, threshold: { method: 'fixed', value: 2 } }, ...rest],
    }
    const without = await manager(analysisCalls.calculate, {
      body: { uuid: plan.uuid, evaluation, reason: ' ' },
    })
    expect(without.errors[0]).toMatchObject({ code: 'invalid', field: 'reason' })
    const exclusions = [{ well: 'A2', target: null, reason: 'bubble in the well' }]
    await must(
      manager(analysisCalls.calculate, {
        body: { uuid: plan.uuid, evaluation, exclusions, reason: 'higher threshold' },
      }),
    )
    const after = await read(plan.uuid)
    expect(after.results.map(({ reason }) => reason)).toEqual(['', 'higher threshold'])
    expect(after.exclusions).toEqual(exclusions)
  })

  it('[PERM-009] names why an operator may not recalculate', async () => {
    const refused = await operator(analysisCalls.calculate, {
      body: { uuid: plan.uuid, reason: 'try it' },
    })
    expect(refused.errors[0]?.params).toEqual({ permission: 'analysis.recalculate' })
  })

  it('is exported as CSV with every well', async () => {
    const file = await must(
      operator(analysisCalls.export, { params: { id: plan.uuid }, body: { fileFormat: 'csv' } }),
    )
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file.data)
    expect(text.startsWith('\uFEFFAnalysis,')).toBe(true)
    expect(text).toContain('undetermined')
    expect(text.trimEnd().split('\r\n').length).toBeGreaterThan(3 * 4)
  })

  it('refuses a signature with a wrong password or for another state of the record', async () => {
    const record = await read(plan.uuid)
    const hash = sha256Hex(canonicalJson(signedContent(record)))
    const sign = (given: string, record_hash: string) =>
      manager(analysisCalls.validate, {
        params: { id: plan.uuid },
        body: { password: given, meaning: 'approval', comment: '', record_hash },
      })
    expect((await sign('Wrong-1!', hash)).errors[0]).toMatchObject({
      code: 'wrong_credentials',
      field: 'password',
    })
    expect((await sign(password, 'f'.repeat(64))).errors[0]?.code).toBe('stale')
    await must(sign(password, hash))
    const signed = await read(plan.uuid)
    expect(signed.status).toBe('VALIDATION')
    expect(signed.signature).toMatchObject({
      printed_name: 'Manager of run',
      meaning: 'approval',
      record_hash: hash,
    })
    expect(sha256Hex(canonicalJson(signedContent(signed)))).toBe(hash)
  })

  it('[STATE-014] [STATE-015] [VAL-039] [VAL-040] refuses every change once it is signed, at the store itself too', async () => {
    const body = { uuid: plan.uuid, reason: 'once more' }
    const refusals = [
      await manager(analysisCalls.calculate, { body }),
      await manager(analysisCalls.edit, { params: { id: plan.uuid }, body: { notebook: 'later' } }),
      await manager(analysisCalls.delete, {
        params: { id: plan.uuid },
        body: { reason: 'mistake' },
      }),
    ]
    for (const refused of refusals)
      expect(refused.errors[0]).toMatchObject({ code: 'refused', reason: 'validated' })
    await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (_, state) => {
      const { sql } = state.storage
      expect(() => sql.exec(`UPDATE records SET body = '{}' WHERE uuid = ?`, plan.uuid)).toThrow(
        /validated/,
      )
      expect(() => sql.exec('DELETE FROM records WHERE uuid = ?', plan.uuid)).toThrow(/validated/)
      expect(() => sql.exec(`UPDATE audit SET entry = '{}'`)).toThrow(/append-only/)
      expect(() => sql.exec('DELETE FROM audit')).toThrow(/append-only/)
    })
  })

  it('has an audit trail that tells it all, oldest first', async () => {
    const { data } = await must(manager(analysisCalls.audit, { params: { id: plan.uuid } }))
    const entries = data
    expect(entries.map(({ action }) => action)).toEqual([
      'analysis.create',
      'run.started',
      'run.completed',
      'analysis.calculate',
      'analysis.validate',
    ])
    const order = entries.map(({ seq }) => seq)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(entries[3]?.reason).toBe('higher threshold')
  })
})

describe('a run that ends early', () => {
  it('[STATE-004] [SOCK-007] keeps what was measured when it is aborted', async () => {
    const record = await create(operator, planFor(lab))
    await answer(await launch(record.uuid), 'done')
    await upload(record.uuid, 1, 12)
    const entry = (
      await must(
        operator(deviceCalls.command, {
          params: { id: lab.device },
          body: { name: 'ABORT', analysis_uuid: record.uuid },
        }),
      )
    ).data
    expect(entry.state).toBe('queued')
    await must(finish(record.uuid, 12, 'aborted'))
    const ended = await read(record.uuid)
    expect(ended.status).toBe('ABORT')
    expect(ended.curves_hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('[STATE-012] [PERM-008] [CALL-098] becomes complete by permission and reason', async () => {
    const record = await create(operator, planFor(lab))
    await answer(await launch(record.uuid), 'done')
    await upload(record.uuid, 1, 30)
    await must(finish(record.uuid, 30, 'broken'))
    expect((await read(record.uuid)).status).toBe('INCOMPLETE')
    const body = { reason: 'the plateau is there' }
    expect(
      (await operator(analysisCalls.makeComplete, { params: { id: record.uuid }, body })).status,
    ).toBe(403)
    await must(manager(analysisCalls.makeComplete, { params: { id: record.uuid }, body }))
    expect((await read(record.uuid)).status).toBe('COMPLETE')
  })
})

describe('checks before a launch', () => {
  const refusal = async (change: Parameters<typeof planFor>[1]) => {
    const record = await create(operator, planFor(lab, change))
    return (await operator(analysisCalls.launch, { params: { id: record.uuid } })).errors[0]
  }

  it('a sample without a well', async () => {
    const samples = [
      { uuid: crypto.randomUUID(), name: 'Lost', sample_type: 'unknown' as const, coordinates: [] },
    ]
    expect(await refusal({ samples })).toMatchObject({
      reason: 'sample_without_well',
      field: 'samples.0.coordinates',
    })
  })

  it('no device, or one that is offline', async () => {
    expect(await refusal({ device_uuid: null })).toMatchObject({ reason: 'no_device' })
    const store = env.COMPANY_STORE.getByName(lab.company)
    await runInDurableObject(store, (instance) => instance.devicePresence(lab.device, false))
    expect(await refusal({})).toMatchObject({
      code: 'device_unreachable',
      reason: 'device_offline',
    })
    await runInDurableObject(store, (instance) => instance.devicePresence(lab.device, true))
  })

  it('an unknown device, a cartridge that the recipe does not have, too many samples: refused at creation', async () => {
    const errors = async (change: Parameters<typeof planFor>[1]) =>
      (await operator(analysisCalls.create, { body: planFor(lab, change) })).errors[0]
    expect(await errors({ device_uuid: crypto.randomUUID() })).toMatchObject({
      code: 'not_found',
      reason: 'device_unknown',
    })
    expect(await errors({ cartridge_type: 'Wells16', samples: [] })).toMatchObject({
      reason: 'cartridge_not_for_recipe',
    })
    const samples = Array.from({ length: 97 }, (_, at) => ({
      uuid: crypto.randomUUID(),
      name: `S${at}`,
      sample_type: 'unknown' as const,
      coordinates: [],
    }))
    expect(await errors({ samples })).toMatchObject({
      reason: 'too_many_samples',
      params: { count: 97, maximum: 96 },
    })
    expect(await errors({ swarm_uuid: lab.otherSwarm })).toMatchObject({
      field: 'swarm_uuid',
      reason: 'swarm_unknown',
    })
  })
})
