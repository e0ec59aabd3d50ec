import { companies } from '../../../scripts/demo/companies.ts'
import { password, type Transport } from './world.ts'

export interface Timing {
  pairs: number
  /** Medians in milliseconds. */
  known: number
  unknown: number
  /** Median of known less unknown within each pair, which were asked one after the other: what the machine does else cancels out. */
  difference: number
  /** Statuses and bodies that were not the same for both. */
  unequal: number
}

/** Tries of one account before it has to wait. */
const triesEach = 4

/**
 * Signs in with a wrong password as people who are there and people who are not, in pairs that take turns in who goes
 * first, each from an address of its own: time, status and words must not tell which is which. The people are many,
 * since an account that is tried too often has to wait.
 */
export async function timeSignIns(
  transport: Transport,
  secret: string,
  pairs: number,
): Promise<Timing> {
  const names = await foundPeople(transport, secret, Math.ceil(pairs / triesEach))
  const known: number[] = []
  const unknown: number[] = []
  let unequal = 0
  for (let at = 0; at < pairs; at++) {
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
  }
  const apart = known.map((ms, at) => ms - (unknown[at] ?? Number.NaN))
  const difference = Math.abs(median(apart))
  return { pairs, known: median(known), unknown: median(unknown), difference, unequal }
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

async function foundPeople(transport: Transport, secret: string, count: number): Promise<string[]> {
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

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
