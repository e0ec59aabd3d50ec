import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import {
  type ResultRow,
  resultCalls,
  sampleCalls,
  type SampleRow,
} from '../../domain/calls/results.ts'
import { trashCalls, trashResources } from '../../domain/calls/trash.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { contract } from '../../domain/contract.ts'
import type { EntityFacts } from '../../domain/entity.ts'
import { entities } from '../../domain/registry.ts'
import type * as v from 'valibot'
import type { Call } from '../../domain/call.ts'
import { controlTargetsSql } from '../../edge/store/analysis-rows.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeCompleted, makeValidated, readAnalysis } from './made-analyses.ts'
import { create, planFor } from './plan.ts'
import { changeRecord, inStoreOf } from './store-writes.ts'

let lab: Lab
let manager: Sender
let record: Analysis
beforeAll(async () => {
  lab = await foundLab('results')
  manager = await lab.as('Manager')
  record = await makeCompleted(manager, lab.swarm)
})

const by = (id: string) => ({ params: { id } })

/** Sort rows, so that their order does not matter. */
function inOrder(rows: unknown[]): string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted()
}

interface Page<Row> {
  data: Row[]
  total: number
  pages: number
}

/** A row of the contract that is found by its path; only searches are asked. */
type Searching = Call & {
  data: v.GenericSchema<unknown, Page<{ created_at: string; name: string }>>
}

async function results(filters: object = {}, query = {}): Promise<Page<ResultRow>> {
  const answer = await must(manager(resultCalls.search, { query, body: { filters } }))
  return answer.data
}

async function samples(filters: object = {}, query = {}): Promise<Page<SampleRow>> {
  const answer = await must(manager(sampleCalls.search, { query, body: { filters } }))
  return answer.data
}

describe('results', () => {
  it('issue 20: are found by the whole name of their sample, in any case of letters', async () => {
    const name = record.samples[0]?.name ?? ''
    const found = await results({ sample_named: name.toUpperCase() }, { limit: '500' })
    expect(found.total).toBeGreaterThan(0)
    expect(new Set(found.data.map(({ sample_name }) => sample_name))).toEqual(new Set([name]))
    expect((await results({ sample_named: name.slice(0, -1) })).total).toBe(0)
    expect((await samples({ sample_named: name })).total).toBeGreaterThan(0)
  })

  it('[CALL-194] are rows of sample and target, and say what the result file says', async () => {
    const { data, total } = await results({ analysis_uuid: [record.uuid] }, { limit: '500' })
    const extended = (
      await must(manager(analysisCalls.samples, { ...by(record.uuid), query: { extended: '1' } }))
    ).data
    const expected = extended.flatMap((sample) =>
      sample.results?.map(({ target, call, cq_mean }) => [sample.uuid, target, call, cq_mean]),
    )
    const rows = data.map((row) => [row.sample_uuid, row.target, row.call, row.cq_mean])
    expect(total).toBe(expected.length)
    expect(inOrder(rows)).toEqual(inOrder(expected))
    expect(data[0]).toMatchObject({
      analysis_name: 'Imported',
      analysis_status: 'COMPLETE',
      swarm_uuid: lab.swarm,
      superseded: false,
    })
  })

  it('issue 20: leave out internal controls, also where the role of a target changes and in older rows', async () => {
    const run = await makeCompleted(manager, lab.swarm)
    const [control, ...others] = run.method.evaluation.targets
    if (!control || others.length === 0) throw new Error('the run has several targets')
    const setRole = (role: 'target' | 'internal control') => {
      const evaluation = { ...run.method.evaluation, targets: [{ ...control, role }, ...others] }
      const method = { ...run.method, evaluation }
      return changeRecord(lab.company, { kind: 'analysis', uuid: run.uuid }, { method })
    }
    const targets = async (filters: object = {}) => {
      const { data } = await results({ analysis_uuid: [run.uuid], ...filters }, { limit: '500' })
      return new Set(data.map(({ target }) => target))
    }
    expect(await targets({ no_controls: true })).toContain(control.name)
    await setRole('internal control')
    expect(await targets()).toContain(control.name)
    expect(await targets({ no_controls: true })).toEqual(new Set(others.map(({ name }) => name)))
    // Write the column once more as a store of an earlier version gets it.
    await inStoreOf(lab.company, (sql) => {
      sql.run('ALTER TABLE analysis_facts DROP COLUMN control_targets')
      sql.run(controlTargetsSql)
    })
    expect(await targets({ no_controls: true })).not.toContain(control.name)
    await setRole('target')
    expect(await targets({ no_controls: true })).toContain(control.name)
  })

  it('A21-9: of a day are those of runs that ended on it, though they were planned days before', async () => {
    const run = await makeCompleted(manager, lab.swarm)
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    await changeRecord(lab.company, { kind: 'analysis', uuid: run.uuid }, { ended_at: day(5) })
    const within = async (from: number, to: number) => {
      const period = { update_from: day(from), update_to: day(to) }
      const filters = { analysis_uuid: [run.uuid] }
      const answer = await must(
        manager(resultCalls.search, { query: { limit: '500' }, body: { ...period, filters } }),
      )
      return answer.data.total > 0
    }
    expect(await within(4, 6)).toBe(true)
    // Keep what was made today in today's list: an imported file may name any day.
    expect(await within(-1, 1)).toBe(true)
    expect([await within(1, 4), await within(6, 9)]).toEqual([false, false])
  })

  it('[CALL-194] are filtered by target, call, sample and swarm, page by page', async () => {
    const all = await results({}, { limit: '500' })
    const [one] = all.data
    if (!one) throw new Error('there are results')
    for (const [filters, fits] of [
      [{ target: [one.target] }, (row: ResultRow) => row.target === one.target],
      [{ call: [one.call] }, (row: ResultRow) => row.call === one.call],
      [
        { sample: one.sample_name.slice(0, 2).toUpperCase() },
        (row: ResultRow) =>
          row.sample_name.toLowerCase().startsWith(one.sample_name.slice(0, 2).toLowerCase()),
      ],
      [{ swarm_uuid: [lab.swarm] }, () => true],
    ] as const) {
      const found = await results(filters, { limit: '500' })
      expect(found.data.map((row) => [row.sample_uuid, row.target])).toEqual(
        all.data.filter(fits).map((row) => [row.sample_uuid, row.target]),
      )
    }
    expect((await results({ swarm_uuid: [lab.otherSwarm] })).total).toBe(0)
    // Take a pattern as a text like any other.
    expect((await results({ sample: '%' })).total).toBe(0)
    const first = await results({}, { limit: '2' })
    const second = await results({}, { limit: '2', page: '2' })
    expect([...first.data, ...second.data]).toEqual(all.data.slice(0, 4))
    expect(first.pages).toBe(Math.ceil(all.total / 2))
  })

  it('follow a recalculation, a renamed sample and a removal', async () => {
    const own = await makeCompleted(manager, lab.swarm)
    const filters = { analysis_uuid: [own.uuid] }
    const before = await results(filters, { limit: '500' })
    const [target, ...others] = own.method.evaluation.targets
    const evaluation = {
      ...own.method.evaluation,
      targets: [{ ...target, cq_max: 1 }, ...others],
    }
    const body = { evaluation, reason: 'nothing is that early' }
    await must(manager(analysisCalls.recalc, { ...by(own.uuid), body }))
    const after = await results(filters, { limit: '500' })
    expect(after.total).toBe(before.total)
    expect(after.data.map(({ call }) => call)).not.toEqual(before.data.map(({ call }) => call))
    const [sample, ...rest] = own.samples
    const renamed = [{ ...sample, name: 'Zebra' }, ...rest]
    await must(
      manager(analysisCalls.edit, {
        ...by(own.uuid),
        body: { samples: renamed, reason: 'a wrong name' },
      }),
    )
    expect((await results({ sample: 'zebr' })).data[0]?.sample_name).toBe('Zebra')
    expect((await samples({ sample: 'zebr' })).data[0]?.uuid).toBe(sample?.uuid)
    await must(manager(analysisCalls.delete, { ...by(own.uuid), body: { reason: 'a trial' } }))
    expect((await results(filters)).total).toBe(0)
    expect((await samples(filters)).total).toBe(0)
  })

  it('of a version that was corrected say so', async () => {
    const signed = await makeValidated(manager, lab.swarm)
    const body = { reason: 'a wrong name' }
    const version = (await must(manager(analysisCalls.correct, { ...by(signed.uuid), body }))).data
    const found = await results({ analysis_uuid: [signed.uuid, version.uuid] }, { limit: '500' })
    for (const row of found.data) expect(row.superseded).toBe(row.analysis_uuid === signed.uuid)
    expect(new Set(found.data.map((row) => row.analysis_uuid)).size).toBe(2)
  })
})

describe('samples', () => {
  it('[CALL-196] [ENT-021] are there from the plan on, with what was found where it is asked for', async () => {
    const plan = await create(manager, planFor(lab, { name: 'Planned' }))
    const planned = await samples({ analysis_uuid: [plan.uuid] })
    const places = (rows: { name: string; coordinates: string[] }[]) =>
      inOrder(rows.map(({ name, coordinates }) => [name, coordinates]))
    expect(places(planned.data)).toEqual(places(plan.samples))
    expect(planned.data.every((row) => row.results === undefined)).toBe(true)
    const filters = { analysis_uuid: [record.uuid], sample_type: ['unknown'] }
    const found = await samples(filters, { extended: '1', limit: '500' })
    expect(found.data.every((row) => row.sample_type === 'unknown')).toBe(true)
    expect(found.data.some(({ results = [] }) => results.length > 0)).toBe(true)
  })

  it('[CALL-195] are counted by day, with what was called', async () => {
    const other = await foundLab('sampled')
    const sender = await other.as('Manager')
    const one = await makeCompleted(sender, other.swarm)
    const now = Date.now()
    const body = {
      from: new Date(now - 3 * 86_400_000).toISOString(),
      to: new Date(now + 86_400_000).toISOString(),
      by: 'day',
      timezone: 'Europe/Rome',
    }
    const { data } = await must(sender(sampleCalls.aggregate, { body }))
    const { counts, total } = data
    expect(total).toBe(one.samples.length)
    expect(counts.reduce((sum, { samples: count }) => sum + count, 0)).toBe(total)
    const { summary } = one.results[0] ?? {}
    expect(counts.reduce((sum, { detected }) => sum + detected, 0)).toBe(summary?.detected)
    const wrong = await sender(sampleCalls.aggregate, { body: { ...body, timezone: 'Mars/Base' } })
    expect(wrong.errors[0]).toMatchObject({ code: 'invalid', field: 'timezone' })
  })
})

describe('the trash bin', () => {
  it('[CALL-200] names what was removed since a moment', async () => {
    const { uuid } = await makeCompleted(manager, lab.swarm)
    const ask = (since?: string) =>
      must(manager(trashCalls.search, { body: { resource: 'analyses', since } }))
    const { until } = (await ask()).data
    await must(manager(analysisCalls.delete, { ...by(uuid), body: { reason: 'a trial' } }))
    expect((await ask(until)).data.data).toEqual([uuid])
    expect((await manager(analysisCalls.get, by(uuid))).status).toBe(404)
    const later = new Date(Date.now() + 60_000).toISOString()
    expect((await ask(later)).data.data).toEqual([])
    expect((await readAnalysis(manager, record.uuid)).uuid).toBe(record.uuid)
  })

  it.each(trashResources)(
    '[CALL-200] knows %s, and asks for its own permission first',
    async (resource) => {
      const facts = entities.find(({ trash }) => trash === resource) as EntityFacts | undefined
      expect(facts).toBeDefined()
      const boss = await lab.as('SuperAdmin')
      const answer = await boss(trashCalls.search, { body: { resource } })
      // Allow that answer to a company without a provider's records; nothing else goes wrong.
      expect(answer.ok || facts?.home === 'provider').toBe(true)
      const operator = await lab.as('Operator')
      const refused = await operator(trashCalls.search, { body: { resource } })
      if (refused.status === 403) {
        expect(refused.errors[0]?.params).toEqual({ permission: facts?.permission })
      }
    },
  )

  it('refuses an unknown resource', async () => {
    const answer = await manager(trashCalls.search, { body: { resource: 'secrets' } })
    expect([answer.status, answer.errors[0]?.field]).toEqual([422, 'resource'])
  })
})

describe('the refresh of every local table', () => {
  const rows = Object.values(contract).flatMap((group) => Object.values(group)) as Searching[]
  const tables = entities
    // Leave out commands to devices, which are our own table and come with the pull.
    .filter(({ kind, local }) => local !== null && kind !== 'command')
    .map((facts) => [facts.local?.table ?? '', facts] as const)

  it.each(tables)(
    '[CALL-282] [TRANS-020] %s: pages of 500, the oldest first, changed in a period',
    async (_, facts) => {
      const row = rows.find(({ path }) => path === `${facts.path}/search`)
      expect(row?.needs).toBe(facts.permission)
      if (!row) return
      const world = await providerLab()
      const day = 86_400_000
      const ask = (from: number, to: number) =>
        world(row, {
          query: { limit: '500', page: '1', order: 'created_at ASC' },
          body: {
            update_from: new Date(Date.now() + from).toISOString(),
            update_to: new Date(Date.now() + to).toISOString(),
          },
        })
      const found = (await must(ask(-day, day))).data
      expect(found.data.length).toBe(found.total)
      const times = found.data.map(({ created_at }) => created_at)
      expect(times).toEqual(times.toSorted())
      const past = (await must(ask(-2 * day, -day))).data
      expect(past.data).toEqual([])
      const tooMany = await world(row, { query: { limit: '501' } })
      expect(tooMany.status).toBe(422)
    },
  )

  it('[TRANS-019] a search takes a page, a size, an order and filters, and refuses what it does not know', async () => {
    const world = await providerLab()
    const row = rows.find(({ path }) => path === '/users/search')
    if (!row) throw new Error('no search of users')
    const page = async (number: string) =>
      (await must(world(row, { query: { limit: '2', page: number, order: 'name ASC' } }))).data
    const [first, second] = [await page('1'), await page('2')]
    expect([first.pages, first.total, second.data.length]).toEqual([2, 4, 2])
    const names = [...first.data, ...second.data].map(({ name }) => name)
    expect(names).toEqual(names.toSorted())
    const active = await must(world(row, { body: { filters: { active: 'N' } } }))
    expect(active.data.total).toBe(0)
    for (const parts of [{ query: { colour: 'red' } }, { body: { filters: { colour: 'red' } } }]) {
      expect((await world(row, parts)).status).toBe(422)
    }
  })

  let known: Promise<Sender> | undefined
  async function providerLab(): Promise<Sender> {
    known ??= foundLab('refresh', { isProvider: 'Y', isPartner: 'Y', developer: 'Y' }).then((one) =>
      one.as('SuperAdmin'),
    )
    return known
  }
})
