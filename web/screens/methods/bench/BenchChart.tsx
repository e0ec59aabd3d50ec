import { useMemo } from 'react'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import { displayName } from '../../../../domain/catalog/wavelengths.ts'
import type { ResultChange } from '../../../../domain/rules/diff-results.ts'
import { curveUnit } from '../../../../domain/rules/curve-unit.ts'
import { isIsothermal } from '../../../../domain/rules/assay-kind.ts'
import { wellIndex, wellName } from '../../../../domain/rules/well.ts'
import type { BenchLayers, MethodPair } from '../../../../workers/method-bench.ts'
import { makeLines, readLineId } from '../../../curves/curve-lines.ts'
import { listReadingTimes } from '../../../curves/cycle-times.ts'
import { logDomain, yLabel } from '../../../curves/value-axis.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { CurveChart } from '../../../parts/chart/CurveChart.tsx'
import type { Threshold } from '../../../parts/chart/draw-overlay.ts'
import { selectWells } from '../../../parts/plate/selection.ts'
import type { BenchRun } from './bench-run.ts'
import styles from './MethodBench.module.css'

/** With more changed wells the previous curves are left out: they would hide those of the draft. */
const mostBefore = 12
const nobody: ReadonlySet<number> = new Set()

export interface BenchChartProps {
  run: BenchRun
  pair: MethodPair
  target: string
  isLog: boolean
  layers: BenchLayers
  changes: readonly ResultChange[]
  thresholds: readonly Threshold[]
  selected: ReadonlySet<number>
  onSelect: (wells: Set<number>) => void
  onThreshold: ((target: string, value: number) => void) | null
}

/** Draw the curves of one target, with both thresholds. Highlights wells whose call changes, or the selected ones. */
export function BenchChart(props: BenchChartProps) {
  const { run, pair, target, thresholds, selected, isLog } = props
  const shape = cartridges[run.cartridge_type]
  const channel = pair.draft.targets.find(({ name }) => name === target)?.channel
  const lines = useLines(props, channel)
  const chart = useMemo(
    () => ({
      mode: isIsothermal(pair.draft) ? ('AMP' as const) : ('CYCLE' as const),
      show: isLog ? ('log' as const) : ('curve' as const),
      layer: 'corrected' as const,
      unit: curveUnit(pair.draft),
      foreign: false,
    }),
    [pair.draft, isLog],
  )
  const { points } = props.layers.draft
  const x = useMemo(() => {
    const label = t(chart.mode === 'AMP' ? 'chart.minutes' : 'chart.cycle')
    if (chart.mode === 'AMP') return { label }
    return { label, start: [1, Math.max(2, points)] as const, isWhole: true }
  }, [chart.mode, points])
  const y = useMemo(() => {
    const domain = isLog ? logDomain(lines, thresholds) : undefined
    return { label: yLabel(chart), ...(domain && { domain, isOwn: true }) }
  }, [chart, isLog, lines, thresholds])
  const names = useMemo(
    () =>
      new Map(run.samples.flatMap(({ name, coordinates }) => coordinates.map((at) => [at, name]))),
    [run.samples],
  )
  return (
    <div className={styles.chart}>
      <CurveChart
        label={t('bench.chart', { target, run: run.name })}
        summary={t('bench.chart.words', {
          target,
          channel: channel ? displayName(channel) : '–',
          count: lines.length,
          thresholds: thresholds.map(({ label }) => label).join(', ') || '–',
        })}
        {...{ lines, x, y, thresholds }}
        logY={isLog}
        onThreshold={
          props.onThreshold
            ? (name, value) => value > 0 && props.onThreshold?.(name, Number(value.toPrecision(4)))
            : undefined
        }
        onSelect={(ids, mode) =>
          props.onSelect(
            selectWells(
              selected,
              ids.map((id) => readLineId(id).well),
              mode,
            ),
          )
        }
        describePoint={(id, index) => {
          const name = wellName(shape, readLineId(id).well)
          return `${name} ${names.get(name) ?? ''} · ${t('chart.point.cycle', { cycle: formatNumber(index + 1) })}`
        }}
      />
    </div>
  )
}

function useLines({ run, pair, layers, ...props }: BenchChartProps, channel: string | undefined) {
  const { target, changes, selected } = props
  const shape = cartridges[run.cartridge_type]
  const changed = changes
    .filter((one) => one.callChanged && one.target === target)
    .map(({ well }) => wellIndex(shape, well))
  // Make one text for one set: a drag gives new changes with every step, most often of the same wells.
  const strong = [...(selected.size > 0 ? selected : changed)].join()
  const filled = useMemo(
    () =>
      new Set(run.samples.flatMap((one) => one.coordinates.map((well) => wellIndex(shape, well)))),
    [run.samples, shape],
  )
  const { draft } = pair
  const times = useMemo(
    () =>
      isIsothermal(draft)
        ? listReadingTimes({ ...run.method, evaluation: draft }, layers.draft.points)
        : null,
    [draft, run.method, layers.draft.points],
  )
  const isTimed = times !== null
  return useMemo(() => {
    if (!channel) return []
    const chosen = new Set(strong === '' ? [] : strong.split(',').map(Number))
    const choice = {
      mode: isTimed ? ('AMP' as const) : ('CYCLE' as const),
      show: 'curve' as const,
      layer: 'corrected' as const,
      channels: new Set([channel]),
      wells: filled,
      selected: chosen,
      solo: false,
      hidden: nobody,
      measured: layers.draft.points,
      times,
    }
    const lines = makeLines(layers.draft, null, choice)
    const isSame = layers.inForce === layers.draft
    if (isSame || chosen.size === 0 || chosen.size > mostBefore) return lines
    const before = makeLines(layers.inForce, null, { ...choice, wells: chosen, selected: nobody })
    return [
      ...before.map((line) => ({
        ...line,
        id: `${line.id}|before`,
        color: 'var(--text-quiet)',
        dash: [4, 3],
      })),
      ...lines,
    ]
  }, [channel, strong, filled, layers, times, isTimed])
}
