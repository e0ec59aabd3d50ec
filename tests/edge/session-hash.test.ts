import { createHmac, pbkdf2Sync, scryptSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  comeAmong,
  joinLine,
  leaveLine,
  type Place,
  showLife,
} from '../../edge/session/hash-line.ts'
import { scryptCost, scryptTurns } from '../../edge/session/password-cost.ts'
import { hashPassword, verifyPassword } from '../../edge/session/password.ts'
import { mixOn, startMixing, takeMixed, wipeMixed } from '../../edge/session/romix.ts'
import { scryptInSlices } from '../../edge/session/scrypt-slices.ts'

/** PBKDF2 with one round, longer than the runtime's own gives. */
function stretch(password: string, salt: string, length: number): Buffer {
  const blocks = Array.from({ length: length / 32 }, (_, at) => {
    const number = Buffer.alloc(4)
    number.writeUInt32BE(at + 1)
    return createHmac('sha256', password).update(salt).update(number).digest()
  })
  return Buffer.concat(blocks)
}

/** scrypt of any p, from the parts that password.ts uses. */
function derive(
  password: string,
  salt: string,
  { N, r, p }: Record<'N' | 'r' | 'p', number>,
  step = 777,
) {
  const blocks = stretch(password, salt, 128 * r * p)
  for (let at = 0; at < blocks.length; at += 128 * r) {
    startMixing(blocks.subarray(at, at + 128 * r), { N, r })
    while (mixOn(step));
    blocks.set(takeMixed(r), at)
  }
  return pbkdf2Sync(password, blocks, 1, 64, 'sha256').toString('hex')
}

describe('scrypt in steps', () => {
  test('gives the vectors of RFC 7914, section 12, that fit into 8 MiB', () => {
    expect(derive('', '', { N: 16, r: 1, p: 1 })).toBe(
      '77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442' +
        'fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906',
    )
    expect(derive('password', 'NaCl', { N: 1024, r: 8, p: 16 })).toBe(
      'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162' +
        '2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640',
    )
  })

  test('gives what node:crypto gives, in steps of any size', () => {
    const costs = [
      { N: 2, r: 1, p: 1 },
      { N: 64, r: 3, p: 2 },
      { N: 8192, r: 8, p: 1 },
    ]
    for (const cost of costs) {
      const whole = scryptSync('Grüße, Köln', 'salt', 64, { ...cost, maxmem: 2 ** 26 })
      for (const step of [1000, 2048, 1e9]) {
        expect(derive('Grüße, Köln', 'salt', cost, step)).toBe(whole.toString('hex'))
      }
    }
  })

  test('refuses more than its memory holds, and leaves nothing in it', () => {
    const block = new Uint8Array(1024).fill(7)
    expect(() => startMixing(block, { N: 2 ** 14, r: 8 })).toThrow(RangeError)
    expect(() => startMixing(block, { N: 1000, r: 8 })).toThrow(RangeError)
    startMixing(block, { N: 16, r: 8 })
    while (mixOn(5));
    expect(takeMixed(8).some((byte) => byte !== 0)).toBe(true)
    wipeMixed()
    expect(takeMixed(8).every((byte) => byte === 0)).toBe(true)
  })
})

/** Hashes as they were made until now, by node:crypto alone. */
function turnsOf(password: string, salt: Buffer): Buffer {
  let key = Buffer.alloc(0)
  for (let turn = 0; turn < scryptTurns; turn++) {
    const salted = Buffer.concat([key, salt])
    key = scryptSync(password, salted, 32, { ...scryptCost, maxmem: 2 ** 26 })
  }
  return key
}

test('hashes that node:crypto made are verified, of both schemes', async () => {
  const salt = Buffer.from('0123456789abcdef')
  const turns = turnsOf('Correct-horse-1', salt).toString('base64')
  const made = `scrypt-turns$${scryptCost.N}$8$${scryptTurns}$${salt.toString('base64')}$${turns}`
  const once = scryptSync('Correct-horse-1', salt, 32, { N: 1024, r: 8, p: 2 }).toString('base64')
  const old = `scrypt$1024$8$2$${salt.toString('base64')}$${once}`
  for (const hash of [made, old]) {
    expect(await verifyPassword('Correct-horse-1', hash)).toBe(true)
    expect(await verifyPassword('Correct-horse-2', hash)).toBe(false)
  }
  expect(
    await verifyPassword('Correct-horse-1', made.replace(`$${scryptCost.N}$`, '$16384$')),
  ).toBe(false)
})

test('what many hash at once stays each their own', async () => {
  const passwords = Array.from({ length: 3 }, (_, at) => `Correct-horse-${at}`)
  const hashes = await Promise.all(passwords.map((word) => hashPassword(word)))
  for (const [at, hash] of hashes.entries()) {
    const [, , , , salt = '', key = ''] = hash.split('$')
    expect(turnsOf(passwords[at]!, Buffer.from(salt, 'base64')).toString('base64')).toBe(key)
  }
})

describe('the line of those who hash', () => {
  const goThrough = async (place: Place, done: Place[]) => {
    await comeAmong(place, 1)
    done.push(place)
    leaveLine(place)
  }

  test('serves whoever came first', async () => {
    const places = [joinLine(), joinLine(), joinLine(), joinLine()]
    const done: Place[] = []
    await Promise.all([...places].reverse().map((place) => goThrough(place, done)))
    expect(done).toEqual(places)
  })

  test('attack I7: lets people at a session go before strangers, who work already or not', async () => {
    const strangers = Array.from({ length: 8 }, () => joinLine())
    const done: Place[] = []
    const [first] = strangers as [Place]
    first.atWork = true
    const person = joinLine('somebody')
    // A second place of the same person is one among the strangers.
    const again = joinLine('somebody')
    const waiting = [again, person, ...strangers.slice(1)].map((place) => goThrough(place, done))
    expect(done).toEqual([])
    await goThrough(first, done)
    await Promise.all(waiting)
    expect(done).toEqual([first, person, ...strangers.slice(1), again])
  })

  test('goes on without a request that was cut off, first or not', async () => {
    const [gone, second, third, fourth] = [joinLine(), joinLine(), joinLine(), joinLine()]
    showLife(gone)
    const done: Place[] = []
    const began = Date.now()
    await Promise.all([goThrough(fourth, done), goThrough(second, done)])
    expect(done).toEqual([second, fourth])
    expect(Date.now() - began).toBeLessThan(3000)
    // Who was only slow is first again.
    const fifth = joinLine()
    showLife(third)
    const later = goThrough(fifth, done)
    await goThrough(third, done)
    await later
    expect(done).toEqual([second, fourth, third, fifth])
  })

  test('whose work another has begun over does it again', async () => {
    const cost = { N: 8192, r: 8 }
    const given = { password: 'Correct-horse-1', salt: new Uint8Array(16), length: 32 }
    const whole = scryptSync(given.password, given.salt, 32, { ...cost, p: 1, maxmem: 2 ** 26 })
    const [slow, quick] = [joinLine(), joinLine()]
    // Time for the first to be taken for gone: the second begins, and the first comes back to its place meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 500))
    const quickKey = scryptInSlices(quick, given, cost)
    await new Promise((resolve) => setTimeout(resolve, 2))
    const slowKey = scryptInSlices(slow, given, cost).finally(() => leaveLine(slow))
    expect(Buffer.from(await slowKey)).toEqual(whole)
    expect(Buffer.from(await quickKey)).toEqual(whole)
    leaveLine(quick)
  })
})
