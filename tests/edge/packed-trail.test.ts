import { expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { operatorStoreCalls } from '../../domain/calls/operator-store.ts'
import { recallCalls } from '../../domain/calls/recalls.ts'
import { verifyFile } from '../../domain/trail/verify-file.ts'
import type { Sql } from '../../edge/store/sql.ts'
import { trailTools } from '../../edge/store/trail-tools.ts'
import { packedSql, textIn, writeTextSql } from '../support/kept-entries.ts'
import { emptyStore, readPages, sendPage } from './backup-pages.ts'
import { admin, eachBentLab, lab, reasonsOf } from './bent-lab.ts'
import { must, operatorHeaders, send } from './lab.ts'
import { makeCompleted } from './made-analyses.ts'
import { makeMeasured } from './plan.ts'
import { changeRecord, forgetSealNote, inStoreOf, takeTablesBack } from './store-writes.ts'

eachBentLab('packed')

const countPacked = (sql: Sql) => sql.all(packedSql).length

/** Keep every second packed entry as text, as an earlier version wrote it. */
const unpackSome = (sql: Sql) => {
  for (const [at, row] of sql.all(packedSql).entries()) {
    if (at % 2 === 0) sql.run(writeTextSql, textIn(row), Number(row['seq']))
  }
}

async function wholeTrail(): Promise<string> {
  let text = ''
  let query: Record<string, string> = {}
  for (;;) {
    const { data } = await must(admin(auditCalls.exportTrail, { query }))
    text += data.text
    if (data.next === null) return text
    query = { after: String(data.next), size: String(data.size) }
  }
}

const problemsOf = async (file: Uint8Array) => (await verifyFile(file, trailTools)).problems

it('a trail with entries in both forms is exported byte for byte as one in one form, searched and sound', async () => {
  const manager = await lab.as('Manager')
  const run = await makeMeasured(lab, manager)
  await run.finish()
  const uuid = await lab.signed()
  const search = async () =>
    (
      await must(
        admin(auditCalls.search, { body: { search: 'Manager' }, query: { order: 'who ASC' } }),
      )
    ).data
  const [bundle, found] = [(await must(lab.exportOf(uuid))).data, await search()]
  const trail = await wholeTrail()
  expect(await inStoreOf(lab.company, countPacked)).toBeGreaterThan(8)
  await lab.bend(unpackSome)
  expect((await lab.stateAfterStart()).damaged).toBeNull()
  expect(await wholeTrail()).toBe(trail)
  expect(await problemsOf(new TextEncoder().encode(trail))).toEqual([])
  expect((await must(lab.exportOf(uuid))).data).toEqual(bundle)
  expect(await search()).toEqual(found)
  expect(found.data.some(({ kind }) => kind === 'analysis')).toBe(true)
  // Grow it: the next entry of a record names the one before, in whichever form.
  const { data } = await must(
    manager(analysisCalls.edit, { params: { id: run.uuid }, body: { name: 'Grown' } }),
  )
  expect(data.name).toBe('Grown')
  expect((await lab.stateAfterStart()).damaged).toBeNull()
})

/** Make a run with each of these lots of a kit, and a function that counts those of the first by records and by the trail. */
async function makeTouched(lots: readonly string[]) {
  const manager = await lab.as('Manager')
  const bkit_uuid = crypto.randomUUID()
  const own = { bkit_uuid, name: 'K', ref: 'R1', box: 1, expiry_date: '2099-01-01' }
  const runs: string[] = []
  for (const lot of lots) {
    const { uuid } = await makeCompleted(manager, lab.swarm)
    const kit = { ...own, lot, confirmed: false }
    await changeRecord(lab.company, { kind: 'analysis', uuid }, { kit })
    runs.push(uuid)
  }
  const subject = { kind: 'lot', bkit_uuid, lot: lots[0] ?? '' } as const
  const prove = async () => {
    const { proof } = (await must(manager(recallCalls.touched, { body: { subject } }))).data
    return [proof.trail, proof.records, proof.faults.map(({ reason }) => reason)]
  }
  return { runs, prove }
}

it('a recall counts the runs that entries name in either form', async () => {
  const { prove } = await makeTouched(['LOT-9', 'LOT-9', 'LOT-8'])
  expect(await prove()).toEqual([2, 2, []])
  await lab.bend(unpackSome)
  expect(await prove()).toEqual([2, 2, []])
})

it('a recall says that entries of a run were altered where one that names the lot does not open', async () => {
  const { runs, prove } = await makeTouched(['LOT-9'])
  const cut = 'UPDATE audit SET packed = substr(packed, 1, length(packed) - 8) WHERE uuid = ?'
  await lab.bend((sql) => sql.run(cut, runs[0] ?? ''))
  expect(await prove()).toEqual([0, 1, ['entry_altered', 'not_in_trail']])
})

it('a backup holds the text of entries, and the store that it is put into packs them', async () => {
  const uuid = await lab.signed()
  const entries = (await must(admin(auditCalls.record, { params: { kind: 'analysis', id: uuid } })))
    .data
  const packed = await inStoreOf(lab.company, countPacked)
  await lab.bend(unpackSome)
  const pages = await readPages(lab.company)
  const rows = pages
    .join('')
    .split('\n')
    .filter((line) => line.includes('"table":"audit"'))
  expect(rows.every((line) => !/"(packed|named)"/.test(line))).toBe(true)
  expect(rows.some((line) => line.includes('analysis.validate'))).toBe(true)
  await emptyStore(lab.company)
  for (const page of pages) await must(sendPage(lab.company, page))
  const body = { company_uuid: lab.company, reason: 'disk lost' }
  await must(send(operatorStoreCalls.openRestored, { headers: operatorHeaders, body }))
  expect(await inStoreOf(lab.company, countPacked)).toBe(packed)
  const again = await inStoreOf(lab.company, (sql) => sql.all(packedSql).map(textIn))
  for (const entry of entries) {
    expect(again.some((text) => text.includes(`"record_hash":"${entry.record_hash}"`))).toBe(true)
  }
})

it('a store of an earlier version keeps its entries as text, and packs what comes later', async () => {
  const manager = await lab.as('Manager')
  const { uuid } = await makeCompleted(manager, lab.swarm)
  await inStoreOf(lab.company, (sql) => takeTablesBack(sql))
  await forgetSealNote(lab.company)
  expect((await lab.stateAfterStart()).damaged).toBeNull()
  expect(await inStoreOf(lab.company, countPacked)).toBe(0)
  await must(manager(analysisCalls.edit, { params: { id: uuid }, body: { name: 'Later' } }))
  expect(await inStoreOf(lab.company, countPacked)).toBe(1)
  expect((await lab.stateAfterStart()).damaged).toBeNull()
  expect(await problemsOf((await must(lab.exportOf(uuid))).data)).toEqual([])
})

const bends: [name: string, set: string][] = [
  ['cut short', 'packed = substr(packed, 1, length(packed) - 8)'],
  ['of another dictionary', `packed = CAST(x'7f' || substr(packed, 2) AS BLOB)`],
  ['without one of its ids', 'named = substr(named, 17)'],
  ['with an altered id', 'named = CAST(zeroblob(16) || substr(named, 17) AS BLOB)'],
  ['beside another text', `entry = '{}'`],
  ['taken away, with its ids', 'packed = NULL, named = NULL'],
  ['that is a number, A29-6,', 'packed = 7'],
]
it.each(bends)('a packed entry %s is an altered one', async (_name, set) => {
  const uuid = await lab.signed()
  const params = { kind: 'analysis', id: uuid } as const
  await lab.bend((sql) => sql.run(`UPDATE audit SET ${set} WHERE uuid = ?`, uuid))
  expect(reasonsOf(await lab.stateAfterStart())).toContain('entry_altered')
  expect((await lab.exportOf(uuid)).errors[0]?.reason).toBe('store_damaged')
  expect((await admin(auditCalls.record, { params })).status).toBeLessThan(500)
  const { data } = await must(admin(auditCalls.search, { body: { kind: 'analysis', uuid } }))
  expect(data.data).toHaveLength(data.total)
  expect(data.total).toBeGreaterThan(1)
  const manager = await lab.as('Manager')
  const edit = await manager(analysisCalls.edit, { params: { id: uuid }, body: { notebook: 'x' } })
  expect(edit.errors[0]?.code).toBe('refused')
  expect((await readPages(lab.company)).length).toBeGreaterThan(0)
})
