import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createServer, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { CannotStart } from './cannot-start.ts'

/**
 * Holds a state directory for this process: two servers writing the same SQLite files would spoil them.
 * A listening socket, not a file with a process id: it vanishes with its process, however that dies.
 * Returns the release. Throws when another process holds it.
 */
export async function lockState(stateDir: string): Promise<() => void> {
  const name = `bapp-${createHash('sha256').update(resolve(stateDir)).digest('hex').slice(0, 16)}`
  const path =
    process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
  if (await answers(path)) {
    throw new CannotStart(
      `The state in ${stateDir} is in use by another bApp. Stop that one, or choose another with --state DIR.`,
    )
  }
  if (process.platform !== 'win32') rmSync(path, { force: true })
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((done, fail) => server.once('error', fail).listen(path, done))
  server.unref()
  return () => server.close()
}

function answers(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
}
