import { connect, createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A line to a local port that can be cut without either side being told first. */
export interface CuttableProxy {
  port: number
  /** End all connections and take no new ones. */
  cut(): void
  mend(): void
  /** Leave unread what the other side sends from now on, without a word to it. */
  stall(): void
  close(): void
}

/** Pass bytes on between a new port and the given one. */
export async function openProxy(target: number): Promise<CuttableProxy> {
  const open = new Set<Socket>()
  const answers = new Map<Socket, Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(target, '127.0.0.1')
    answers.set(far, near)
    far.on('close', () => answers.delete(far))
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.setNoDelay(true)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      for (const one of open) one.destroy()
    },
    mend() {
      isCut = false
    },
    stall() {
      for (const [far, near] of answers) far.unpipe(near).pause()
    },
    close() {
      server.close()
      for (const one of open) one.destroy()
    },
  }
}
