import { companies } from '../../../scripts/demo/companies.ts'
import { password, type Transport } from './world.ts'

export interface Timing {
  pairs: number
  /** Median in milliseconds. */
  known: number
  /**
   * Known less unknown within each pair, which were asked one after the other: the median in milliseconds and its interval of
   * 99 %. A busy machine makes the interval wide, so a difference counts only as far as the whole interval shows it.
   */
  difference: Interval
  /** Statuses and bodies that were not the same for both. */
  unequal: number
}

export interface Interval {
  median: number
  from: number
  to: number
}

/** Tries of one account before it has to wait. */
const triesEach = 4

/** Add pairs, up to so many times the number asked for, until the interval is this narrow, in milliseconds. */
const mostTimes = 4
const narrow = 10

/**
 * Sign in with a wrong password as people who are there and people who are not, in pairs that take turns in who goes
 * first, each from an address of its own: time, status and words must not tell which is which. The people are many,
 * since an account that is tried too often has to wait.
 */
export async function timeSignIns(
  transport: Transport,
  secret: string,
  pairs: number,
): Promise<Timing> {
  const names = await foundPeople(transport, secret, Math.ceil((pairs * mostTimes) / triesEach))
  const known: number[] = []
  const unknown: number[] = []
  let unequal = 0
  let difference = medianInterval([])
  for (let at = 0; at < pairs * mostTimes; at++) {
    const there = names[at % names.length] ?? ''
    const missing = `${there.slice(0, -1)}x`
    const order = at % 2 === 0 ? [there, missing] : [missing, there]
    const replies = []
    for (const name of order) {
      const began = performance.now()
      const reply = await signIn(transport, name, at)
      ;(name === there ? known : unknown).push(performance.now() - began)
      replies.push(`${reply.status} ${reply.text}`)
    }
    if (replies[0] !== replies[1]) unequal++
    difference = medianInterval(known.map((ms, pair) => ms - (unknown[pair] ?? Number.NaN)))
    if (at + 1 >= pairs && difference.to - difference.from <= narrow) break
  }
  return { pairs: known.length, known: medianInterval(known).median, difference, unequal }
}

/** Return the least difference of known and unknown in milliseconds; 0 when the interval contains zero. */
export function shownApart({ from, to }: Interval): number {
  return Math.max(0, from, -to)
}

/**
 * Return the median with its interval of 99 %: the order statistics n/2 -+ 2.576 sqrt(n)/2 (binomial, by its normal
 * approximation; Conover, Practical Nonparametric Statistics, 3.2). Whole range for fewer than 8 values.
 */
export function medianInterval(values: readonly number[]): Interval {
  const sorted = [...values].sort((a, b) => a - b)
  const count = sorted.length
  const reach = Math.ceil((2.576 * Math.sqrt(count)) / 2)
  const at = (index: number) => sorted[Math.max(0, Math.min(count - 1, index))] ?? Number.NaN
  const middle = Math.floor(count / 2)
  return { median: at(middle), from: at(middle - reach), to: at(middle + reach) }
}

function signIn(transport: Transport, username: string, at: number) {
  return transport({
    method: 'POST',
    path: '/v3/session/login',
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      'content-type': 'application/json',
      'cf-connecting-ip': `198.51.${100 + Math.floor(at / 200)}.${(at % 200) + 1}`,
    },
    body: JSON.stringify({ username, password: 'Wrong-password-1!' }),
  })
}

/** People of one request: each password is hashed before its answer, which takes over a second on a busy machine. */
const foundAtOnce = 10

async function foundPeople(transport: Transport, secret: string, count: number): Promise<string[]> {
  const names: string[] = []
  while (names.length < count) {
    const some = Math.min(foundAtOnce, count - names.length)
    // oxlint-disable-next-line no-await-in-loop
    names.push(...(await foundLaboratory(transport, secret, some)))
  }
  return names
}

/** Found a company with so many people. @returns their user names */
async function foundLaboratory(
  transport: Transport,
  secret: string,
  count: number,
): Promise<string[]> {
  const template = companies[0]
  const swarm = crypto.randomUUID()
  const word = crypto.randomUUID().slice(0, 8)
  const users = Array.from({ length: count }, (_, at) => ({
    ...template?.users[0],
    uuid: crypto.randomUUID(),
    username: `timing-${word}-${String(at).padStart(3, '0')}k`,
    name: `Timing ${at}`,
    email: `timing-${at}@${word}.example`,
    profile: 'Operator',
    swarms: [swarm],
    password,
  }))
  const reply = await transport({
    method: 'POST',
    path: '/v3/operator/company',
    headers: { authorization: `Operator ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      company: { ...template?.company, uuid: crypto.randomUUID(), name: `Timing ${word}` },
      swarms: [{ uuid: swarm, name: 'Swarm' }],
      users,
    }),
  })
  if (reply.status !== 200) throw new Error(`people of the timing: ${reply.status} ${reply.text}`)
  return users.map(({ username }) => username)
}
