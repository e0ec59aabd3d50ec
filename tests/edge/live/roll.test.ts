import { expect, test } from 'vitest'
import { HubClient, type Session } from '../../../edge/live/hub-client.ts'
import { Roll } from '../../../edge/live/roll.ts'

const names = ['device:a', 'device:b', 'user:ann']

/** Make a client as one that is there; nothing is sent to it. */
function newClient(id: number): HubClient {
  const flags = { watched: false, asked: false, torn: false, gone: false }
  return new HubClient({} as WebSocket, { id, nonce: '', deadline: 0, ...flags })
}

function sessionOf(name: string): Session {
  const rules = { allow: [], deny: [] }
  const grant = { publicKey: '', name, issuedAt: 0, expiresAt: 1, pub: rules, sub: rules }
  return { grant, verbose: false, echo: true, headers: false, noResponders: false }
}

test('issue 21: who is there is the same as by looking at all, whatever order they come, sign in and go in', () => {
  const roll = new Roll()
  const there = new Set<HubClient>()
  // Draw from a fixed sequence of numbers that jumps about.
  let number = 7
  const next = (most: number) => (number = (number * 7919 + 104_729) % 99_991) % most
  for (let turn = 0; turn < 3000; turn += 1) {
    const known = [...there]
    const one = known[next(known.length + 1)]
    if (!one) {
      const client = newClient(turn)
      // Sign in first, as a client comes with its session after the hub has slept.
      if (next(3) === 0) client.signIn(sessionOf(names[next(3)]!))
      roll.enter(client)
      there.add(client)
    } else if (!one.session && next(2) === 0) {
      one.signIn(sessionOf(names[next(3)]!))
      roll.signIn(one)
    } else if (next(3) === 0) {
      expect(roll.leave(one)).toBe(true)
      expect(roll.leave(one)).toBe(false)
      there.delete(one)
    }
    const signedIn = [...there].filter(({ session }) => session)
    expect(new Set(roll.all())).toEqual(there)
    expect(roll.signedIn).toBe(signedIn.length)
    expect(roll.waiting.size).toBe(there.size - signedIn.length)
    expect(roll.names()).toEqual(
      names.filter((name) => signedIn.some(({ session }) => session?.grant.name === name)),
    )
    for (const name of names) {
      const same = signedIn.filter(({ session }) => session?.grant.name === name)
      expect(roll.named(name).size).toBe(same.length)
    }
  }
})
