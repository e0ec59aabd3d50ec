import { lookup } from 'node:dns/promises'
import { connect as connectTcp, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import type { CallData } from '../../domain/call.ts'
import { aboutCalls } from '../../domain/calls/about.ts'
import { deviceReportCalls } from '../../domain/calls/device-reports.ts'
import {
  type CheckedStep,
  type CheckStep,
  checkSteps,
  type ConnectionReport,
  rightClockSeconds,
} from '../../domain/lan/connection-report.ts'
import type { EdgeCall } from '../edge-client.ts'

export interface CheckPorts {
  /** Origin of the service. */
  edge: string
  call: EdgeCall
  hasBus(): boolean
  /** The device's own wall clock, as it shows itself. */
  now(): number
}

/** Value that a step found, or that it is not needed here. */
type Found = { value?: number | string } | 'skipped'

/** Longest duration of a step: a name server that says nothing must not hold the report up. */
const stepMs = 5_000
const uploadMs = 20_000
/** Characters that are sent to measure the way up: a plate of readings is of this order. */
const uploadSize = 128 * 1024

/**
 * Check the way from this device to its service step by step, and say where it ends: a later step needs the earlier
 * ones, so after a failure the rest is skipped. The bus is looked at in any case, as it has a line of its own.
 */
export async function checkConnection(ports: CheckPorts): Promise<ConnectionReport> {
  const url = new URL(ports.edge)
  const isSecure = url.protocol === 'https:'
  const port = Number(url.port || (isSecure ? 443 : 80))
  let answer: CallData<typeof aboutCalls.health> | null = null
  const run: Record<CheckStep, () => Promise<Found>> = {
    resolve: async () => ({ value: (await lookup(url.hostname)).address }),
    tcp: () => reach(connectTcp({ host: url.hostname, port }), 'connect'),
    tls: async () => {
      if (!isSecure) return 'skipped'
      const socket = connectTls({ host: url.hostname, port, servername: url.hostname })
      return reach(socket, 'secureConnect')
    },
    service: async () => {
      answer = await ports.call(aboutCalls.health)
      return { value: answer.version }
    },
    time: async () => checkTime(ports.now() - Date.parse(answer?.time ?? '')),
    bus: async () => {
      if (!ports.hasBus()) throw new Error('no_bus')
      return {}
    },
    upload: () => measureUpload(ports.call),
  }
  const steps: CheckedStep[] = []
  let failed = false
  for (const step of checkSteps) {
    const isSkipped = failed && step !== 'bus'
    const checked = isSkipped ? skipped(step) : await checkStep(step, run[step])
    steps.push(checked)
    // Go on after a wrong clock, so that the rest is measured.
    if (checked.outcome === 'failed' && step !== 'time' && step !== 'bus') failed = true
  }
  return { at: new Date(ports.now()).toISOString(), service: url.host, steps }
}

const skipped = (step: CheckStep): CheckedStep => ({ step, outcome: 'skipped', ms: null })

async function checkStep(step: CheckStep, act: () => Promise<Found>): Promise<CheckedStep> {
  const began = performance.now()
  const ms = () => Math.round(performance.now() - began)
  try {
    const found = await within(step === 'upload' ? uploadMs : stepMs, act())
    return found === 'skipped' ? skipped(step) : { step, outcome: 'ok', ms: ms(), ...found }
  } catch (error) {
    const value = error instanceof WrongClock ? error.seconds : sayError(error)
    return { step, outcome: 'failed', ms: ms(), value }
  }
}

/** Wait for the outcome of a step, at most so long. @throws Error `ETIMEDOUT` */
async function within(ms: number, found: Promise<Found>): Promise<Found> {
  const late = new AbortController()
  const limit = sleep(ms, null, { signal: late.signal }).then(() => {
    throw new Error('ETIMEDOUT')
  })
  try {
    return await Promise.race([found, limit])
  } finally {
    late.abort()
    limit.catch(() => undefined)
  }
}

class WrongClock extends Error {
  seconds: number
  constructor(seconds: number) {
    super('clock_wrong')
    this.seconds = seconds
  }
}

/** @param error of the clock in milliseconds, positive where it is ahead. */
function checkTime(error: number): Found {
  const seconds = Math.round(error / 1000)
  if (Math.abs(seconds) > rightClockSeconds) throw new WrongClock(seconds)
  return { value: seconds }
}

/** Return the name of a system's error (`ECONNREFUSED`), or the beginning of what it says. */
function sayError(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const { code } = error as NodeJS.ErrnoException
  return (typeof code === 'string' ? code : error.message).slice(0, 200)
}

async function reach(socket: Socket, event: 'connect' | 'secureConnect'): Promise<Found> {
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once(event, () => resolve()).once('error', reject)
      socket.setTimeout(stepMs, () => reject(new Error('ETIMEDOUT')))
    })
    return {}
  } finally {
    socket.destroy()
  }
}

/** Measure the way up in kB/s, the answer included. */
async function measureUpload(call: EdgeCall): Promise<Found> {
  const began = performance.now()
  const body = { filler: 'x'.repeat(uploadSize) }
  const { bytes } = await call(deviceReportCalls.uploadCheck, { body })
  const seconds = Math.max(0.001, (performance.now() - began) / 1000)
  return { value: Math.round(bytes / 1000 / seconds) }
}
