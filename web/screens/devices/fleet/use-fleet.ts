import { useMemo, useState } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { alarm as alarmEntity } from '../../../../domain/entities/alarm.ts'
import { analysis as analysisEntity } from '../../../../domain/entities/analysis.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import type { Swarm } from '../../../../domain/entities/swarm.ts'
import { countUse } from '../../../../domain/rules/fleet.ts'
import type { AnalysisRow } from '../../../local/list-rows.ts'
import { minute } from '../../../state/clock.ts'
import { useRecords, useWhole } from '../../../state/use-records.ts'
import type { DeviceHealth } from '../health-summaries.ts'
import { maySeeHealth } from '../health-summaries.ts'
import { createFleetRows, type FleetRow, type FleetSources } from './fleet-rows.ts'

const dayMs = 86_400_000

/** Days over which the use of devices is counted. */
export const periods = [7, 30, 90] as const
export type Period = (typeof periods)[number]

/** A fleet as it is now, and its use in a period. */
export interface Fleet {
  rows: readonly FleetRow[]
  analyses: readonly AnalysisRow[]
  /** False while runs are still being read from this machine: their figures are too low until then. */
  isWhole: boolean
  from: number
  to: number
}

/** Follow all devices with their tasks, and what they did in the last days. */
export function useFleet(options: {
  devices: readonly Device[]
  swarms: readonly Swarm[]
  healthOf: (device: Device) => DeviceHealth | null
  period: Period
}): Fleet {
  useSignals()
  const { devices, swarms, healthOf, period } = options
  const analyses = useRecords(analysisEntity)
  const isWhole = useWhole(analysisEntity)
  const alarms = useRecords(alarmEntity)
  const to = minute.value
  const from = to - period * dayMs
  const uses = useMemo(() => countUse(analyses ?? none, from, to), [analyses, from, to])
  const unsupported = useMemo(
    () =>
      new Map(
        (alarms ?? none)
          .filter(({ cause, lasts }) => cause === 'version_unsupported' && lasts === 1)
          .map(({ about, since }) => [about.uuid, since]),
      ),
    [alarms],
  )
  const sources = useMemo(
    (): FleetSources => ({
      swarms,
      healthOf,
      isHealthShown: maySeeHealth(),
      uses,
      unsupported,
      at: to,
    }),
    [swarms, healthOf, uses, unsupported, to],
  )
  const [makeRows] = useState(createFleetRows)
  const rows = useMemo(() => makeRows(devices, sources), [makeRows, devices, sources])
  return { rows, analyses: analyses ?? none, isWhole, from, to }
}

const none: never[] = []
