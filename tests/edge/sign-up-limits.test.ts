// Anybody may ask the provider for an account, and each request is a mail: what a stranger can vary limits nobody by itself.
import { env } from 'cloudflare:test'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Fault } from '../../domain/fault.ts'
import { countSignUp } from '../../edge/session/throttle.ts'

const minute = 60_000
/** Each test has an hour of its own. */
let now = Date.parse('2026-03-01T08:00:00.000Z')
let logged: string[] = []
beforeEach(async () => {
  logged = []
  vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => {
    logged.push(said.join(' '))
  })
  await env.DIRECTORY.prepare(`DELETE FROM failed_tries`).run()
  now += 1440 * minute
})
afterEach(() => vi.restoreAllMocks())

/** Ask for an account; return null, or the seconds to wait. */
async function ask(
  address: string,
  number: number,
  more: Partial<Record<'email' | 'company', string>> = {},
) {
  const about = { email: `p${number}@lab${number}.example`, company: `Lab ${number}`, ...more }
  try {
    await countSignUp(env.DIRECTORY, address, about, now)
    return null
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'too_many') throw error
    return Number(error.first.params?.['seconds'])
  }
}

/** Return an address in a network of its own. */
const far = (number: number) => `10.${number >> 8}.${number & 255}.7`
const taken = (answers: (number | null)[]) => answers.filter((one) => one === null).length

async function askMany(count: number, one: (number: number) => Promise<number | null>) {
  const answers = []
  for (let number = 0; number < count; number += 1) answers.push(await one(number))
  return taken(answers)
}

it('one address asks three times an hour, and its network twelve times, whatever it writes', async () => {
  expect(await askMany(5, (number) => ask('192.0.2.1', number))).toBe(3)
  expect(await askMany(20, (number) => ask(`192.0.2.${number + 2}`, 100 + number))).toBe(9)
  expect(await ask('198.51.100.1', 500)).toBeNull()
  now += 61 * minute
  expect(await ask('192.0.2.1', 501)).toBeNull()
})

it('one person is named three times an hour and one company six times, from whatever address', async () => {
  const email = 'Ada@lab.example'
  const byPerson = (number: number) =>
    ask(far(number), number, { email: number % 2 ? email : email.toLowerCase() })
  expect(await askMany(6, byPerson)).toBe(3)
  const byCompany = (number: number) =>
    ask(far(100 + number), 100 + number, { company: number % 2 ? 'North Lab' : 'NORTH LAB' })
  expect(await askMany(9, byCompany)).toBe(6)
})

it('all together ask sixty times an hour, then once in some minutes, and the log says so', async () => {
  expect(await askMany(70, (number) => ask(far(number), number))).toBe(60)
  expect(logged).toHaveLength(10)
  expect(logged[0]).toBe('requests for an account are held back: too many in an hour {"taken":60}')
  // Ask at last as a laboratory, which comes through, and so does the next one later.
  expect(await ask(far(900), 900)).toBeLessThanOrEqual(60)
  now += 2 * minute
  expect(await ask(far(901), 901)).toBeNull()
  expect(await ask(far(902), 902)).toBeLessThanOrEqual(120)
  now += 120 * minute
  expect(await askMany(20, (number) => ask(far(1000 + number), 1000 + number))).toBe(20)
})

it('steady requests of many hours do not add up', async () => {
  for (let at = 0; at < 12; at++) {
    const number = 3000 + 10 * at
    expect(await askMany(10, (one) => ask(far(number + one), number + one))).toBe(10)
    now += 58 * minute
  }
  expect(logged).toEqual([])
})

it('a sender who is refused uses up nothing of what others have', async () => {
  expect(
    await askMany(200, (number) => ask('203.0.113.9', number % 50, { email: 'ada@far.example' })),
  ).toBe(3)
  expect(await askMany(40, (number) => ask(far(2000 + number), 2000 + number))).toBe(40)
  expect(logged).toEqual([])
})
