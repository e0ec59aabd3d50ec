import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Words that holders of passes sign with each call. They come from a secret of this start and the hour on the device's
 * own stopwatch, so nothing is stored for those who only ask, and a wrong wall clock does no harm.
 */
export interface Challenges {
  current(): string
  /** Return true for a challenge that was issued recently. */
  isFresh(challenge: string): boolean
  /** False when this call has been made before, and when more are made than can be remembered. */
  spend(call: string): boolean
}

const windowMs = 5 * 60_000
const remembered = 50_000

export function createChallenges(): Challenges {
  const secret = randomBytes(32)
  let spent: [window: number, calls: Set<string>][] = []
  const window = () => Math.floor(performance.now() / windowMs)
  const of = (at: number) =>
    createHmac('sha256', secret).update(String(at)).digest('base64url').slice(0, 22)
  const same = (a: string, b: string) =>
    a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
  return {
    current: () => of(window()),
    isFresh: (challenge) => same(challenge, of(window())) || same(challenge, of(window() - 1)),
    spend(call) {
      const at = window()
      spent = spent.filter(([made]) => made >= at - 2)
      if (spent.some(([, calls]) => calls.has(call))) return false
      let [, calls] = spent.find(([made]) => made === at) ?? []
      if (!calls) spent.push([at, (calls = new Set())])
      if (calls.size >= remembered) return false
      calls.add(call)
      return true
    },
  }
}
