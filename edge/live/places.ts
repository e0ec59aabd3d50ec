/** Limits of the connections of a company's hub, and their shares. */
export interface Places {
  /** Signed in, or about to with a ticket. */
  all: number
  /** Last places, which only devices may take: commands and presence depend on them. */
  forDevices: number
  /** Connections beside them that show no ticket and have not signed in. */
  strangers: number
  strangersPerAddress: number
  /** Most sockets that a holder of one ticket may open before signing in. */
  waitingPerKey: number
  /**
   * Signed in, of one person: pages on all their machines. The newest is refused, since a page that was closed instead would
   * come back and push out the next.
   */
  perPerson: number
  /** Signed in, with the key of one device. It needs one; more are open while dropped connections are not yet found dead. */
  perDevice: number
}

export const usualPlaces: Places = {
  all: 4096,
  forDevices: 1024,
  strangers: 64,
  strangersPerAddress: 8,
  waitingPerKey: 4,
  perPerson: 64,
  perDevice: 32,
}

/** A connection as far as places are concerned. */
export interface Seat {
  device: boolean
  signedIn: boolean
  /** The public key of its ticket; null for one that shows none. */
  key: string | null
  address: string
}

/** A newcomer, before its sign-in. */
export type Newcomer = Omit<Seat, 'signedIn'>

/** Connections that are there, as far as places are concerned. */
export interface Seated {
  /** Number of those who have signed in. */
  signedIn: number
  /** Connections that have not signed in. */
  waiting: Iterable<Seat>
}

/**
 * Return why there is no place for a newcomer: 503 where the company's places are taken, 429 where the newcomer holds too many
 * sockets that have not signed in; null where there is one. Strangers never take a place of those who have signed in.
 */
export function findRefusal(
  newcomer: Seat,
  { signedIn, waiting }: Seated,
  places: Places,
): 429 | 503 | null {
  let taken = signedIn
  let strangers = 0
  let alike = 0
  for (const { key, address } of waiting) {
    if (key === null) strangers += 1
    else taken += 1
    if (key === newcomer.key && (key !== null || address === newcomer.address)) alike += 1
  }
  if (newcomer.key === null && !newcomer.signedIn) {
    if (alike >= places.strangersPerAddress) return 429
    return strangers >= places.strangers ? 503 : null
  }
  if (!newcomer.signedIn && alike >= places.waitingPerKey) return 429
  const open = newcomer.device ? places.all : places.all - places.forDevices
  return taken >= open ? 503 : null
}
