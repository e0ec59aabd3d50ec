import * as v from 'valibot'
import { deviceGuardMs, statusBatchMs } from '../../domain/catalog/limits.ts'
import {
  type AnalysisEvent,
  type DeviceStatus,
  type RunProgress,
  TopicError,
  TopicEvent,
} from '../../domain/live/event.ts'
import type { Topic } from '../../domain/live/topic.ts'
import type { Heard, Wanted } from './topic-book.ts'

/** Last status of a device with the time of its arrival (this machine's clock); everything shown of it shows that age. */
export interface HeardStatus {
  status: DeviceStatus
  heardAt: number
}

export interface Receivers {
  onRun(event: Extract<TopicEvent, { topic: 'analysis' }>['payload']): void
  onNotice(event: Exclude<TopicEvent, { topic: 'analysis' | 'bcube-status' }>): void
  onError(error: TopicError): void
  /** Take the batch: the newest of each device that may be shown now. */
  onStatuses(batch: ReadonlyMap<string, HeardStatus>): void
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Pass on the messages of the bus: readings of runs, notices and errors at once, statuses in batches. An event counts
 * for the topic and device of its subject only, whatever its content names.
 * @param wanted what is listened to: of a swarm heard as a whole, other devices are left out.
 */
export function createReceiver(
  receivers: Receivers,
  wanted: () => Iterable<Wanted>,
): { take(text: string, heard: Heard): void; stop(): void } {
  const batch = createStatusBatch(receivers.onStatuses)
  const runs = createRunMerge(batch.hear)
  const isWanted = (topic: Topic, uuid: string) => {
    for (const one of wanted())
      if (one.topic === topic && setOf(one.recipients).has(uuid)) return true
    return false
  }
  const takeRun = (uuid: string, at: string, payload: AnalysisEvent) => {
    if (payload.kind === 'progress') return runs.hearProgress(uuid, payload.progress)
    if (payload.kind !== 'notice') return
    const topic = isWanted('bgate-events', uuid) ? 'bgate-events' : 'bcube-events'
    receivers.onNotice({ topic, uuid, at, payload: payload.notice })
  }
  return {
    take(text, heard) {
      const message = parse(text)
      const { device } = heard
      const wrong = v.safeParse(TopicError, message)
      if (wrong.success) {
        const { topic, uuid } = wrong.output
        if (topic === heard.topic && uuid === device && isWanted(topic, device))
          receivers.onError(wrong.output)
        return
      }
      const read = v.safeParse(TopicEvent, message)
      // Ignore an event of a newer service that this page does not know: the pull brings the record.
      if (!read.success || !isWanted(heard.topic, device)) return
      const event = read.output
      const isItself = event.topic === (heard.topic === 'run' ? 'analysis' : heard.topic)
      if (!isItself || event.uuid !== device) return
      if (event.topic === 'analysis') {
        if (heard.topic === 'run') takeRun(device, event.at, event.payload)
        else receivers.onRun(event.payload)
      } else if ('kind' in event.payload) {
        receivers.onNotice(event as Parameters<Receivers['onNotice']>[0])
      } else if (event.payload.uuid === device) {
        runs.hearStatus(event.payload)
      }
    },
    stop: batch.stop,
  }
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

/** Return a list as a set, made once: it is asked for each message, and a fleet has thousands of devices. */
function setOf(list: readonly string[]): ReadonlySet<string> {
  const found = sets.get(list) ?? new Set(list)
  sets.set(list, found)
  return found
}

/**
 * Put the progress of runs, which only people of their swarm hear, into the statuses that everybody hears without it. The
 * service sends the progress directly before the status of the same message: a status without one is of a run that this
 * person does not see, and an older progress would be shown as current.
 */
function createRunMerge(hear: (status: DeviceStatus) => void) {
  /** Progress since the last status of its device. */
  const runs = new Map<string, RunProgress>()
  const statuses = new Map<string, DeviceStatus>()
  return {
    hearProgress(device: string, progress: RunProgress): void {
      runs.set(device, progress)
      const status = statuses.get(device)
      if (status) hear({ ...status, run: progress })
    },
    hearStatus(status: DeviceStatus): void {
      const { uuid } = status
      // Take both from one message, as a device of an older version sends them together.
      const run = status.run ?? runs.get(uuid) ?? null
      runs.delete(uuid)
      statuses.set(uuid, status)
      hear({ ...status, run })
    },
  }
}

/**
 * Batch statuses for 5 s; a device shown within the last 5 s waits for the next batch (spec §4 "Device states"): always
 * the newest message, with its own time. The first of a device is shown at once.
 */
export function createStatusBatch(show: Receivers['onStatuses']): {
  hear(status: DeviceStatus): void
  stop(): void
} {
  const waiting = new Map<string, HeardStatus>()
  const shownAt = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const now = Date.now()
    const due = new Map<string, HeardStatus>()
    for (const [uuid, entry] of waiting) {
      if (now - (shownAt.get(uuid) ?? -Infinity) < deviceGuardMs) continue
      due.set(uuid, entry)
      shownAt.set(uuid, now)
      waiting.delete(uuid)
    }
    if (due.size > 0) show(due)
    if (waiting.size > 0) timer = setTimeout(flush, statusBatchMs)
  }

  return {
    hear(status) {
      waiting.set(status.uuid, { status, heardAt: Date.now() })
      if (!shownAt.has(status.uuid)) flush()
      else timer ??= setTimeout(flush, statusBatchMs)
    },
    stop: () => clearTimeout(timer),
  }
}
