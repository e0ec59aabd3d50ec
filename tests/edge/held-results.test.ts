import { beforeAll, expect, it } from 'vitest'
import { labLotCalls } from '../../domain/calls/lots.ts'
import { recallCalls } from '../../domain/calls/recalls.ts'
import { resultCalls } from '../../domain/calls/results.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeCompleted } from './made-analyses.ts'
import { makeBkit } from './material-bodies.ts'
import { changeRecord } from './store-writes.ts'

let lab: Lab
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('holder')
  manager = await lab.as('Manager')
})

/** Make a kit of the provider, which a laboratory can stop. */
async function stock() {
  const maker = await (await foundLab('holdmaker', { isProvider: 'Y' })).as('SuperAdmin')
  return makeBkit(maker, 'Screening kit', { lot: 'L-7', expiry_date: '2099-06-30' })
}

async function ranWith(bkit_uuid: string, lot: string): Promise<string> {
  const { uuid } = await makeCompleted(manager, lab.swarm)
  const label = { name: 'Screening', ref: 'R1', box: 1, expiry_date: '2099-01-01' }
  const kit = { ...label, bkit_uuid, lot, confirmed: false }
  await changeRecord(lab.company, { kind: 'analysis', uuid }, { kit })
  return uuid
}

async function listed(filters: object = {}) {
  const { data } = await must(manager(resultCalls.search, { body: { filters } }))
  return new Map(data.data.map(({ analysis_uuid, held }) => [analysis_uuid, held]))
}

it('[CALL-194] results of a stopped lot and of a recall are marked, found by the filter, and free again afterwards', async () => {
  const reason = 'The maker withdrew it'
  const [{ uuid: kit }, other] = [await stock(), crypto.randomUUID()]
  const byLot = await ranWith(kit, 'L-7')
  const byRecall = await ranWith(other, 'L-8')
  const free = await ranWith(kit, 'L-9')
  expect([...(await listed({ held: true })).keys()]).toEqual([])
  // Write the label in another case, in which labels may differ.
  const hold = { body: { bkit_uuid: kit, lot: 'l-7', reason } }
  const { data: own } = await must(manager(labLotCalls.hold, hold))
  const subject = { kind: 'lot' as const, bkit_uuid: other, lot: 'L-8' }
  const recall = await must(manager(recallCalls.create, { body: { subject, reason } }))
  const params = { id: recall.data.uuid }
  await must(manager(recallCalls.hold, { params }))
  const all = await listed()
  expect([byLot, byRecall, free].map((uuid) => all.get(uuid))).toEqual([
    { by: 'lot' },
    { by: 'recall', recall: recall.data.number },
    undefined,
  ])
  expect(all.has(free)).toBe(true)
  const held = await listed({ held: true })
  expect([...held.keys()].toSorted()).toEqual([byLot, byRecall].toSorted())
  expect([...(await listed({ held: true, analysis_uuid: [byLot, free] })).keys()]).toEqual([byLot])
  await must(manager(labLotCalls.release, { params: { id: own.uuid }, body: { reason } }))
  await must(manager(recallCalls.lift, { params, body: { reason } }))
  expect([...(await listed({ held: true })).keys()]).toEqual([])
})
