import { readFileSync, writeFileSync } from 'node:fs'
import type { WorkerProcess } from '../worker-process.ts'

const pokeEveryMs = 50

/** Read the resident memory of a process in MB, now and at its highest since the last reset. Linux only. */
export function readMemory(pid: number): { now: number; highest: number } {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`${name}:\\s*(\\d+)`).exec(text)?.[1]) / 1024
  return { now: read('VmRSS'), highest: read('VmHWM') }
}

export function resetHighest(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/**
 * Measure what the objects of a worker hold in MB, without garbage: its heap and the bytes that belong to it. It is what counts against
 * the 128 MB of a Durable Object, where the memory of a process has the buffers of the runtime as well. The worker is one that may be
 * looked into (worker-process.ts).
 */
export async function readHeap({
  address,
  inspector,
}: Pick<WorkerProcess, 'address' | 'inspector'>): Promise<number> {
  if (inspector === null) throw new Error('This worker was not started to be looked into')
  const targets = (await (
    await fetch(new URL('/json', inspector.replace(/^ws/, 'http')))
  ).json()) as {
    id: string
    webSocketDebuggerUrl: string
  }[]
  const target = targets.find(({ id }) => id.endsWith('bapp'))
  if (!target) throw new Error(`No worker at ${inspector}: ${targets.map(({ id }) => id).join()}`)
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await once(socket, 'open')
  const ask = async (id: number, method: string) => {
    socket.send(JSON.stringify({ id, method }))
    for (;;) {
      const { data } = (await once(socket, 'message')) as MessageEvent<string>
      const answer = JSON.parse(data) as { id?: number; result: Record<string, number> }
      if (answer.id === id) return answer.result
    }
  }
  // Give the worker something to do: an answer waits in the runtime until then.
  const poke = () => void fetch(`${address}/bench/bare`).catch(() => undefined)
  const poking = setInterval(poke, pokeEveryMs)
  try {
    // Collect more than once: objects with finalizers go with the next collection.
    for (let turn = 1; turn <= 3; turn += 1) await ask(turn, 'HeapProfiler.collectGarbage')
    const {
      usedSize = 0,
      embedderHeapUsedSize = 0,
      backingStorageSize = 0,
    } = await ask(4, 'Runtime.getHeapUsage')
    return (usedSize + embedderHeapUsedSize + backingStorageSize) / 1e6
  } finally {
    clearInterval(poking)
    socket.close()
  }
}

/** Wait for the next event of a kind. @throws Error when the socket ends before it. */
function once(socket: WebSocket, kind: 'open' | 'message'): Promise<Event> {
  return new Promise((resolve, reject) => {
    socket.addEventListener(kind, resolve, { once: true })
    socket.addEventListener('close', () => reject(new Error('The inspector has gone')), {
      once: true,
    })
  })
}
