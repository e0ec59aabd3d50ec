// Replace the wire: check its requests and their order.
import { expect, test } from 'vitest'
import {
  analysisSubject,
  heardSubjects,
  syncSubject,
  topicSubject,
} from '../../domain/live/topic.ts'
import type { Wire } from '../../web/live/connection.ts'
import { recipientsOf, topicsOf } from '../../web/live/own-devices.ts'
import { createTopicBook, type Wanted } from '../../web/live/topic-book.ts'

const company = 'c'
const hearer = { company, swarms: ['s1', 's2'] }

function openWire() {
  const asked: string[] = []
  const takers = new Map<string, (text: string) => void>()
  const wire: Wire = {
    subscribe(subject, take) {
      asked.push(`+${subject}`)
      takers.set(subject, (text) => take(text, subject))
      return () => {
        asked.push(`-${subject}`)
        takers.delete(subject)
      }
    },
    flush: async () => undefined,
    received: () => 0,
    drop: () => undefined,
    ended: new Promise(() => undefined),
  }
  const say = (subject: string, text: string) => takers.get(subject)?.(text)
  return { wire, asked, say, take: () => asked.splice(0) }
}

const status = (device: string) => topicSubject(company, 'bcube-status', device)

test('[SOCK-002] a changed list is only its difference, and never a wildcard', () => {
  const wanted: Wanted[] = [{ topic: 'bcube-status', recipients: ['d1', 'd2'] }]
  const book = createTopicBook(
    () => wanted,
    () => undefined,
  )
  const { wire, take } = openWire()
  book.attach(wire, hearer)
  expect(take()).toEqual([`+${syncSubject(company)}`, `+${status('d1')}`, `+${status('d2')}`])
  wanted[0] = { topic: 'bcube-status', recipients: ['d2', 'd3'] }
  book.update()
  expect(take()).toEqual([`-${status('d1')}`, `+${status('d3')}`])
  wanted.push({ topic: 'bcube-status', recipients: ['d3'] })
  book.update()
  wanted.shift()
  book.update()
  expect(take()).toEqual([`-${status('d2')}`])
  wanted.length = 0
  book.update()
  expect(take()).toEqual([`-${status('d3')}`])
})

test('[SOCK-003] runs are subscribed by device in each swarm of the token; a long list by swarm', () => {
  expect(heardSubjects('analysis', ['d1'], hearer)).toEqual([
    analysisSubject(company, 's1', 'd1'),
    analysisSubject(company, 's2', 'd1'),
  ])
  const many = Array.from({ length: 501 }, (_, at) => `d${at}`)
  expect(heardSubjects('analysis', many, hearer)).toEqual([
    analysisSubject(company, 's1', '*'),
    analysisSubject(company, 's2', '*'),
  ])
  expect(heardSubjects('analysis', [], hearer)).toEqual([])
  expect(heardSubjects('bcube-status', many, hearer)).toHaveLength(501)
  const all = Array.from({ length: 1001 }, (_, at) => `d${at}`)
  expect(heardSubjects('bcube-status', all, hearer)).toEqual([status('*')])
})

test('while two wires overlap each message counts once, and two that are alike count twice', () => {
  const got: string[] = []
  const book = createTopicBook(
    () => [{ topic: 'bcube-status', recipients: ['d1'] }],
    (text) => void got.push(text),
  )
  const [one, two] = [openWire(), openWire()]
  book.attach(one.wire, hearer)
  one.say(status('d1'), 'before')
  book.attach(two.wire, hearer)
  for (const text of ['a', 'b', 'b']) {
    one.say(status('d1'), text)
    two.say(status('d1'), text)
  }
  two.say(status('d1'), 'only there')
  book.detach(one.wire)
  two.say(status('d1'), 'b')
  expect(got).toEqual(['before', 'a', 'b', 'b', 'only there', 'b'])
})

test('[SOCK-001] [SOCK-004] [SOCK-005] a gateway is heard on its own topic, a cube on two, both on Bluetooth', () => {
  const devices = [
    { uuid: 'c1', deviceType: 'bcube' },
    { uuid: 'g1', deviceType: 'bgate' },
    { uuid: 'c2', deviceType: 'bcube' },
  ] as const
  expect(topicsOf(devices[1])).not.toContain('bcube-status')
  expect([...recipientsOf(devices)].toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
    ['bcube-events', ['c1', 'c2']],
    ['bcube-status', ['c1', 'c2']],
    ['bgate-events', ['g1']],
    ['ble-events', ['c1', 'g1', 'c2']],
    ['run', ['c1', 'g1', 'c2']],
  ])
})
