import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { notificationCalls } from '../../domain/calls/notifications.ts'
import { recallCalls } from '../../domain/calls/recalls.ts'
import type { Recall, RecallSubject } from '../../domain/entities/recall.ts'
import type { RunKit } from '../../domain/entities/run-kit.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { create, planFor } from './plan.ts'

let provider: Lab
let lab: Lab
let maker: Sender
let manager: Sender
beforeAll(async () => {
  provider = await foundLab('provider', { isProvider: 'Y' })
  lab = await foundLab('customer')
  maker = await provider.as('Administrator')
  manager = await lab.as('Manager')
})

/** Make a recall by the provider of a lot that nobody else ran. */
async function recallLot() {
  const bkit_uuid = crypto.randomUUID()
  const lot = `L-${bkit_uuid.slice(0, 6)}`
  const subject: RecallSubject = { kind: 'lot', bkit_uuid, lot }
  const label = { name: 'Screening', ref: 'R1', box: 1, expiry_date: '2099-01-01' }
  const kit: RunKit = { ...label, bkit_uuid, lot, confirmed: false }
  const body = { subject, reason: 'Contaminated primer' }
  const { data } = await must(maker(recallCalls.create, { body }))
  return { id: data.uuid, subject, kit }
}

const announce = (id: string, companies = [lab.company], sender = maker) =>
  sender(recallCalls.announce, { params: { id }, body: { companies } })
const answer = (id: string, kind: 'acknowledged' | 'nothing_found' | 'held', sender = manager) =>
  sender(recallCalls.answer, { params: { id }, body: { answer: kind } })
const told = async (id: string) =>
  (await must(maker(recallCalls.get, { params: { id } }))).data.told?.map(
    ({ company_name, answer: given }) => [company_name, given?.kind ?? null, given?.count ?? null],
  )
const first = (reply: Awaited<ReturnType<Sender>>) => [reply.status, reply.errors[0]?.reason]

describe('a recall of the provider', () => {
  it('reaches companies, whose people are notified, and who has not answered is seen', async () => {
    const { id } = await recallLot()
    const { data } = await must(announce(id))
    expect(data.told).toMatchObject([
      { company_uuid: lab.company, told_at: expect.any(String), answer: null },
    ])
    expect(data.deeds.at(-1)).toMatchObject({ deed: 'announce', count: 1 })
    const { data: notices } = await must(manager(recallCalls.notices, {}))
    const [notice] = notices.data.filter(({ uuid }) => uuid === id)
    expect(notice).toMatchObject({ status: 'open', reason: 'Contaminated primer', answer: null })
    const received = async () =>
      (await must(manager(notificationCalls.mine, {}))).data.data.filter(({ message }) =>
        message.includes(data.name),
      )
    expect(await received()).toHaveLength(1)
    // Expect nothing new where it is announced again.
    expect(first(await announce(id))).toEqual([409, 'nothing_left'])
    expect(await received()).toHaveLength(1)
  })

  it('is answered in numbers that the service counts, and the newest answer is the provider’s', async () => {
    const { id, subject, kit } = await recallLot()
    await must(announce(id))
    await must(answer(id, 'acknowledged'))
    expect(await told(id)).toEqual([['Lab customer', 'acknowledged', 0]])
    await must(answer(id, 'nothing_found'))
    expect(await told(id)).toEqual([['Lab customer', 'nothing_found', 0]])
    const run = await create(manager, planFor(lab, { kit }))
    expect(first(await answer(id, 'nothing_found'))).toEqual([409, 'recall_touches'])
    expect(first(await answer(id, 'held'))).toEqual([409, 'recall_not_held'])
    const body = { subject, reason: 'The provider recalls it' }
    const { data: own } = await must(manager(recallCalls.create, { body }))
    await must(manager(recallCalls.hold, { params: { id: own.uuid } }))
    const { data: notice } = await must(answer(id, 'held'))
    expect(notice).toMatchObject({ status: 'answered', waiting: 0, answer: { count: 1 } })
    expect(await told(id)).toEqual([['Lab customer', 'held', 1]])
    // Expect no result, name or id of the company's analyses in what the provider has.
    const { data } = await must(maker(recallCalls.get, { params: { id } }))
    const whole = JSON.stringify(data)
    for (const secret of [run.uuid, run.name, own.uuid]) expect(whole).not.toContain(secret)
  })

  it('tenth attack T10-15: is not answered as held while something that it touches is not', async () => {
    const { id, subject, kit } = await recallLot()
    await must(announce(id))
    const [one] = [await create(manager, planFor(lab, { kit }))]
    const body = { subject, reason: 'The provider recalls it' }
    const at = { params: { id: (await must(manager(recallCalls.create, { body }))).data.uuid } }
    await must(manager(recallCalls.hold, at))
    const later = [1, 2].map(() => create(manager, planFor(lab, { kit })))
    await Promise.all(later)
    const refused = await answer(id, 'held')
    expect([...first(refused), refused.errors[0]?.params]).toEqual([
      409,
      'recall_touches',
      { count: 2 },
    ])
    expect(await told(id)).toEqual([['Lab customer', null, null]])
    await must(manager(recallCalls.hold, at))
    // Lift one that was looked into, which is decided on then.
    const lift = { analyses: [one?.uuid], reason: 'Primer of another box' }
    await must(manager(recallCalls.lift, { ...at, body: lift }))
    await must(answer(id, 'held'))
    expect(await told(id)).toEqual([['Lab customer', 'held', 2]])
  })

  it('is announced by the provider alone, of a thing that others have, to companies that there are', async () => {
    const { id } = await recallLot()
    const subject: RecallSubject = { kind: 'device', device_uuid: provider.device }
    const { data: device } = await must(
      maker(recallCalls.create, { body: { subject, reason: 'Bad optics' } }),
    )
    expect((await announce(device.uuid)).status).toBe(422)
    expect((await announce(id, [crypto.randomUUID()])).status).toBe(404)
    expect((await announce(id, [provider.company])).status).toBe(404)
    const own = await must(
      manager(recallCalls.create, {
        body: { subject: (await recallLot()).subject, reason: 'Ours' },
      }),
    )
    expect(first(await announce(own.data.uuid, [provider.company], manager))).toEqual([
      409,
      'provider_only',
    ])
    expect(await told(id)).toBeUndefined()
    // Refuse a company that was not told, which has nothing to answer.
    expect((await answer(id, 'acknowledged')).status).toBe(404)
    const operator = await lab.as('Operator')
    await must(announce(id))
    expect((await answer(id, 'acknowledged', operator)).status).toBe(403)
  })
})

it('a company that receives a recall holds nothing by it: its own recall does', async () => {
  const { id, kit } = await recallLot()
  const run = await create(manager, planFor(lab, { kit }))
  await must(announce(id))
  const { data } = await must(manager(recallCalls.holds, { body: { uuids: [run.uuid] } }))
  expect(data).toEqual([])
  const plain: Recall['told'] = (await must(maker(recallCalls.get, { params: { id } }))).data.told
  expect(plain).toHaveLength(1)
  await must(manager(analysisCalls.get, { params: { id: run.uuid } }))
})
