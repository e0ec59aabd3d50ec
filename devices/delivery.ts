import { deviceLinkCalls } from '../domain/calls/device-link.ts'
import { Fault } from '../domain/fault.ts'
import type { RunProgress } from '../domain/live/event.ts'
import { type BackOff, createBackOff } from './back-off.ts'
import { type EdgeCall, isPassing } from './edge-client.ts'
import { deliverLanCommands } from './lan/lan-delivery.ts'
import {
  acknowledgeAnswer,
  acknowledgeEnd,
  acknowledgeReadings,
  acknowledgeStart,
  countReadings,
  type Undelivered,
  undeliveredRuns,
  waitingAnswers,
  waitingReadings,
} from './outbox.ts'
import { asDelivered, noteRefused, refusedFields } from './refused-readings.ts'
import { stepsOf } from './run-record.ts'
import type { Store } from './store.ts'
import { measureProgress } from './thermal.ts'

export interface DeliveryPorts {
  store: Store
  call: EdgeCall
  /** Exact place of the run that is going on, if it is that one. */
  progress(analysisUuid: string): RunProgress | null
  /** One line for the log. */
  report(text: string): void
}

/** Readings in one call (the row's own limit is 50). */
const batchSize = 50

export interface Holds {
  isHeld(analysisUuid: string): boolean
  hold(analysisUuid: string): void
  release(analysisUuid: string): void
  clear(): void
}

/** Hold runs that the service refuses, each with its own waiting time. */
export function createHolds(firstMs: number, longestMs: number, now = Date.now): Holds {
  const held = new Map<string, { until: number; backOff: BackOff }>()
  return {
    isHeld: (uuid) => (held.get(uuid)?.until ?? 0) > now(),
    hold(uuid) {
      const backOff = held.get(uuid)?.backOff ?? createBackOff(firstMs, longestMs)
      held.set(uuid, { until: now() + backOff.next(), backOff })
    },
    release: (uuid) => void held.delete(uuid),
    clear: () => held.clear(),
  }
}

/** Go once over the outbox. Return true if anything was delivered. @throws Fault that ends the pass */
export async function deliverOnce(ports: DeliveryPorts, held: Holds): Promise<boolean> {
  let worked = await deliverLanCommands(ports.store, ports.call)
  worked = (await deliverAnswers(ports)) || worked
  for (const undelivered of undeliveredRuns(ports.store)) {
    const uuid = undelivered.run.order.analysis_uuid
    if (held.isHeld(uuid)) continue
    try {
      if (await deliverRun(ports, undelivered)) {
        worked = true
        held.release(uuid)
      }
    } catch (error) {
      if (!(error instanceof Fault) || isPassing(error) || error.status === 401) throw error
      ports.report(`run ${uuid} is refused: ${error.code} ${error.message}`)
      held.hold(uuid)
    }
  }
  return worked
}

async function deliverAnswers(ports: DeliveryPorts): Promise<boolean> {
  const answers = waitingAnswers(ports.store)
  for (const answer of answers) {
    try {
      await ports.call(deviceLinkCalls.answer, { body: answer })
    } catch (error) {
      if (!(error instanceof Fault) || isPassing(error) || error.status === 401) throw error
      // Report only: the ledger has no such command, or it is closed, and nobody is left to answer.
      ports.report(`answer to ${answer.command_uuid} is not taken: ${error.code}`)
    }
    acknowledgeAnswer(ports.store, answer)
  }
  return answers.length > 0
}

/** Tell the next thing about a run; gives whether there was one. */
async function deliverRun(ports: DeliveryPorts, undelivered: Undelivered): Promise<boolean> {
  const { store, call } = ports
  const { run, startTold } = undelivered
  const id = run.order.analysis_uuid
  if (run.started_at !== null && !startTold) {
    await call(deviceLinkCalls.started, { params: { id }, body: { at: run.started_at } })
    acknowledgeStart(store, id)
    return true
  }
  if (undelivered.readings > 0) return deliverReadings(ports, undelivered)
  if (run.outcome === null) return false
  const measured = countReadings(store, id)
  const at = run.ended_at ?? new Date().toISOString()
  const light = run.light === undefined ? {} : { light: run.light }
  const began = run.started_at === null ? {} : { began: run.started_at }
  const body = { outcome: run.outcome, reason: run.reason, at, ...began, measured, ...light }
  try {
    await call(deviceLinkCalls.finished, { params: { id }, body })
  } catch (error) {
    // Offer all readings again after a refusal: the service lacks some that it had acknowledged.
    if (error instanceof Fault && error.status === 409)
      acknowledgeReadings(store, id, { AMP: 0, VAL: 0 })
    throw error
  }
  acknowledgeEnd(store, id)
  return true
}

async function deliverReadings(ports: DeliveryPorts, { run }: Undelivered): Promise<boolean> {
  const id = run.order.analysis_uuid
  const waiting = waitingReadings(ports.store, id, batchSize)
  const readings = asDelivered(ports.store, run, waiting)
  const exact = ports.progress(id)
  const planned = measureProgress(run, stepsOf(run), 0)
  const bring = (progress: RunProgress) =>
    ports.call(deviceLinkCalls.readings, { params: { id }, body: { readings, progress } })
  let kept
  try {
    kept = await bring(exact ?? planned).catch((error: unknown) => {
      // Send the readings without a refused place of the run, which is no reason to hold them back.
      const isOfProgress = refusedFields(error).every((field) => field.startsWith('progress.'))
      if (exact === null || refusedFields(error).length === 0 || !isOfProgress) throw error
      return bring(planned)
    })
  } catch (error) {
    const fields = refusedFields(error)
    if (noteRefused(ports.store, id, readings, fields) === 0) throw error
    ports.report(`run ${id}: readings are refused and delivered as not read: ${fields.join(', ')}`)
    return true
  }
  acknowledgeReadings(ports.store, id, kept)
  const [next] = waitingReadings(ports.store, id, 1)
  if (next && JSON.stringify(next) === JSON.stringify(waiting[0])) {
    throw new Fault('refused', `nothing was kept of ${readings.length} readings`)
  }
  return true
}
