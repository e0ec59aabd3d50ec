import { useMemo } from 'react'
import { type CartridgeType, cartridges } from '../../../../../domain/catalog/cartridges.ts'
import type { ChartMode } from '../../../../../domain/catalog/charts.ts'
import { technicianNeeds } from '../../../../../domain/catalog/wavelengths.ts'
import { type Analysis, hasEnded } from '../../../../../domain/entities/analysis.ts'
import type { Results } from '../../../../../domain/results.ts'
import { curveUnit } from '../../../../../domain/rules/curve-unit.ts'
import { wellIndex } from '../../../../../domain/rules/well.ts'
import type { CurveLayers, MeltLayers } from '../../../../../workers/run/views.ts'
import { t } from '../../../../i18n/intl.ts'
import { type CurveLine, findExtent } from '../../../../parts/chart/curve-line.ts'
import type { Threshold } from '../../../../parts/chart/draw-overlay.ts'
import type { ChartAxis } from '../../../../parts/chart/geometry.ts'
import { may } from '../../../../state/session.ts'
import { makeLines } from '../../../../curves/curve-lines.ts'
import { type ChannelFacts, listChannels } from '../list-channels.ts'
import { useThresholds } from '../use-chart-marks.ts'
import { chartModes, type View, type ViewControl } from '../use-view.ts'
import {
  type Held,
  logDomain,
  type Shown,
  startOfY,
  yLabel,
} from '../../../../curves/value-axis.ts'
import { listReadingTimes } from '../../../../curves/cycle-times.ts'
import { readSecondAxis, type SecondAxis } from './second-axis.ts'

/** Source of a run's curves. */
export interface CurveSource {
  record: Analysis
  layers: CurveLayers | null
  melt: MeltLayers | null
  measured: { AMP: number; VAL: number }
  /** Cycles that the axis shows, measured or to come. */
  cycles: number
  results: Results | null
  control: ViewControl
  selected: ReadonlySet<number>
}

/** State of a chart of curves, and of the parts beside it. */
export interface CurveView {
  /** The shown view: one that is not possible (a melt that was not measured) is replaced. */
  view: View
  modes: readonly ChartMode[]
  shape: CartridgeType
  channels: ChannelFacts[]
  shown: ReadonlySet<string>
  second: SecondAxis
  lines: CurveLine[]
  thresholds: Threshold[]
  chart: Shown
  x: ChartAxis
  y: ChartAxis
  y2: ChartAxis | undefined
  times: Float64Array | null
  /** Names of samples by well. */
  samples: ReadonlyMap<string, string>
}

/** Work the view of the address out into lines, axes and marks; each is the same object until it changes. */
export function useCurveView(
  source: CurveSource,
  drag: { thresholds: boolean; handle: string | null },
): CurveView {
  const { record, layers, melt, results, control, selected } = source
  const shape = cartridges[record.cartridge_type]
  const technician = may(technicianNeeds)
  const channels = useMemo(
    () => listChannels(record.method, technician),
    [record.method, technician],
  )
  const { samples, filled } = useMemo(
    () => listSamples(record.samples, shape),
    [record.samples, shape],
  )
  const times = useMemo(
    () => listReadingTimes(record.method, source.cycles),
    [record.method, source.cycles],
  )
  const [hasTimes, hasMelt] = [times !== null, melt !== null]
  const modes = useMemo(
    () => chartModes.filter((one) => ({ AMP: hasTimes, CYCLE: true, VAL: hasMelt })[one]),
    [hasTimes, hasMelt],
  )
  const view = useKnownView(control.view, modes)
  const { mode, show, layer, off } = view
  const shown = useMemo(
    () => new Set<string>(channels.map(({ name }) => name).filter((name) => !off.has(name))),
    [channels, off],
  )
  const second = useMemo(() => readSecondAxis(view, shown), [view, shown])
  const right = second.channel
  const lines = useLines(source, { view, shown, second: right, wells: filled, times })
  const unit = curveUnit(record.method.evaluation, record.source?.curves)
  const foreign = record.source != null
  const chart = useMemo(
    () => ({ mode, show, layer, unit, foreign }),
    [mode, show, layer, unit, foreign],
  )
  const thresholds = useThresholds(
    { record, layers, results, control, selected },
    { ...chart, second: right, draggable: drag.thresholds, handle: drag.handle },
    shown,
  )
  const isOver = hasEnded(record.status)
  const axes = useAxesOf({ chart, view, lines, thresholds, cycles: source.cycles, times, isOver })
  const label = channels.find(({ name }) => name === right)?.label
  const y2 = useMemo(
    () =>
      label === undefined
        ? undefined
        : {
            label: `${label} · ${yLabel(chart)}`,
            domain: view.y2 ?? undefined,
            start: startOf(view, chart, readHeld(lines, thresholds, isOver, 'right')),
          },
    [label, chart, view, lines, thresholds, isOver],
  )
  return {
    view,
    modes,
    shape,
    channels,
    shown,
    second,
    lines,
    thresholds,
    chart,
    times,
    samples,
    ...axes,
    y2,
  }
}

/** Make the lines of the shown channels and wells. */
function useLines(
  { layers, melt, selected, measured: points }: CurveSource,
  given: {
    view: View
    shown: ReadonlySet<string>
    second: string | null
    wells: ReadonlySet<number>
    times: Float64Array | null
  },
): CurveLine[] {
  const { shown: channels, second, wells, times } = given
  const { mode, show, layer, solo, hidden, colours } = given.view
  const measured = mode === 'VAL' ? points.VAL : points.AMP
  return useMemo(() => {
    const picture = { mode, show, layer, channels, second, wells, selected, solo, hidden, colours }
    return makeLines(layers, melt, { ...picture, measured, times })
  }, [
    layers,
    melt,
    mode,
    show,
    layer,
    channels,
    second,
    wells,
    selected,
    solo,
    hidden,
    colours,
    measured,
    times,
  ])
}

/** Return the view with impossible choices replaced. */
function useKnownView(view: View, modes: readonly ChartMode[]): View {
  const isKnown = modes.includes(view.mode)
  return useMemo(
    () =>
      isKnown
        ? view
        : { ...view, mode: 'CYCLE', show: view.mode === 'VAL' ? 'curve' : view.show, x: null },
    [view, isKnown],
  )
}

function useAxesOf(from: {
  chart: Shown
  view: View
  lines: readonly CurveLine[]
  thresholds: readonly Threshold[]
  cycles: number
  times: Float64Array | null
  isOver: boolean
}): { x: ChartAxis; y: ChartAxis } {
  const { chart, view, lines, thresholds, cycles, times, isOver } = from
  const last = times?.at(-1)
  const x = useMemo(() => {
    const domain = view.x ?? undefined
    if (chart.mode === 'VAL') return { label: t('chart.temperature'), domain }
    if (chart.mode === 'AMP') {
      return { label: t('chart.time'), domain, start: [0, last ?? 1] as const }
    }
    const start = [1, Math.max(2, cycles)] as const
    return { label: t('chart.cycle'), domain, start, isWhole: true }
  }, [chart.mode, view.x, cycles, last])
  const y = useMemo(() => {
    const isLog = chart.show === 'log'
    const start = isLog
      ? logDomain(lines, thresholds)
      : startOf(view, chart, readHeld(lines, thresholds, isOver))
    return {
      label: yLabel(chart),
      domain: view.y === 'fit' ? undefined : (view.y ?? undefined),
      // Begin a logarithm where the thresholds say, as it has no room below its first decade.
      ...(isLog && start && view.y === null ? { domain: start, isOwn: true } : {}),
      start,
    }
  }, [chart, view, lines, thresholds, isOver])
  return { x, y }
}

/** Return the start of a linear axis; undefined where the curves alone set it. */
function startOf(view: View, chart: Shown, held: Held): readonly [number, number] | undefined {
  return view.y === 'fit' ? undefined : (startOfY(chart, held) ?? undefined)
}

/** Read what the start of a value axis depends on: the curves that are read on it, and thresholds. */
function readHeld(
  lines: readonly CurveLine[],
  thresholds: readonly Threshold[],
  isOver: boolean,
  axis?: 'right',
): Held {
  const own = thresholds.filter((one) => one.axis === axis).map(({ value }) => value)
  return { most: findExtent(lines, false, axis).yMost, threshold: Math.max(0, ...own), isOver }
}

function listSamples(all: Analysis['samples'], shape: CartridgeType) {
  const samples = new Map<string, string>()
  const filled = new Set<number>()
  for (const { name, coordinates } of all) {
    for (const well of coordinates) {
      samples.set(well, name)
      filled.add(wellIndex(shape, well))
    }
  }
  return { samples, filled }
}
