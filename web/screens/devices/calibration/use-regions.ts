import { useEffect, useMemo, useState } from 'react'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { RoiCircle, RoiEvidence } from '../../../../domain/entities/calibration.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import type { RoiReading } from '../../../../workers/images/read-roi.ts'
import { inWorker } from '../../../../workers/pool.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { type CircleStep, stepCircles } from './circle-steps.ts'
import type { Shot } from './use-taking.ts'

export interface Regions {
  /** As the pictures show the circles; null until they were measured, or where no wells were found. */
  reading: RoiReading | null
  /** Circles as they are drawn now. */
  circles: readonly RoiCircle[]
  /** Circles of a person, which are sent along; null where all are as they were found. */
  placed: readonly RoiCircle[] | null
  busy: boolean
  failure: string[]
  canUndo: boolean
  step: (step: CircleStep) => void
  undo: () => void
}

const noCircles: readonly RoiCircle[] = []

/** Measure the pictures of all channels, and again after each change of the circles. */
export function useRegions(
  device: Pick<Device, 'cartridge_type'>,
  shots: readonly Shot[] | null,
  wells: 'bright' | 'dark',
  last: RoiEvidence | null,
): Regions {
  const [past, setPast] = useState<readonly (readonly RoiCircle[] | null)[]>([])
  const [placed, setPlaced] = useState<readonly RoiCircle[] | null>(null)
  const [reading, setReading] = useState<RoiReading | null>(null)
  const [failure, setFailure] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const { rows, columns } = cartridges[device.cartridge_type]
  useEffect(() => {
    setPast([])
    setPlaced(null)
    setReading(null)
  }, [shots, wells])
  useEffect(() => {
    if (!shots) return undefined
    const stop = new AbortController()
    setBusy(true)
    setFailure([])
    const look = { rows, columns, wells }
    inWorker('readRoi', stop.signal, shots, look, { placed, last })
      .then(setReading, (error: unknown) => {
        if (!stop.signal.aborted) setFailure(errorTexts(error))
      })
      .finally(() => stop.signal.aborted || setBusy(false))
    return () => stop.abort()
  }, [shots, wells, placed, last, rows, columns])
  const found = useMemo(
    () => reading?.regions.map(({ well, x, y, radius }) => ({ well, x, y, radius })),
    [reading],
  )
  const circles = placed ?? found ?? noCircles
  return {
    reading,
    circles,
    placed,
    busy,
    failure,
    canUndo: past.length > 0,
    step: (step) => {
      if (circles.length === 0) return
      setPast([...past, placed])
      setPlaced(stepCircles(circles, step))
    },
    undo: () => {
      setPlaced(past.at(-1) ?? null)
      setPast(past.slice(0, -1))
    },
  }
}
