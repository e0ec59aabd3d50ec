import { useMemo } from 'react'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import { displayName, type WavelengthName } from '../../../../domain/catalog/wavelengths.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { Results } from '../../../../domain/results.ts'
import { wellIndex, wellName } from '../../../../domain/rules/well.ts'
import type { CurveLayers, MeltLayers } from '../../../../workers/run/views.ts'
import { formatCelsius, formatCq } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { CurveChart } from '../../../parts/chart/CurveChart.tsx'
import { selectWells } from '../../../parts/plate/selection.ts'
import { may } from '../../../state/session.ts'
import { CurveBar } from './CurveBar.tsx'
import { makeLines, readLineId } from './curve-lines.ts'
import { describeCurves } from './describe-curves.ts'
import detail from './Detail.module.css'
import styles from './CurvePanel.module.css'
import { listChannels } from './list-channels.ts'
import { formatSignal } from './trace-text.ts'
import { logDomain, useBand, useThresholds, yLabel } from './use-chart-marks.ts'
import type { ViewControl } from './use-view.ts'

export interface CurvePanelProps {
  record: Analysis
  layers: CurveLayers | null
  melt: MeltLayers | null
  measured: { AMP: number; VAL: number }
  /** Cycles that the axis shows, measured or to come. */
  cycles: number
  results: Results | null
  control: ViewControl
  selected: ReadonlySet<number>
  onSelect: (wells: Set<number>) => void
  pointed: number | null
  onPoint: (well: number | null) => void
  empty: string
}

/** The curves as one of three views of the results. */
export function CurvePanel(props: CurvePanelProps) {
  const { record, layers, melt, results, control, selected } = props
  const { view } = control
  const shape = cartridges[record.cartridge_type]
  const technician = may('tech.use')
  const channels = useMemo(
    () => listChannels(record.method, technician),
    [record.method, technician],
  )
  const filled = useMemo(
    () =>
      new Set(
        record.samples.flatMap(({ coordinates }) =>
          coordinates.map((well) => wellIndex(shape, well)),
        ),
      ),
    [record.samples, shape],
  )
  const chart = view.chart === 'melt' && !melt ? 'amplification' : view.chart
  const offKey = [...view.off].join()
  const shown = useMemo(
    () =>
      new Set<string>(
        channels.filter(({ name }) => !offKey.split(',').includes(name)).map(({ name }) => name),
      ),
    [channels, offKey],
  )
  const hideKey = [...view.hidden].join('.')
  const hidden = useMemo(() => new Set(hideKey.split('.').filter(Boolean).map(Number)), [hideKey])
  const measured = chart === 'melt' ? props.measured.VAL : props.measured.AMP
  const lines = useMemo(
    () =>
      makeLines(layers, melt, {
        chart,
        layer: view.layer,
        channels: shown,
        wells: filled,
        selected,
        solo: view.solo,
        hidden,
        measured,
      }),
    [layers, melt, chart, view.layer, shown, filled, selected, view.solo, hidden, measured],
  )
  const thresholds = useThresholds(props, chart, shown)
  const band = useBand(props, chart, shown)
  const x = useMemo(
    () =>
      chart === 'melt'
        ? { label: t('chart.temperature') }
        : { label: t('chart.cycle'), domain: [1, Math.max(2, props.cycles)] as const },
    [chart, props.cycles],
  )
  const passive = record.method.evaluation.passive_reference !== null
  const y = useMemo(
    () => ({
      label: yLabel(chart, view.layer, passive),
      domain: chart === 'log' ? logDomain(lines, thresholds) : undefined,
    }),
    [chart, view.layer, passive, lines, thresholds],
  )
  const samplesByWell = useMemo(
    () =>
      new Map(
        record.samples.flatMap(({ name, coordinates }) =>
          coordinates.map((well) => [well, name] as const),
        ),
      ),
    [record.samples],
  )
  const source = chart === 'melt' ? melt : layers
  const describePoint = (id: string, index: number) => {
    const { channel, well } = readLineId(id)
    const name = wellName(shape, well)
    const wavelength = source?.channels[channel] as WavelengthName | undefined
    const line = lines.find((one) => one.id === id)
    const value = line?.values[index]
    const result = results?.wells.find((one) => one.well === name && one.channel === wavelength)
    if (!wavelength || value === undefined) return null
    return (
      <>
        <strong>{samplesByWell.get(name) ?? name}</strong>
        <br />
        {name} · {displayName(wavelength)}
        {result && ` · ${result.target}`}
        <br />
        {chart === 'melt'
          ? formatCelsius(Number(line?.x?.[index] ?? Number.NaN))
          : t('chart.point.cycle', { cycle: index + 1 })}
        {' · '}
        {formatSignal(value)}
        {result && chart !== 'melt' && (
          <>
            <br />
            Cq {formatCq(result.cq)}
          </>
        )}
      </>
    )
  }
  const { pointed } = props
  const hoverId = useMemo(
    () => lines.find(({ id }) => readLineId(id).well === pointed)?.id ?? null,
    [lines, pointed],
  )
  const ownResults = useMemo(
    () => (results?.wells ?? []).filter(({ channel }) => shown.has(channel)),
    [results, shown],
  )
  return (
    <section className={`${detail.panel} ${detail.view}`} aria-label={t('detail.curves')}>
      <CurveBar
        control={control}
        chart={chart}
        channels={channels}
        shown={shown}
        hasMelt={melt !== null}
        selected={selected}
      />
      <div className={styles.chart}>
        <CurveChart
          label={t(`chart.${chart}`)}
          summary={describeCurves(
            lines,
            channels.filter(({ name }) => shown.has(name)).map(({ label }) => label),
            ownResults,
          )}
          lines={lines}
          x={x}
          y={y}
          logY={chart === 'log'}
          thresholds={thresholds}
          band={band}
          hoverId={hoverId}
          describePoint={describePoint}
          onHover={(point) => props.onPoint(point ? readLineId(point.id).well : null)}
          onSelect={(ids, mode) =>
            props.onSelect(
              selectWells(
                selected,
                ids.map((id) => readLineId(id).well),
                mode,
              ),
            )
          }
          empty={props.empty}
        />
      </div>
    </section>
  )
}
