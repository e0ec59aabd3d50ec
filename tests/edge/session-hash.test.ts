import { scryptSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  comeAmong,
  joinLine,
  leaveLine,
  type Place,
  showLife,
} from '../../edge/session/hash-line.ts'
import { scryptCost } from '../../edge/session/password-cost.ts'
import { hashPassword, isOutdated, verifyPassword } from '../../edge/session/password.ts'
import { mixOn, startMixing, takeMixed, wipeMixed } from '../../edge/session/romix.ts'
import { type ScryptCost, scryptInSlices } from '../../edge/session/scrypt-slices.ts'
import module from '../../wasm/scrypt/pkg/scrypt.wasm'

const utf8 = new TextEncoder()

async function derive(
  password: string,
  salt: string,
  { length = 64, ...cost }: ScryptCost & { length?: number },
): Promise<string> {
  const place = joinLine()
  const key = await scryptInSlices(place, { password, salt: utf8.encode(salt), length }, cost)
  leaveLine(place)
  return Buffer.from(key).toString('hex')
}

describe('scrypt in steps', () => {
  test('gives the vectors of RFC 7914, section 12, that fit into 8 MiB', async () => {
    expect(await derive('', '', { N: 16, r: 1, p: 1 })).toBe(
      '77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442' +
        'fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906',
    )
    expect(await derive('password', 'NaCl', { N: 1024, r: 8, p: 16 })).toBe(
      'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162' +
        '2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640',
    )
  })

  test('gives what node:crypto gives, with more bytes to begin with than PBKDF2 of the runtime makes', async () => {
    const costs = [
      { N: 2, r: 1, p: 1 },
      { N: 64, r: 3, p: 2 },
      { N: 1024, r: 8, p: 10 },
      { N: 8192, r: 8, p: 1 },
    ]
    for (const cost of costs) {
      const whole = scryptSync('Grüße, Köln', 'salt', 64, { ...cost, maxmem: 2 ** 26 })
      expect(await derive('Grüße, Köln', 'salt', cost)).toBe(whole.toString('hex'))
    }
  })

  test('mixes the same in steps of any size', () => {
    const block = new Uint8Array(1024).map((_, at) => at)
    const mixed = [777, 1000, 2048, 1e9].map((step) => {
      startMixing(block, { N: 1024, r: 8 })
      while (mixOn(step));
      return Buffer.from(takeMixed(8)).toString('hex')
    })
    expect(new Set(mixed).size).toBe(1)
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

  test('leaves nothing of a large calculation when a small one has come after it', () => {
    const { memory, ...romix } = new WebAssembly.Instance(module).exports as unknown as {
      memory: WebAssembly.Memory
      romix_block: () => number
      romix_start: (n: number, r: number) => number
      romix_step: (count: number) => number
      romix_wipe: () => void
    }
    const room = () => new Uint8Array(memory.buffer, romix.romix_block(), 8 * 2 ** 20)
    const countFilled = () => room().reduce((sum, byte) => sum + Number(byte !== 0), 0)
    room().fill(7, 0, 1024)
    romix.romix_start(2 ** 10, 8)
    while (romix.romix_step(2 ** 11));
    romix.romix_start(2, 1)
    while (romix.romix_step(1));
    expect(countFilled()).toBeGreaterThan(2 ** 19)
    romix.romix_wipe()
    expect(countFilled()).toBe(0)
  })
})

/** Calculate the key of a `scrypt-turns` hash, as made before 24 November 2026. */
function turnsOf(password: string, salt: Buffer, { p: turns, ...cost }: ScryptCost): Buffer {
  let key = Buffer.alloc(0)
  for (let turn = 0; turn < turns; turn++) {
    const salted = Buffer.concat([key, salt])
    key = scryptSync(password, salted, 32, { ...cost, p: 1, maxmem: 2 ** 26 })
  }
  return key
}

describe('older hashes', () => {
  const salt = Buffer.from('0123456789abcdef')
  const saltText = salt.toString('base64')
  const turns = turnsOf('Correct-horse-1', salt, { N: 1024, r: 8, p: 3 }).toString('base64')
  const cost = { N: 2 ** 14, r: 8, p: 2, maxmem: 2 ** 26 }
  const large = scryptSync('Correct-horse-1', salt, 32, cost).toString('base64')
  const hashes = {
    'of several turns': `scrypt-turns$1024$8$3$${saltText}$${turns}`,
    'of more memory than the slices share': `scrypt$16384$8$2$${saltText}$${large}`,
  }

  test.each(Object.entries(hashes))('%s are verified and to be replaced', async (_, hash) => {
    expect(await verifyPassword('Correct-horse-1', hash)).toBe(true)
    expect(await verifyPassword('Correct-horse-2', hash)).toBe(false)
    expect(isOutdated(hash)).toBe(true)
  })

  test('that name a cost beyond the memory, or have a short key, match nothing', async () => {
    const beyond = hashes['of several turns'].replace('$1024$', '$16384$')
    expect(await verifyPassword('Correct-horse-1', beyond)).toBe(false)
    expect(await verifyPassword('Correct-horse-1', 'scrypt$16$8$10$AA==$AA==')).toBe(false)
  })

  test('are not what is made now', async () => {
    expect(isOutdated(await hashPassword('Correct-horse-1'))).toBe(false)
  })
})

test('hashes made at once are those of standard scrypt, each of its own password', async () => {
  const passwords = Array.from({ length: 3 }, (_, at) => `Correct-horse-${at}`)
  const hashes = await Promise.all(passwords.map((word) => hashPassword(word)))
  for (const [at, hash] of hashes.entries()) {
    const [, , , , salt = '', key = ''] = hash.split('$')
    const cost = { ...scryptCost, maxmem: 2 ** 26 }
    const whole = scryptSync(passwords[at]!, Buffer.from(salt, 'base64'), 32, cost)
    expect(whole.toString('base64')).toBe(key)
  }
})

describe('the line of those who hash', () => {
  const goThrough = async (place: Place, done: Place[]) => {
    await comeAmong(place, 1)
    done.push(place)
    leaveLine(place)
  }

  test('serves the first to come', async () => {
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
    // Join a second place of the same person, which is one among the strangers.
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
    // Expect that a request which was only slow is first again.
    const fifth = joinLine()
    showLife(third)
    const later = goThrough(fifth, done)
    await goThrough(third, done)
    await later
    expect(done).toEqual([second, fourth, third, fifth])
  })

  test.each([1, 3])('mixes a block again that another took the memory of, p = %i', async (p) => {
    const cost = { N: 8192, r: 8, p }
    const given = { password: 'Correct-horse-1', salt: new Uint8Array(16), length: 32 }
    const whole = scryptSync(given.password, given.salt, 32, { ...cost, maxmem: 2 ** 26 })
    const [slow, quick] = [joinLine(), joinLine()]
    // Wait until the first is taken for gone: the second begins, and the first comes back to its place meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 500))
    const quickKey = scryptInSlices(quick, given, cost).finally(() => leaveLine(quick))
    await new Promise((resolve) => setTimeout(resolve, 2))
    const slowKey = scryptInSlices(slow, given, cost).finally(() => leaveLine(slow))
    expect(Buffer.from(await slowKey)).toEqual(whole)
    expect(Buffer.from(await quickKey)).toEqual(whole)
  })
})
