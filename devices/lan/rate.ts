/** Rate limit of one address: a burst, and a number per second after that. */
export interface Rate {
  burst: number
  perSecond: number
}

/** A page that follows a device asks twice every five seconds; several of them stay far below. */
export const usualRate: Rate = { burst: 60, perSecond: 10 }

const mostAddresses = 1_000

/** Give false when an address has asked too often. */
export function createRateLimit({ burst, perSecond }: Rate): (address: string) => boolean {
  const left = new Map<string, { tokens: number; at: number }>()
  return function mayAsk(address) {
    const at = performance.now()
    const known = left.get(address) ?? { tokens: burst, at }
    const tokens = Math.min(burst, known.tokens + ((at - known.at) / 1000) * perSecond)
    left.delete(address)
    // Forget the one that has been silent the longest: it has its whole burst again anyway.
    if (left.size >= mostAddresses) left.delete(left.keys().next().value ?? '')
    left.set(address, { tokens: Math.max(0, tokens - 1), at })
    return tokens >= 1
  }
}
