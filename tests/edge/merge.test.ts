import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { syncCalls } from '../../domain/calls/sync.ts'
import type { Analysis, Sample } from '../../domain/entities/analysis.ts'
import { noteDivider } from '../../domain/sync/merge-text.ts'
import type { Sql } from '../../edge/store/sql.ts'
import { readAuditOf } from './audit-of.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { readAnalysis } from './made-analyses.ts'
import { create, planFor } from './plan.ts'
import { inStoreOf, rewindStore } from './store-writes.ts'

interface Merged {
  record: Analysis
  seq: number
  overwritten: { field: string; value: unknown }[]
}

let lab: Lab
let operator: Sender
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('merge')
  operator = await lab.as('Operator')
  manager = await lab.as('Manager')
})

const plan = (change: object = {}) => create(operator, planFor(lab, change))
const opId = () => ({ 'Operation-Id': crypto.randomUUID() })

function merge(sender: Sender, id: string, changes: object[], rest: object = {}) {
  const { headers = opId(), ...body } = rest as { headers?: Record<string, string> }
  const base_seq = 0
  const sent = { params: { id }, headers, body: { base_seq, changes, ...body } }
  return sender(analysisCalls.merge, sent)
}

async function merged(...given: Parameters<typeof merge>): Promise<Merged> {
  return (await must(merge(...given))).data
}

async function seqOf(uuid: string): Promise<number> {
  const query = { kinds: 'analysis', after: '0', limit: '500' }
  const { data } = await must(operator(syncCalls.pull, { query }))
  const { records } = data
  return records.find((record) => record.uuid === uuid)?.seq ?? 0
}

const sample = (name: string, coordinates: string[]): Sample => {
  return { uuid: crypto.randomUUID(), name, sample_type: 'unknown', coordinates }
}

describe('an edit made on a record that has moved on', () => {
  it('is written where nobody else touched the field, with the number of its record', async () => {
    const { uuid, name } = await plan()
    const device = { field: 'device_uuid', from: lab.device, to: null }
    const changes = [{ field: 'name', from: name, to: 'Renamed' }, device]
    const answer = await merged(operator, uuid, changes)
    expect(answer.record).toMatchObject({ name: 'Renamed', device_uuid: null, bcube: null })
    expect(answer.overwritten).toEqual([])
    expect(answer.seq).toBe(await seqOf(uuid))
    const back = [{ field: 'device_uuid', from: null, to: lab.device }]
    expect((await merged(operator, uuid, back)).record.bcube).toBe('bgate-merge')
  })

  it('takes the last name and device, and says and keeps what gave way', async () => {
    const { uuid, name } = await plan()
    await merged(manager, uuid, [{ field: 'name', from: name, to: 'Of the manager' }])
    const late = await merged(operator, uuid, [
      { field: 'name', from: name, to: 'Of the operator' },
    ])
    expect(late.record.name).toBe('Of the operator')
    expect(late.overwritten).toEqual([{ field: 'name', value: 'Of the manager' }])
    const entry = (await readAuditOf(lab.company, 'analysis', uuid)).at(-1)
    expect(entry?.action).toBe('analysis.merge')
    expect(entry?.changes).toEqual([
      { field: 'name', before: 'Of the manager', after: 'Of the operator' },
    ])
  })

  it('keeps what both wrote in a note', async () => {
    const { uuid } = await plan({ notebook: 'Start\n' })
    await merged(manager, uuid, [{ field: 'notebook', from: 'Start\n', to: 'Start\nLid dirty\n' }])
    const added = [{ field: 'notebook', from: 'Start\n', to: 'Start\nSpilled A1' }]
    const { record, overwritten } = await merged(operator, uuid, added)
    expect(record.notebook).toBe('Start\nLid dirty\nSpilled A1')
    expect(overwritten).toEqual([{ field: 'notebook', value: 'Start\nLid dirty\n' }])
    const text = record.notebook
    const rewrite = (to: string) => [{ field: 'notebook', from: text, to }]
    await merged(manager, uuid, rewrite('Begun at 8'))
    const both = await merged(operator, uuid, rewrite('Begun late'))
    expect(both.record.notebook).toBe(`Begun at 8${noteDivider}Begun late`)
  })

  it('joins plates where they touch other samples and wells, in whichever order they come', async () => {
    const from = [sample('One', ['A1']), sample('Two', ['B1'])] as const
    const mine = [{ ...from[0], name: 'One, mine' }, from[1], sample('Three', ['C1'])]
    const yours = [from[0], { ...from[1], coordinates: ['B1', 'B2'] }]
    const ends: string[] = []
    for (const order of [
      [mine, yours],
      [yours, mine],
    ]) {
      const { uuid } = await plan({ samples: from })
      for (const to of order) await merged(operator, uuid, [{ field: 'samples', from, to }])
      const { samples } = await readAnalysis(operator, uuid)
      ends.push(JSON.stringify([...samples].sort((a, b) => a.name.localeCompare(b.name))))
    }
    expect(ends[0]).toBe(ends[1])
    expect(ends[0]).toContain('One, mine')
    expect(ends[0]).toContain('Three')
    expect(ends[0]).toContain('B2')
  })

  it.each([
    [
      'the same sample',
      (one: Sample) => [{ ...one, name: 'a' }],
      (one: Sample) => [{ ...one, name: 'b' }],
    ],
    [
      'the same well',
      (one: Sample) => [one, sample('a', ['D1'])],
      (one: Sample) => [one, sample('b', ['D1'])],
    ],
    ['a sample that is gone', () => [], (one: Sample) => [{ ...one, name: 'b' }]],
  ])(
    'refuses two edits of %s with both versions, and nothing of it is written',
    async (_, a, b) => {
      const one = sample('One', ['A1'])
      const { uuid, name } = await plan({ samples: [one] })
      const first = [{ field: 'samples', from: [one], to: a(one) }]
      await merged(manager, uuid, first)
      const second = [
        { field: 'name', from: name, to: 'Not this' },
        { field: 'samples', from: [one], to: b(one) },
      ]
      const before = await readAnalysis(operator, uuid)
      const { status, errors } = await merge(operator, uuid, second)
      expect([status, errors[0]?.code, errors[0]?.reason]).toEqual([
        409,
        'stale',
        'changed_meanwhile',
      ])
      expect(errors[0]?.field).toBe('samples')
      expect(errors[0]?.versions?.theirs).toEqual(before)
      expect(errors[0]?.versions?.yours).toEqual({ name: 'Not this', samples: second[1]?.to })
      expect(await readAnalysis(operator, uuid)).toEqual(before)
    },
  )

  it('is a clash too where both together are more than fits', async () => {
    const wells = Array.from({ length: 96 }, (_, at) => `${'ABCDEFGH'[at % 8]}${1 + (at >> 3)}`)
    const half = (from: number) =>
      wells.slice(from, from + 48).map((well) => sample(`S ${well}`, [well]))
    const { uuid } = await plan({ samples: [], notebook: 'x' })
    const unplaced = Array.from({ length: 10 }, (_, at) => sample(`Later ${at}`, []))
    const draft = [...half(0), ...unplaced]
    await merged(manager, uuid, [{ field: 'samples', from: [], to: draft }])
    const more = await merge(operator, uuid, [{ field: 'samples', from: [], to: half(48) }])
    expect(more.errors[0]).toMatchObject({ code: 'stale', reason: 'changed_meanwhile' })
    const long = 'n'.repeat(15_000)
    await merged(manager, uuid, [{ field: 'notebook', from: 'x', to: long }])
    const note = await merge(operator, uuid, [{ field: 'notebook', from: 'x', to: `m${long}` }])
    expect(note.errors[0]).toMatchObject({ code: 'stale', field: 'notebook' })
  })

  it('that changes nothing is still an operation, so that its id is known', async () => {
    const { uuid, name } = await plan()
    const changes = [{ field: 'name', from: 'Before', to: name }]
    const headers = opId()
    const { seq, overwritten } = await merged(operator, uuid, changes, { headers })
    expect(overwritten).toEqual([])
    expect((await merged(operator, uuid, changes, { headers })).seq).toBe(seq)
  })
})

describe('a merge that is delivered again', () => {
  it('is answered as the first time and joins nothing twice', async () => {
    const { uuid } = await plan({ notebook: 'Start' })
    await merged(manager, uuid, [{ field: 'notebook', from: 'Start', to: 'Other start' }])
    const changes = [{ field: 'notebook', from: 'Start', to: 'Start here' }]
    const headers = opId()
    const first = await merged(operator, uuid, changes, { headers })
    const again = await merged(operator, uuid, changes, { headers })
    expect(again).toEqual(first)
    expect(again.overwritten).toEqual([{ field: 'notebook', value: 'Other start' }])
    expect(await readAuditOf(lab.company, 'analysis', uuid)).toHaveLength(3)
  })

  it('receives the record as it is by then, with its own number', async () => {
    const { uuid, name } = await plan()
    await merged(manager, uuid, [{ field: 'name', from: name, to: 'Two' }])
    const changes = [{ field: 'name', from: name, to: 'Three' }]
    const headers = opId()
    const first = await merged(operator, uuid, changes, { headers })
    const later = await merged(manager, uuid, [{ field: 'name', from: 'Three', to: 'Four' }])
    const again = await merged(operator, uuid, changes, { headers })
    expect(again).toEqual({ ...later, overwritten: first.overwritten })
    expect((await readAnalysis(operator, uuid)).name).toBe('Four')
  })

  it('with other content or for another record is refused', async () => {
    const { uuid, name } = await plan()
    const headers = opId()
    const change = (to: string) => [{ field: 'name', from: name, to }]
    await merged(operator, uuid, change('Once'), { headers })
    const other = await merge(operator, uuid, change('Twice'), { headers })
    expect(other.errors[0]).toMatchObject({ code: 'taken', reason: 'operation_reused' })
    const elsewhere = await merge(operator, (await plan()).uuid, change('Once'), { headers })
    expect(elsewhere.errors[0]).toMatchObject({ code: 'taken', reason: 'operation_id_taken' })
    const somebody = await merge(manager, uuid, change('Once'), { headers })
    expect(somebody.errors[0]).toMatchObject({ code: 'taken', reason: 'operation_id_taken' })
  })

  it('after it was refused is refused again: what came behind it may have been taken meanwhile', async () => {
    const one = sample('One', ['A1'])
    const { uuid } = await plan({ samples: [one] })
    const to = (name: string) => [{ ...one, name }]
    const change = (from: Sample[], wanted: Sample[]) => [{ field: 'samples', from, to: wanted }]
    await merged(manager, uuid, change([one], to('theirs')))
    const headers = opId()
    const first = await merge(operator, uuid, change([one], to('mine')), { headers })
    expect(first.errors[0]?.reason).toBe('changed_meanwhile')
    // Undo the other person's change; expect that the refused operation stays refused, as later ones may depend on
    // that.
    const back = await merged(manager, uuid, change(to('theirs'), [one]))
    const late = await merge(operator, uuid, change([one], to('mine')), { headers })
    expect(late.errors[0]).toMatchObject({ code: 'stale', reason: 'changed_meanwhile' })
    expect(late.errors[0]?.versions).toEqual({
      yours: { samples: to('mine') },
      theirs: back.record,
    })
    expect((await merged(operator, uuid, change([one], to('mine')))).record.samples).toEqual(
      to('mine'),
    )
  })

  it('of an analysis that has been deleted since is not found', async () => {
    const { uuid, name } = await plan()
    const headers = opId()
    const changes = [{ field: 'name', from: name, to: 'Gone soon' }]
    await merged(operator, uuid, changes, { headers })
    const body = { reason: 'by mistake' }
    await must(manager(analysisCalls.delete, { params: { id: uuid }, body }))
    const again = await merge(operator, uuid, changes, { headers })
    expect([again.status, again.errors[0]?.code]).toEqual([404, 'not_found'])
    expect((await merge(operator, uuid, changes)).status).toBe(404)
  })
})

describe('an edit made on a state that the store no longer has', () => {
  it('is written where the field is as its editor saw it, and otherwise left to a person', async () => {
    const record = await plan({ notebook: 'A\n' })
    const { uuid, name } = record
    const early = await seqOf(uuid)
    await merged(manager, uuid, [{ field: 'name', from: name, to: 'Lost' }])
    await merged(manager, uuid, [{ field: 'name', from: 'Lost', to: name }])
    const seen = await merged(manager, uuid, [{ field: 'notebook', from: 'A\n', to: 'A\nB\n' }])
    // Put record and trail back by some operations, as a restore does.
    await inStoreOf(lab.company, (sql) => {
      rewindStore(sql, early)
      putRow(sql, record, early)
    })
    const base = { base_seq: seen.seq }
    const renamed = await merged(operator, uuid, [{ field: 'name', from: name, to: 'New' }], base)
    expect(renamed.record).toMatchObject({ name: 'New', notebook: 'A\n' })
    // Refuse to join it, which would say that somebody had taken out what the restore lost.
    const note = [{ field: 'notebook', from: 'A\nB\n', to: 'A\nB\nC\n' }]
    const answer = await merge(operator, uuid, note, base)
    expect(answer.errors[0]).toMatchObject({ code: 'stale', reason: 'changed_meanwhile' })
    expect(answer.errors[0]?.versions?.yours).toEqual({ notebook: 'A\nB\nC\n' })
    expect(answer.errors[0]?.versions?.theirs).toMatchObject({ notebook: 'A\n' })
  })
})

/** Put back the row of the record as an entry left it. */
function putRow(sql: Sql, record: Analysis, seq: number): void {
  sql.run(
    `INSERT OR REPLACE INTO records (kind, uuid, seq, swarm_uuid, name, status, created_at, updated_at, body)
     VALUES ('analysis', ?, ?, ?, ?, ?, ?, ?, ?)`,
    record.uuid,
    seq,
    record.swarm_uuid,
    record.name,
    record.status,
    record.created_at,
    record.updated_at,
    JSON.stringify(record),
  )
}
