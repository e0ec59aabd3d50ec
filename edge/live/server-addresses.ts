import { logNote } from '../log.ts'

/** Time for which a NATS server that did not answer is asked after the others. */
const restMs = 30_000

/** Times at which servers did not answer, by address, in this isolate. */
const failedAt = new Map<string, number>()

/** Lists of which this isolate has said that something in them is wrong. */
const said = new Set<string>()

/**
 * Return the addresses of the NATS servers of a deployment, as `NATS_URL` lists them with commas or spaces between. What is no
 * WebSocket address is left out, so that the bus goes on at the others, and is said once by its place: its text may hold a password.
 */
export function readServers(list: string): string[] {
  const listed = list.split(/[\s,]+/).filter((one) => one !== '')
  const isSocket = (one: string) => ['ws:', 'wss:'].includes(URL.parse(one)?.protocol ?? '')
  const wrong = listed.findIndex((one) => !isSocket(one))
  if (wrong >= 0 && !said.has(list)) {
    said.add(list)
    logNote('NATS_URL lists what is no ws:// or wss:// address', { place: wrong + 1 })
  }
  return listed.filter(isSocket)
}

/** Return the servers in the order in which a connection tries them: by chance, those that have just failed at the end. */
export function orderServers(
  servers: readonly string[],
  now = Date.now(),
  random: () => number = Math.random,
): string[] {
  const rested = (server: string) => now - (failedAt.get(server) ?? -Infinity) >= restMs
  const dealt = servers.map((server) => ({ server, late: rested(server) ? 0 : 1, at: random() }))
  return dealt
    .toSorted((one, other) => one.late - other.late || one.at - other.at)
    .map(({ server }) => server)
}

/** Note if a server has answered. */
export function noteServer(server: string, answered: boolean, now = Date.now()): void {
  if (answered) failedAt.delete(server)
  else failedAt.set(server, now)
}
