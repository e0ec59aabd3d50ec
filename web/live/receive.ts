import * as v from 'valibot'
import { deviceGuardMs, statusBatchMs } from '../../domain/catalog/limits.ts'
import { DeviceStatus, TopicError, TopicEvent } from '../../domain/live/event.ts'
import type { Wanted } from './topic-book.ts'

/** What was last heard of a device and when (this machine's clock); anything shown of it says that age. */
export interface HeardStatus {
  status: DeviceStatus
  heardAt: number
}

export interface Receivers {
  onRun(event: Extract<TopicEvent, { topic: 'analysis' }>['payload']): void
  onNotice(event: Exclude<TopicEvent, { topic: 'analysis' | 'bcube-status' }>): void
  onError(error: TopicError): void
  /** The batch: the newest of each device that may be shown now. */
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
 * Hands the messages of the bus on: what is measured in runs, notices and errors at once, statuses in batches.
 * @param wanted what is listened to: of a swarm heard as a whole, other devices are left out.
 */
export function createReceiver(
  receivers: Receivers,
  wanted: () => Iterable<Wanted>,
): { take(text: string): void; stop(): void } {
  const batch = createStatusBatch(receivers.onStatuses)
  const isWanted = ({ topic, uuid }: TopicEvent) => {
    for (const one of wanted())
      if (one.topic === topic && one.recipients.includes(uuid)) return true
    return false
  }
  return {
    take(text) {
      const message = parse(text)
      const wrong = v.safeParse(TopicError, message)
      if (wrong.success) return receivers.onError(wrong.output)
      const read = v.safeParse(TopicEvent, message)
      // An event of a newer edge that this page does not know is not an error: the pull brings the truth.
      if (!read.success || !isWanted(read.output)) return
      const event = read.output
      if (event.topic === 'analysis') receivers.onRun(event.payload)
      else if (event.topic === 'bcube-status') batch.hear(event.payload)
      else if (v.is(DeviceStatus, event.payload)) batch.hear(event.payload)
      else receivers.onNotice(event as Parameters<Receivers['onNotice']>[0])
    },
    stop: batch.stop,
  }
}

/**
 * Statuses are batched for 5 s, and a device shown within the last 5 s waits for the next batch (spec §4 "Device
 * states"): always the newest that was heard, with its own time. The first of a device is shown at once.
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
