// Tokens in all that a laboratory writes during a day, listened for on every subject of the buses of other companies.
import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../../domain/calls/analysis.ts'
import { deviceLinkCalls } from '../../../domain/calls/device-link.ts'
import { deviceReportCalls } from '../../../domain/calls/device-reports.ts'
import { notificationCalls } from '../../../domain/calls/notifications.ts'
import { recallCalls } from '../../../domain/calls/recalls.ts'
import { swarmCalls } from '../../../domain/calls/swarms.ts'
import { visitCalls } from '../../../domain/calls/visits.ts'
import { commandSubject, syncSubject } from '../../../domain/live/topic.ts'
import { liveBus } from '../../../edge/live/bus.ts'
import { must } from '../lab.ts'
import type { World } from '../matrix/example.ts'
import { makeWorld } from '../matrix/world.ts'
import { connectDevice, create, cycle, planFor, progressAt } from '../plan.ts'
import { connectLive, until } from './connect-live.ts'

const bindings = env as unknown as Env
const canary = 'zqlive'
const plant = (): string => `${canary}${crypto.randomUUID().slice(0, 8)}`

interface Heard {
  subject: string
  text: string
}

let world: World
beforeAll(async () => {
  world = await makeWorld()
}, 60_000)

/** Hear everything on the bus of a company, as nobody can who is given a token by the service. */
async function listen(company: string): Promise<Heard[]> {
  const heard: Heard[] = []
  const connection = await connectLive(company)
  connection.subscribe('>', {
    callback: (_, { subject, data }) =>
      heard.push({ subject, text: new TextDecoder().decode(data) }),
  })
  await connection.flush()
  return heard
}

/** Let the underling write, run and be visited, each with words of its own. */
async function liveThroughDay(): Promise<void> {
  const { underling: lab, partner } = world
  const admin = await lab.as('SuperAdmin')
  const helper = await partner.as('SuperAdmin')
  await must(admin(swarmCalls.create, { body: { name: plant() } }))
  const visit = { reason: plant(), minutes: 5 }
  await must(helper(visitCalls.begin, { params: { id: lab.company }, body: visit }))
  const recipients = { companies: [lab.company], users: [], profiles: [] }
  const words = { title: plant(), message: plant(), recipients }
  const { data: sent } = await must(admin(notificationCalls.create, { body: words }))
  await must(admin(notificationCalls.send, { params: { id: sent.uuid } }))
  const subject = { kind: 'lot', bkit_uuid: crypto.randomUUID(), lot: plant() } as const
  await must(admin(recallCalls.create, { body: { subject, reason: plant() } }))
  await connectDevice(lab)
  const sample = { uuid: crypto.randomUUID(), name: plant(), sample_type: 'unknown' } as const
  const samples = [{ ...sample, coordinates: ['A1'] }]
  const plan = planFor(lab, { name: plant(), notebook: plant(), samples })
  const params = { id: (await create(admin, plan)).uuid }
  const order = (await must(admin(analysisCalls.launch, { params }))).data
  const answer = { command_uuid: order.uuid, state: 'done' }
  await must(lab.asDevice(deviceLinkCalls.answer, { body: answer }))
  const readings = Array.from({ length: 40 }, (_, at) => cycle(at + 1))
  const body = { readings, progress: progressAt(params.id, 40) }
  await must(lab.asDevice(deviceLinkCalls.readings, { params, body }))
  const at = new Date().toISOString()
  const end = { outcome: 'aborted', reason: plant(), at, measured: { AMP: 40, VAL: 0 } }
  await must(lab.asDevice(deviceLinkCalls.finished, { params, body: end }))
  const log = { uuid: crypto.randomUUID(), name: plant(), size: 10, at }
  await lab.asDevice(deviceReportCalls.logs, { body: { logs: [log] } })
  await must(admin(analysisCalls.edit, { params, body: { notebook: plant() } }))
}

describe('words of a company', () => {
  it('canaries travel on no subject of another company, and each company hears of itself alone', async () => {
    const { home, lab, leaver, partner, underling } = world
    const others = [home, lab, leaver, partner]
    const heard = await Promise.all(others.map(({ company }) => listen(company)))
    const own = await listen(underling.company)
    await liveThroughDay()
    // Send a last word on each bus: all that was said before has come by then.
    const last = crypto.randomUUID()
    for (const { company } of [...others, underling]) {
      // oxlint-disable-next-line no-await-in-loop
      await liveBus(bindings, company).publish(syncSubject(company), last)
    }
    await until(
      () => [...heard, own].every((all) => all.some(({ text }) => text === last)),
      'the end',
    )
    for (const [at, { company }] of others.entries()) {
      const said = heard[at] ?? []
      expect(said.filter(({ subject, text }) => `${subject} ${text}`.includes(canary))).toEqual([])
      const foreign = [...others, underling].filter((one) => one.company !== company)
      const strange = ({ subject }: Heard) => foreign.some((one) => subject.includes(one.company))
      expect(said.filter(strange)).toEqual([])
    }
    // Expect that those who listen would have heard it: the own bus tells of the day, and a word that strays is found.
    expect(own.length).toBeGreaterThan(10)
    const stray = plant()
    await liveBus(bindings, lab.company).publish(syncSubject(lab.company), stray)
    await until(() => heard[1]?.some(({ text }) => text.includes(stray)), 'the stray word')
    // Expect hints without words: a device alone is sent them, with its order.
    const withWords = own.filter(({ text }) => text.includes(canary))
    const orders = commandSubject(underling.company, underling.device)
    expect(withWords.map(({ subject }) => subject)).toEqual([orders])
  }, 60_000)
})
