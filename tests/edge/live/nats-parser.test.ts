import { describe, expect, test } from 'vitest'
import { maxControlLine, largestPayload, NatsParser } from '../../../edge/live/nats-parser.ts'
import type { ClientOp } from '../../../edge/live/nats-parser.ts'
import { bend, cut, makeFrame, makeStream, randomOf } from '../../contract/live/random-frames.ts'

const encoder = new TextEncoder()
const bytesOf = (text: string) => encoder.encode(text)

/** Read all the pieces with one parser; payloads as plain arrays, to be compared. */
function read(pieces: readonly Uint8Array[], maxPayload = largestPayload): unknown[] {
  const parser = new NatsParser(maxPayload)
  const plain = (op: ClientOp) => (op.op === 'pub' ? { ...op, payload: [...op.payload] } : op)
  return pieces.flatMap((piece) => [...parser.read(piece)].map(plain))
}

const readText = (text: string) => read([bytesOf(text)])
const failure = (message: string) => [{ op: 'error', message }]

describe('operations', () => {
  test('CONNECT gives its options', () => {
    expect(readText('CONNECT {"verbose":true,"name":"a b"}\r\n')).toEqual([
      { op: 'connect', options: { verbose: true, name: 'a b' } },
    ])
  })

  test('verbs in any case, blanks and tabs between the words', () => {
    const ops = readText(
      'ping\r\nPONG\r\nsUb  t.a\t\t7 \r\nSUB t.b q 8\r\nUNSUB 7\r\nunsub 8 3\r\n',
    )
    expect(ops).toEqual([
      { op: 'ping' },
      { op: 'pong' },
      { op: 'sub', subject: 't.a', sid: '7' },
      { op: 'sub', subject: 't.b', queue: 'q', sid: '8' },
      { op: 'unsub', sid: '7' },
      { op: 'unsub', sid: '8', max: 3 },
    ])
  })

  test('PUB and HPUB carry bytes of the announced size, line ends among them', () => {
    const ops = readText(
      'PUB a 4\r\n\r\n\r\n\r\nPUB a b 0\r\n\r\nHPUB a r 3 5\r\nabcde\r\nPING\r\n',
    )
    expect(ops).toEqual([
      { op: 'pub', subject: 'a', headerSize: 0, payload: [13, 10, 13, 10] },
      { op: 'pub', subject: 'a', reply: 'b', headerSize: 0, payload: [] },
      { op: 'pub', subject: 'a', reply: 'r', headerSize: 3, payload: [97, 98, 99, 100, 101] },
      { op: 'ping' },
    ])
  })
})

describe('an error is reported once and nothing is read after it', () => {
  test.each([
    ['HELLO\r\nPING\r\n', 'Unknown Protocol Operation'],
    ['\r\nPING\r\n', 'Unknown Protocol Operation'],
    ['SUB a\r\nPING\r\n', 'Parser Error'],
    ['SUB a b c d\r\n', 'Parser Error'],
    ['UNSUB\r\n', 'Parser Error'],
    ['UNSUB 1 -1\r\n', 'Parser Error'],
    ['PUB a\r\n', 'Parser Error'],
    ['PUB 5\r\nabcde\r\n', 'Parser Error'],
    ['PUB a b c 1\r\n', 'Parser Error'],
    ['PUB a 1e3\r\n', 'Parser Error'],
    ['PUB a 99999999999999999999\r\n', 'Parser Error'],
    ['PUB a 3\r\nabcdPING\r\n', 'Parser Error'],
    ['HPUB a 9 3\r\nabc\r\n', 'Parser Error'],
    ['HPUB a 3\r\nabc\r\n', 'Parser Error'],
    ['CONNECT {"a":\r\n', 'Invalid Client Protocol'],
    ['CONNECT []\r\n', 'Invalid Client Protocol'],
    ['CONNECT null\r\n', 'Invalid Client Protocol'],
    [`PUB a ${largestPayload + 1}\r\n`, 'Maximum Payload Violation'],
    [`SUB ${'a'.repeat(maxControlLine)} 1\r\n`, 'Maximum Control Line Exceeded'],
    ['x'.repeat(maxControlLine + 1), 'Maximum Control Line Exceeded'],
    [`CONNECT ${' '.repeat(70_000)}`, 'Maximum Control Line Exceeded'],
  ])('%j', (text, message) => {
    expect(readText(text)).toEqual(failure(message))
  })

  test('a control line of just the limit passes, and a long CONNECT', () => {
    const subject = 'a'.repeat(maxControlLine - 'SUB  1\r\n'.length)
    expect(readText(`SUB ${subject} 1\r\n`)).toEqual([{ op: 'sub', subject, sid: '1' }])
    const jwt = 'j'.repeat(60_000)
    expect(readText(`connect {"jwt":"${jwt}"}\r\n`)).toEqual([{ op: 'connect', options: { jwt } }])
  })

  test('the payload limit can be raised', () => {
    const parser = new NatsParser(0)
    expect([...parser.read(bytesOf('PUB a 0\r\n\r\n'))].length).toBe(1)
    parser.maxPayload = 3
    expect([...parser.read(bytesOf('PUB a 3\r\nabc\r\n'))].length).toBe(1)
  })

  test('midway tells whether an operation is open', () => {
    const parser = new NatsParser()
    const states = ['PI', 'NG\r\n', 'PUB a 2\r\n', 'a', 'b\r', '\n'].map((piece) => {
      for (const op of parser.read(bytesOf(piece))) expect(op.op).not.toBe('error')
      return parser.midway
    })
    expect(states).toEqual([true, false, true, true, true, false])
  })
})

test('20,000 random frames, some bent: the same operations wherever they are cut, and never a throw', () => {
  const seen = new Set<string>()
  let frames = 0
  for (let seed = 1; frames < 20_000; seed++) {
    const random = randomOf(seed)
    const stream = makeStream(random, 10, 4)
    frames += 10
    const whole = read([stream])
    for (const op of whole) seen.add((op as ClientOp).op)
    expect(read(cut(stream, random)), `seed ${seed}`).toEqual(whole)
  }
  expect([...seen].toSorted()).toEqual(['connect', 'error', 'ping', 'pong', 'pub', 'sub', 'unsub'])
})

test('a frame cut at every one of its bytes is the same frame', () => {
  const random = randomOf(7)
  for (let frame = 0; frame < 1000; frame++) {
    const bytes = frame % 3 === 0 ? bend(makeFrame(random), random) : makeFrame(random)
    const whole = read([bytes])
    for (let at = 1; at < bytes.length; at++) {
      expect(read([bytes.slice(0, at), bytes.slice(at)]), `frame ${frame} at ${at}`).toEqual(whole)
    }
  }
})

test('2,000 streams of random bytes: an error or nothing, never a throw', () => {
  for (let seed = 1; seed <= 2000; seed++) {
    const random = randomOf(seed)
    const noise = Uint8Array.from({ length: random(300) }, () => random(256))
    const ops = read(cut(noise, random), 100)
    expect(ops.filter((op) => (op as ClientOp).op === 'error').length).toBeLessThanOrEqual(1)
  }
})

test('the memory of an open operation is bounded by the bytes received, and by the limits', () => {
  const feed = (parser: NatsParser, bytes: Uint8Array) => {
    for (const op of parser.read(bytes)) expect(op.op).toBe('ping')
    return parser.held
  }
  const announced = new NatsParser()
  expect(feed(announced, bytesOf(`PUB a ${largestPayload}\r\n`))).toBe(0)
  expect(feed(announced, new Uint8Array(1000))).toBeLessThan(4096)
  for (let at = 0; at < 900; at++) feed(announced, new Uint8Array(1000))
  expect(announced.held).toBeLessThanOrEqual(largestPayload + 2)
  // Expect a tail of three bytes not to hold the megabyte it came with.
  const tail = new NatsParser()
  const pings = bytesOf('PING\r\n'.repeat(200_000))
  expect(feed(tail, new Uint8Array([...pings.subarray(0, 6), ...bytesOf('PIN')]))).toBe(3)
  for (let seed = 1; seed <= 300; seed++) {
    const random = randomOf(seed)
    const parser = new NatsParser()
    for (const piece of cut(makeStream(random, 20, 30), random)) {
      for (const op of parser.read(piece)) expect(op.op).toBeTypeOf('string')
      expect(parser.held).toBeLessThan(maxControlLine + largestPayload)
    }
  }
})
