import { createServer } from 'node:net'

/** Port of the first stack of the walks unless `BAPP_E2E_PORT` is set; each takes its own and the next one. */
export const firstWalkPort = 18787

/**
 * Return true if nothing listens on the port, on either loopback address: a stranger on ::1 would answer `localhost` in
 * our place. A machine without IPv6 counts as free there.
 */
export async function isPortFree(port: number): Promise<boolean> {
  const tries = await Promise.all(['127.0.0.1', '::1'].map((host) => canListen(port, host)))
  return tries.every(Boolean)
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}
