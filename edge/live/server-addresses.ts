/** Time for which a NATS server that did not answer is asked after the others. */
const restMs = 30_000

/** Times at which servers did not answer, by address, in this isolate. */
const failedAt = new Map<string, number>()

/**
 * Return the addresses of the NATS servers of a deployment, as `NATS_URL` lists them with commas or spaces between.
 * Throws RangeError for one that is not a WebSocket address.
 */
export function readServers(list: string): string[] {
  const servers = list.split(/[\s,]+/).filter((one) => one !== '')
  for (const server of servers) {
    const isSocket = ['ws:', 'wss:'].includes(URL.parse(server)?.protocol ?? '')
    if (!isSocket) throw new RangeError(`NATS_URL: no ws:// or wss:// address: ${server}`)
  }
  return servers
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
