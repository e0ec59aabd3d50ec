import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { sha256Hex } from '../../edge/crypto/secret.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeCompleted, makeValidated, readAnalysis, signing, validate } from './made-analyses.ts'
import { create, planFor } from './plan.ts'

let lab: Lab
let operator: Sender
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('analyses')
  operator = await lab.as('Operator')
  manager = await lab.as('Manager')
})

const by = (id: string) => ({ params: { id } })

describe('the notebook', () => {
  const write = (id: string, notebook: string, base: string) =>
    operator(analysisCalls.setNotebook, { ...by(id), body: { notebook, base } })

  it('[CALL-081] [CALL-082] is read and written on from what was read', async () => {
    const { uuid } = await create(operator, planFor(lab))
    const empty = (await must(operator(analysisCalls.getNotebook, by(uuid)))).data
    expect(empty).toMatchObject({ notebook: '', base: sha256Hex('') })
    const written = await must(write(uuid, 'First line', sha256Hex('')))
    expect(written.data).toMatchObject({ notebook: 'First line', base: sha256Hex('First line') })
    expect((await readAnalysis(operator, uuid)).notebook).toBe('First line')
  })

  it('[CALL-082] never loses a newer note to a draft: both versions come back', async () => {
    const { uuid } = await create(operator, planFor(lab))
    await must(write(uuid, 'Newer', sha256Hex('')))
    const late = await write(uuid, 'Draft', sha256Hex(''))
    expect(late.status).toBe(409)
    expect(late.errors[0]).toMatchObject({
      code: 'stale',
      versions: { yours: { notebook: 'Draft' }, theirs: { notebook: 'Newer' } },
    })
    expect((await readAnalysis(operator, uuid)).notebook).toBe('Newer')
  })

  it('takes a repeated delivery for the first one', async () => {
    const { uuid } = await create(operator, planFor(lab))
    const headers = { 'Operation-Id': crypto.randomUUID() }
    const body = { notebook: 'Once', base: sha256Hex('') }
    const first = await must(operator(analysisCalls.setNotebook, { ...by(uuid), body, headers }))
    const second = await must(operator(analysisCalls.setNotebook, { ...by(uuid), body, headers }))
    expect(second.data).toEqual(first.data)
  })
})

describe('an edit of what has moved on', () => {
  it('[CALL-087] is refused with both versions', async () => {
    const { uuid, updated_at: base } = await create(operator, planFor(lab))
    await must(operator(analysisCalls.edit, { ...by(uuid), body: { name: 'Second', base } }))
    const late = await operator(analysisCalls.edit, { ...by(uuid), body: { name: 'Third', base } })
    expect(late.errors[0]).toMatchObject({ code: 'stale', versions: { yours: { name: 'Third' } } })
  })
})

describe('samples', () => {
  it('[CALL-083] [ENT-024] come with their newest results, over their wells and in each', async () => {
    const record = await makeCompleted(operator, lab.swarm)
    const plain = (await must(operator(analysisCalls.samples, by(record.uuid)))).data
    expect(plain).toEqual(record.samples.map((one) => ({ ...one, analysis_uuid: record.uuid })))
    const parts = { ...by(record.uuid), query: { extended: '1' } }
    const samples = (await must(operator(analysisCalls.samples, parts))).data
    expect(samples.length).toBe(record.samples.length)
    for (const { coordinates, results = [], wells = [] } of samples) {
      expect(results.length).toBeGreaterThan(0)
      expect(new Set(wells.map(({ well }) => well))).toEqual(new Set(coordinates))
    }
  })
})

describe('a recalculation', () => {
  it('[CALL-093] [CALL-094] [STATE-010] starts from a form and keeps the earlier result', async () => {
    const record = await makeCompleted(operator, lab.swarm)
    const form = (await must(manager(analysisCalls.recalcForm, by(record.uuid)))).data
    expect(form.record).toEqual(record)
    expect(form.options['cq_method']?.map(({ value }) => value)).toContain('consensus')
    const [target, ...others] = record.method.evaluation.targets
    const evaluation = {
      ...record.method.evaluation,
      targets: [{ ...target, cq_method: 'consensus' }, ...others],
    }
    const body = { evaluation, reason: 'another method' }
    const after = (await must(manager(analysisCalls.recalc, { ...by(record.uuid), body }))).data
    expect(after.results.map(({ reason }) => reason)).toEqual([
      'import of example.tsv',
      'another method',
    ])
    expect(after.method.evaluation).toEqual(evaluation)
  })

  it('[CALL-086] comes to the same bits when it is tested', async () => {
    const record = await makeCompleted(operator, lab.swarm)
    const test = (await must(manager(analysisCalls.autoTest, by(record.uuid)))).data
    expect(test).toMatchObject({ passed: true })
    const bucket = env.BLOBS
    await bucket.put(`${lab.company}/${record.results[0]?.hash}`, 'damaged')
    const damaged = (await must(manager(analysisCalls.autoTest, by(record.uuid)))).data
    expect(damaged).toMatchObject({
      passed: false,
      checks: [{ passed: true }, { name: 'results_whole', passed: false }],
    })
  })
})

describe('a copy', () => {
  it('[CALL-101] [CALL-102] [STATE-017] is a plan with the same method and samples, and nothing found', async () => {
    const record = await makeCompleted(operator, lab.swarm)
    await must(operator(analysisCalls.duplicateForm, by(record.uuid)))
    const copy = (await must(operator(analysisCalls.duplicate, by(record.uuid)))).data
    expect(copy).toMatchObject({
      status: 'INIT',
      name: 'Imported (copy)',
      results: [],
      curves_hash: null,
      signature: null,
      method: record.method,
    })
    expect(copy.uuid).not.toBe(record.uuid)
    expect('source' in copy).toBe(false)
    const wells = ({ samples }: Analysis) => samples.map(({ coordinates }) => coordinates)
    expect(wells(copy)).toEqual(wells(record))
    const ids = new Set([...copy.samples, ...record.samples].map(({ uuid }) => uuid))
    expect(ids.size).toBe(2 * record.samples.length)
  })
})

describe('another swarm', () => {
  it('[CALL-099] [CALL-100] [STATE-016] [VAL-026] takes an analysis over, but not the one it is in', async () => {
    const swarms = [lab.swarm, lab.otherSwarm]
    const store = env.COMPANY_STORE.getByName(lab.company)
    await runInDurableObject(store, (instance, state) => {
      const rows = state.storage.sql
        .exec<{ uuid: string; body: string }>(`SELECT uuid, body FROM records WHERE kind = 'user'`)
        .toArray()
      const manager = rows.find(({ body }) => body.includes('Manager of'))
      return instance.change(
        { type: 'patch', kind: 'user', uuid: manager?.uuid ?? '', patch: { swarms } },
        crypto.randomUUID(),
        {
          actor: { uuid: crypto.randomUUID(), name: 'test', via: 'operator' },
          sight: { kinds: [], swarms: [] },
          permissions: [],
          fourEyes: false,
        },
      )
    })
    const record = await makeCompleted(manager, lab.swarm)
    const form = (await must(manager(analysisCalls.migrateForm, by(record.uuid)))).data
    expect(form.options['swarm_uuid']?.map(({ value }) => value)).toEqual([lab.otherSwarm])
    const move = (swarm_uuid: string, reason?: string) =>
      manager(analysisCalls.migrate, { ...by(record.uuid), body: { swarm_uuid, reason } })
    expect((await move(lab.swarm, 'a mistake')).errors[0]).toMatchObject({
      field: 'swarm_uuid',
      reason: 'same_swarm',
    })
    expect((await move(lab.otherSwarm)).errors[0]?.code).toBe('reason_needed')
    expect((await move(crypto.randomUUID(), 'to nowhere')).errors[0]?.reason).toBe('swarm_unknown')
    const moved = (await must(move(lab.otherSwarm, 'planned wrongly'))).data
    expect(moved).toMatchObject({ swarm_uuid: lab.otherSwarm, swarm_name: 'Second' })
    const planned = await create(manager, planFor(lab))
    const parts = { ...by(planned.uuid), body: { swarm_uuid: lab.otherSwarm } }
    // Keep the device of a plan only where it works in the new swarm too.
    expect((await must(manager(analysisCalls.migrate, parts))).data).toMatchObject({
      device_uuid: null,
      bcube: null,
    })
    // Expect that a person outside the new swarm no longer sees it.
    expect((await operator(analysisCalls.get, by(record.uuid))).status).toBe(404)
  })
})

describe('a correction', () => {
  it('[STATE-013] [STATE-014] is a linked new version; the signed one never changes', async () => {
    const signed = await makeValidated(manager, lab.swarm)
    const body = { reason: 'two tubes were swapped' }
    const parts = { ...by(signed.uuid), body }
    const version = (await must(manager(analysisCalls.correct, parts))).data
    expect(version).toMatchObject({
      status: 'COMPLETE',
      signature: null,
      corrects: signed.uuid,
      version: 2,
      correction_reason: body.reason,
      results: signed.results,
      curves_hash: signed.curves_hash,
    })
    expect(await readAnalysis(manager, signed.uuid)).toEqual(signed)
    const twice = await manager(analysisCalls.correct, parts)
    expect(twice.errors[0]).toMatchObject({
      reason: 'corrected_already',
      params: { analysis: version.uuid },
    })
    const newest = await must(
      manager(analysisCalls.search, { query: { limit: '500' }, body: { newest: true } }),
    )
    const ids = newest.data.data.map(({ uuid }) => uuid)
    expect(ids).toContain(version.uuid)
    expect(ids).not.toContain(signed.uuid)
    const chain = (await must(manager(analysisCalls.versions, by(version.uuid)))).data
    expect(chain).toMatchObject([
      { uuid: signed.uuid, version: 1, newest: false },
      { uuid: version.uuid, version: 2, newest: true, reason: body.reason },
    ])
    const again = await validate(manager, version)
    expect(again.status).toBe('VALIDATION')
    const third = (await must(manager(analysisCalls.correct, { ...by(again.uuid), body }))).data
    expect(third.version).toBe(3)
    const all = (await must(manager(analysisCalls.versions, by(signed.uuid)))).data
    expect(all).toHaveLength(3)
  })

  it('is not signed by the one who made it, where the company wants four eyes', async () => {
    const careful = await foundLab('corrected', { four_eyes: 'Y' })
    const author = await careful.as('Administrator')
    const person = await careful.as('Manager')
    const other = await careful.as('SuperAdmin')
    const signed = await validate(person, await makeCompleted(author, careful.swarm))
    const body = { reason: 'two tubes were swapped' }
    const version = (await must(person(analysisCalls.correct, { ...by(signed.uuid), body }))).data
    const parts = { ...by(version.uuid), body: signing(version) }
    expect((await person(analysisCalls.validate, parts)).errors[0]?.reason).toBe('four_eyes')
    await must(other(analysisCalls.validate, parts))
  })

  it('needs a signed analysis and the permission', async () => {
    const { uuid } = await makeCompleted(manager, lab.swarm)
    const body = { reason: 'too early' }
    expect((await manager(analysisCalls.correct, { ...by(uuid), body })).errors[0]).toMatchObject({
      code: 'refused',
      reason: 'wrong_status',
    })
    expect((await operator(analysisCalls.correct, { ...by(uuid), body })).status).toBe(403)
  })
})

describe('lists', () => {
  it('[CALL-090] are filtered by device, person, recipe, cartridge and swarm', async () => {
    const mine = await create(operator, planFor(lab, { name: 'Filtered run' }))
    const find = async (filters: object) => {
      const parts = { query: { limit: '500' }, body: { filters } }
      const page = (await must(operator(analysisCalls.search, parts))).data
      return page.data
    }
    for (const [name, value] of [
      ['device_uuid', lab.device],
      ['user_uuid', mine.user_uuid],
      ['recipe_name', mine.recipe_name],
      ['cartridge_type', 'Wells96'],
      ['swarm_uuid', lab.swarm],
    ] as const) {
      const found = await find({ [name]: value })
      expect(found.map(({ uuid }) => uuid)).toContain(mine.uuid)
      expect(found.every((record) => record[name] === value)).toBe(true)
    }
    expect(await find({ device_uuid: crypto.randomUUID() })).toEqual([])
    const search = await must(
      operator(analysisCalls.search, { body: { search: 'FILTERED', status: ['INIT'] } }),
    )
    expect(search.data).toMatchObject({ total: 1, data: [{ uuid: mine.uuid }] })
  })

  it('[CALL-092] give the three newest of a status and swarm', async () => {
    for (let count = 0; count < 4; count += 1) await create(operator, planFor(lab))
    const parts = {
      query: { limit: '3', order: 'created_at DESC' },
      body: { status: ['INIT'], filters: { swarm_uuid: [lab.swarm] } },
    }
    const page = (await must(operator(analysisCalls.search, parts))).data
    expect(page.data).toHaveLength(3)
    const times = page.data.map(({ created_at }) => created_at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(page.data.every(({ status }) => status === 'INIT')).toBe(true)
  })

  it('[CALL-091] count the completed ones by day, status and swarm, the newest versions only', async () => {
    const other = await foundLab('counted')
    const sender = await other.as('Manager')
    const first = await makeValidated(sender, other.swarm)
    await must(
      sender(analysisCalls.correct, { ...by(first.uuid), body: { reason: 'a wrong name' } }),
    )
    await makeCompleted(sender, other.swarm)
    await create(sender, planFor(other))
    const now = new Date()
    const body = {
      from: new Date(now.getTime() - 86_400_000).toISOString(),
      to: new Date(now.getTime() + 86_400_000).toISOString(),
      by: 'month',
      timezone: 'Europe/Rome',
    }
    const counts = await must(sender(analysisCalls.aggregate, { body }))
    const data = counts.data
    const sum = (name: 'analyses' | 'samples') =>
      data.counts.reduce((total, one) => total + one[name], 0)
    expect(sum('analyses')).toBe(2)
    expect(sum('samples')).toBe(2 * first.samples.length)
    expect(data.by_swarm).toEqual([
      { swarm_uuid: other.swarm, analyses: 2, samples: 2 * first.samples.length },
    ])
    expect(data.by_status).toEqual([
      { status: 'COMPLETE', analyses: 2 },
      { status: 'INIT', analyses: 1 },
      { status: 'VALIDATION', analyses: 1 },
    ])
  })
})

describe('a signature', () => {
  it('of content that is not what was seen is refused', async () => {
    const record = await makeCompleted(manager, lab.swarm)
    const body = { ...signing(record), record_hash: 'f'.repeat(64) }
    const answer = await manager(analysisCalls.validate, { ...by(record.uuid), body })
    expect(answer.errors[0]?.code).toBe('stale')
  })
})
