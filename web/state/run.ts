import { analysisCalls } from '../../domain/calls/analysis.ts'
import { cartridges } from '../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Reading, RunProgress } from '../../domain/live/event.ts'
import { planPoints } from '../../domain/rules/run-points.ts'
import { addReading, extendReadings } from '../../workers/run/assemble.ts'
import { createReadings, type Readings } from '../../workers/curves/readings.ts'
import { call } from '../client/call.ts'
import { onAnalysis, onConnected, subscribeTopic } from './live.ts'

/** Curves of a run as far as they have come. `version` rises with every change; the arrays are filled in place. */
export interface RunPicture {
  version: number
  amplification: Readings
  melt: Readings | null
  /** Points there are without a gap. */
  measured: { AMP: number; VAL: number }
  progress: RunProgress | null
  /** Time of `progress`, by the edge's clock. */
  heardAt: string | null
  /** True until the first answer of the edge. */
  loading: boolean
}

export type FollowRun = (record: Analysis, onChange: (picture: RunPicture) => void) => () => void

/** Fill a run's picture; readings may come twice and in any order, but one after a gap is refused. */
export function startPicture(record: Analysis, onChange: (picture: RunPicture) => void) {
  const { process } = record.method
  const { rows, columns } = cartridges[record.cartridge_type]
  const channels = process.channels.map(({ wavelength }) => wavelength)
  const planned = planPoints(process) ?? { AMP: 0, VAL: 0 }
  const arrays = {
    // Begin with what was planned: EXTEND can add cycles, and a larger array is made when one comes.
    AMP: createReadings(channels, rows * columns, planned.AMP),
    VAL: planned.VAL > 0 ? createReadings(channels, rows * columns, planned.VAL) : null,
  }
  const measured = { AMP: 0, VAL: 0 }
  let version = 0
  let progress: RunProgress | null = null
  let heardAt: string | null = null
  return {
    measured,
    /** Take a reading; return false when one between is missing: it is not taken. */
    take(reading: Reading): boolean {
      const { phase, index } = reading
      if (index <= measured[phase]) return true
      const array = arrays[phase]
      if (index !== measured[phase] + 1 || !array) return false
      if (index > array.points) arrays[phase] = extendReadings(array, index)
      addReading(arrays[phase] as Readings, reading)
      measured[phase] = index
      return true
    },
    tell(loading: boolean, news: { progress: RunProgress | null; heardAt: string | null }): void {
      version += 1
      progress = news.progress ?? progress
      heardAt = news.heardAt ?? heardAt
      onChange({
        version,
        amplification: arrays.AMP,
        melt: arrays.VAL,
        measured: { ...measured },
        progress,
        heardAt,
        loading,
      })
    },
  }
}

/**
 * Follow the curves of a run: what the edge has kept so far, then each reading as it comes. A reading that
 * is not the next one means that some were missed; the rest is fetched again by index, so nothing is skipped.
 * @returns how to stop.
 */
export const followRun: FollowRun = (record, onChange) => {
  const { measured, take, tell } = startPicture(record, onChange)
  const nothing = { progress: null, heardAt: null }
  let stopped = false
  let loading = true
  let fetching: Promise<void> | null = null

  const fetchMissing = () => {
    fetching ??= call(
      analysisCalls.readings,
      {
        params: { id: record.uuid },
        query: { amp: String(measured.AMP), val: String(measured.VAL) },
      },
      { background: true },
    )
      .then((answer) => {
        for (const reading of answer.readings) take(reading)
        loading = false
        if (!stopped) tell(loading, { progress: answer.progress, heardAt: answer.heard_at })
      })
      .catch(() => {
        // Leave it to the next event, or to the bus coming back, which asks again.
        loading = false
        if (!stopped) tell(loading, nothing)
      })
      .finally(() => {
        fetching = null
      })
  }
  const stopEvents = onAnalysis(record.uuid, (event) => {
    if (event.kind !== 'readings') return
    const complete = event.readings.every(take)
    if (!complete) fetchMissing()
    tell(loading, { progress: event.progress, heardAt: new Date().toISOString() })
  })
  const stopTopic = subscribeTopic('analysis', record.device_uuid ? [record.device_uuid] : [])
  const stopConnected = onConnected(fetchMissing)
  fetchMissing()
  return () => {
    stopped = true
    stopEvents()
    stopTopic()
    stopConnected()
  }
}
