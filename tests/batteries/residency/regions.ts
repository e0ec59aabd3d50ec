import { type ChildProcess, fork } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Driven } from './drive.ts'
import type { Heard } from './listen.ts'
import type { MarkedRegion } from './markers.ts'

export interface RunningRegion {
  region: MarkedRegion
  address: string
  /** All that this region keeps, and the log of its edge. */
  state: string
  /** Sends every row of the contract and more, full of markers. */
  drive: () => Promise<Driven>
  /** Return what went over its live buses since `drive` began; they are listened to no more. */
  hear: () => Promise<Heard>
  stop: () => Promise<void>
}

/** `rows`: of each row its example alone. */
export type Form = 'rows' | 'all'

/** Start two deployments as two processes with two folders, each with the other's address. */
export async function startRegions(folder: string, form: Form): Promise<RunningRegion[]> {
  const ports = { eu: await freePort(), na: await freePort() }
  const address = (region: MarkedRegion) => `http://127.0.0.1:${ports[region]}`
  const urls = `eu=${address('eu')},na=${address('na')}`
  const regions: MarkedRegion[] = ['eu', 'na']
  return Promise.all(
    regions.map((region) => startRegion(folder, { region, port: ports[region], urls, form })),
  )
}

interface Wanted {
  region: MarkedRegion
  port: number
  urls: string
  form: Form
}

/** Start one deployment, with the neighbours in `urls`. */
export async function startRegion(folder: string, wanted: Wanted): Promise<RunningRegion> {
  const { region, port, urls, form } = wanted
  const state = join(folder, region)
  mkdirSync(state, { recursive: true })
  const args = [region, String(port), state, urls, form]
  const child = fork(new URL('./region-process.ts', import.meta.url), args)
  const { address } = (await nextWord(child)) as { address: string }
  return {
    region,
    address,
    state,
    drive: async () => {
      child.send('drive')
      return ((await nextWord(child)) as { driven: Driven }).driven
    },
    hear: async () => {
      child.send('hear')
      return ((await nextWord(child)) as { heard: Heard }).heard
    },
    stop: async () => {
      if (child.exitCode !== null) return
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.send('stop')
      await gone
    },
  }
}

/** Return the next message of the process. @throws Error if it ends instead. */
function nextWord(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const lost = (code: number | null) => reject(new Error(`a region ended with ${String(code)}`))
    child.once('exit', lost)
    child.once('message', (word) => {
      child.off('exit', lost)
      resolve(word)
    })
  })
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
