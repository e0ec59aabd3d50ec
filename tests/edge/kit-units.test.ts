import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { labLotCalls } from '../../domain/calls/lots.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Bkit } from '../../domain/entities/bkit.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeBkit } from './material-bodies.ts'
import { actionsOn } from './method-bodies.ts'
import { connectDevice, create, planFor } from './plan.ts'

let lab: Lab
let operator: Sender
let manager: Sender
let kit: Bkit
let count = 0
/** Wells of a plan, and so the tests that it takes. */
const needed = 3

beforeAll(async () => {
  const provider = await foundLab('lotmaker', { isProvider: 'Y' })
  const maker = await provider.as('SuperAdmin')
  const body = { lot: 'L-1', expiry_date: '2099-06-30', quantity: 2 * needed }
  kit = await makeBkit(maker, 'Screening kit', body)
  lab = await foundLab('lotuser')
  operator = await lab.as('Operator')
  manager = await lab.as('Manager')
  await connectDevice(lab)
})

const newLot = () => ({ bkit_uuid: kit.uuid, lot: `Q-${(count += 1)}` })
type Named = ReturnType<typeof newLot>

async function plan({ lot }: Named, box: number | null): Promise<Analysis> {
  const { bkit_uuid, name, ref, expiry_date } = { bkit_uuid: kit.uuid, ...kit }
  // Claim another number of tests in a box, which counts for nothing.
  const told = { bkit_uuid, name, ref, expiry_date, lot, box, tests: 1_000_000, confirmed: true }
  const made = await create(operator, planFor(lab, { kit: told }))
  expect(made.samples.flatMap(({ coordinates }) => coordinates)).toHaveLength(needed)
  return made
}
const launch = ({ uuid }: Analysis) => operator(analysisCalls.launch, { params: { id: uuid } })
const reasonOf = async (record: Analysis) => (await launch(record)).errors[0]?.reason ?? null
const findUse = async ({ lot }: Named) => {
  const { data } = await must(operator(labLotCalls.use, { params: { id: kit.uuid } }))
  return data.find((one) => one.lot === lot)
}

describe('a box of a lot', () => {
  it('has as many tests as its kit says, and a run that needs more is refused', async () => {
    const lot = newLot()
    const [first, second, third] = [await plan(lot, 1), await plan(lot, 1), await plan(lot, 1)]
    expect(first.kit?.tests).toBe(2 * needed)
    expect([await reasonOf(first), await reasonOf(second)]).toEqual([null, null])
    expect((await launch(third)).errors).toMatchObject([
      { reason: 'box_used_up', field: 'kit', params: { box: 1, left: 0, needed } },
    ])
    expect(await findUse(lot)).toMatchObject({
      runs: 2,
      wells: 2 * needed,
      boxes: [{ box: 1, runs: 2, wells: 2 * needed }],
    })
    // Plan with another box, which is full.
    expect(await reasonOf(await plan(lot, 2))).toBeNull()
  })

  it('gives its last tests to one of two launches at once', async () => {
    const lot = newLot()
    expect(await reasonOf(await plan(lot, 1))).toBeNull()
    const plans = [await plan(lot, 1), await plan(lot, 1), await plan(lot, 1)]
    const reasons = await Promise.all(plans.map(reasonOf))
    expect(reasons.filter((reason) => reason === null)).toHaveLength(1)
    expect(reasons.filter((reason) => reason === 'box_used_up')).toHaveLength(2)
    expect((await findUse(lot))?.wells).toBe(2 * needed)
  })

  it('is launched once, however often its launch is sent', async () => {
    const lot = newLot()
    const record = await plan(lot, 1)
    expect([await reasonOf(record), await reasonOf(record)]).toEqual([null, null])
    expect(await findUse(lot)).toMatchObject({ runs: 1, wells: needed })
  })

  it('is opened as often as the laboratory allows', async () => {
    const lot = newLot()
    await must(operator(labLotCalls.keep, { body: { ...lot, runs_most: 1 } }))
    expect(await reasonOf(await plan(lot, 1))).toBeNull()
    expect(await reasonOf(await plan(lot, 1))).toBe('box_used_often')
    expect(await reasonOf(await plan(lot, 2))).toBeNull()
  })

  it('is retired with a reason by those who run it, and used again by those who answer for the results', async () => {
    const lot = newLot()
    const days = { received_at: '2026-05-04', opened_at: '2026-05-06' }
    await must(operator(labLotCalls.unit, { body: { ...lot, box: 3, ...days } }))
    const early = { ...lot, box: 3, opened_at: '2026-05-01' }
    expect((await operator(labLotCalls.unit, { body: early })).errors[0]?.reason).toBe(
      'dates_order',
    )
    const retire = () =>
      operator(labLotCalls.retire, { body: { ...lot, box: 3, reason: 'Dropped and leaking' } })
    const { data } = await must(retire())
    expect(data.units).toMatchObject([
      { box: 3, ...days, retired: { reason: 'Dropped and leaking' } },
    ])
    expect((await retire()).errors[0]?.reason).toBe('wrong_state')
    expect((await launch(await plan(lot, 3))).errors).toMatchObject([
      { reason: 'box_retired', params: { box: 3, why: 'Dropped and leaking' } },
    ])
    const again = { params: { id: data.uuid }, body: { box: 3, reason: 'It was box 4' } }
    expect((await operator(labLotCalls.reinstate, again)).status).toBe(403)
    await must(manager(labLotCalls.reinstate, again))
    expect(await reasonOf(await plan(lot, 3))).toBeNull()
    expect(await actionsOn(manager, 'lab_lot', data.uuid)).toEqual([
      'lab_lot.unit',
      'lab_lot.retire',
      'lab_lot.reinstate',
    ])
  })
})

it('a lot whose boxes were counted is used up over its boxes, also by labels without a box, and less its retired ones', async () => {
  const lot = newLot()
  await must(operator(labLotCalls.keep, { body: { ...lot, boxes: 2 } }))
  for (const box of [null, 1]) expect(await reasonOf(await plan(lot, box))).toBeNull()
  // Retire box 2, which was full: its tests are gone with it.
  const retired = { ...lot, box: 2, reason: 'Arrived warm' }
  await must(operator(labLotCalls.retire, { body: retired }))
  expect((await launch(await plan(lot, null))).errors).toMatchObject([
    { reason: 'lot_used_up', params: { left: 0, needed } },
  ])
})
