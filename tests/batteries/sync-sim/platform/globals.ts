/** Stands in for the clock and the dice of the runtime: the same seed must give the same trace, to the byte. */
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { createRandom, type Random } from '../../../support/seeded-random.ts'
import { VirtualTime } from './virtual-time.ts'

let time = new VirtualTime(0)
let random = createRandom(0)

/** Set the clock and the random numbers of this process. */
export function enterWorld(itsTime: VirtualTime, itsRandom: Random): void {
  time = itsTime
  random = itsRandom
}

export function fillRandom<Bytes extends Uint8Array>(bytes: Bytes): Bytes {
  for (let at = 0; at < bytes.length; at++) bytes[at] = random.below(256)
  return bytes
}

export function randomUuid(): `${string}-${string}-${string}-${string}-${string}` {
  const bytes = fillRandom(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 15) | 64
  bytes[8] = ((bytes[8] ?? 0) & 63) | 128
  const hex = Buffer.from(bytes).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const RealDate = Date

class VirtualDate extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(time.now)
    else super(...(given as [string]))
  }

  static override now(): number {
    return time.now
  }
}

/** Install the globals, once per process. */
export function installGlobals(): void {
  const wait = (work: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
    time.after(ms, () => work(...given))
  const stop = (take: unknown) => {
    if (typeof take === 'function') take()
  }
  Object.assign(globalThis, {
    Date: VirtualDate,
    setTimeout: wait,
    clearTimeout: stop,
    setInterval: () => {
      throw new Error('nobody here repeats itself')
    },
  })
  Math.random = () => random.next()
  AbortSignal.timeout = (ms) => {
    const control = new AbortController()
    time.after(ms, () => control.abort(new DOMException('timeout', 'TimeoutError')))
    return control.signal
  }
  crypto.randomUUID = randomUuid
  crypto.getRandomValues = ((bytes: Uint8Array) =>
    fillRandom(bytes)) as typeof crypto.getRandomValues
  const require = createRequire(import.meta.url)
  const builtIn = require('node:crypto') as Record<string, unknown>
  builtIn.randomBytes = (size: number) => Buffer.from(fillRandom(new Uint8Array(size)))
  builtIn.randomUUID = randomUuid
  const timers = require('node:timers/promises') as { setTimeout: unknown }
  timers.setTimeout = (ms: number, value: unknown) => time.wait(ms).then(() => value)
  syncBuiltinESMExports()
}
