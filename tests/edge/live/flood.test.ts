import { beforeEach, expect, it } from 'vitest'
import { Relay } from '../../../edge/live/relay.ts'

const device = '00000000-0000-4000-8000-00000000000d'
let time = 0
let heard: { payload: Record<string, unknown> }[] = []
let relay: Relay

beforeEach(() => {
  time = Date.parse('2026-11-22T20:00:00Z')
  heard = []
  // Answer for the company's store, which is asked who speaks; what is tested is the relay.
  const host = {
    company: 'company',
    speaker: () => Promise.resolve({ type: 'bcube' as const, swarm: null }),
    publish: (_: string, text: string) => void heard.push(JSON.parse(text) as never),
    stranger: () => undefined,
  }
  relay = new Relay(host, () => time)
})

const say = (payload: object, at = '2026-11-22T20:00:00.000Z') => {
  const told = { uuid: device, topic: 'bcube-events', at, payload }
  return relay.take(device, new TextEncoder().encode(JSON.stringify(told)))
}
const notice = (text: string) => ({ kind: 'error', analysis_uuid: null, text })
const kinds = () => heard.map(({ payload }) => payload['kind'])

const status = {
  uuid: device,
  status: '{}',
  busy: 'N',
  block_temperature: 25,
  lid_temperature: 25,
  lid: 'closed',
  uptime: 1,
  bkernel_version: '2.9.4',
  health: { system_disk: 0, data_disk: 0, memory: 0, cpu: 0 },
  run: null,
  pending: 0,
}

it('attack B6: of a device that repeats itself some notices are heard, and once that there were more', async () => {
  for (let at = 0; at < 2000; at++) await say(notice(`flood ${at}`))
  expect(kinds().filter((kind) => kind === 'error')).toHaveLength(60)
  expect(kinds().filter((kind) => kind === 'flooded').length).toBeLessThanOrEqual(2)
  expect(kinds()).toContain('flooded')
  const before = heard.length
  time += 60_000
  await say(notice('later'))
  expect(heard.slice(before).map(({ payload }) => payload['text'])).toEqual(['later'])
})

it('attack B6: a status each second goes on beside many notices', async () => {
  for (let second = 0; second < 120; second++) {
    for (let at = 0; at < 5; at++) await say(notice(`flood ${at}`))
    await say(status)
    time += 1000
  }
  expect(kinds().filter((kind) => kind === undefined)).toHaveLength(120)
})

it('attack B6: texts are one line, and what is too long or of no time goes nowhere', async () => {
  await say(notice('\u202eYou must\u0007 sign in\nagain'))
  expect(heard[0]?.payload['text']).toBe('\ufffdYou must\ufffd sign in again')
  await say({ ...status, status: 'x'.repeat(200_000) })
  await say({ ...status, status: 'x'.repeat(1001) })
  await say({ ...status, bkernel_version: 'x'.repeat(61) })
  await say(status, 'never')
  expect(heard).toHaveLength(1)
  await say(status)
  expect(heard).toHaveLength(2)
})
