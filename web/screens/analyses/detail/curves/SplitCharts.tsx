import type { ReadonlySignal, Signal } from '@preact/signals-react'
import {
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { wavelengths } from '../../../../../domain/catalog/wavelengths.ts'
import { t } from '../../../../i18n/intl.ts'
import type { ChartPicture } from '../../../../parts/chart/chart-picture.ts'
import type { CurveChartProps } from '../../../../parts/chart/CurveChart.tsx'
import { xAt } from '../../../../parts/chart/curve-line.ts'
import { indexAt } from '../../../../parts/chart/draw-cursor.ts'
import { type ChartAxis, fitDomains } from '../../../../parts/chart/geometry.ts'
import { lineId, readLineId } from '../../../../curves/curve-lines.ts'
import { describeCurves } from '../describe-curves.ts'
import { formatSignal } from '../../../../entities/result/trace-text.ts'
import { DyeLine } from './DyeLine.tsx'
import { ScrubbedChart } from './ScrubbedChart.tsx'
import type { Pane } from './split-panes.ts'
import styles from './SplitCharts.module.css'
import { dyeColour } from '../../../../entities/sample/dye-colour.ts'

/** Point under the pointer in one of the charts: the same well and the same x in all of them. */
interface Linked {
  well: number
  x: number
}

type Shared = Omit<CurveChartProps, 'lines' | 'thresholds' | 'summary' | 'hoverId' | 'picture'>

/** Draw a chart for each channel or target, with one x axis and one cross-hair. */
export function SplitCharts(
  props: Shared & {
    panes: readonly Pane[]
    at: Signal<number | null>
    points: number
    /** A well that is pointed at on the plate or in the table. */
    pointed: ReadonlySignal<number | null>
    wellName: (well: number) => string
    pictures: RefObject<readonly ChartPicture[]>
    /** The target whose baseline is shown. */
    bandOf: string | null
  },
) {
  const { panes, pointed, wellName, pictures, bandOf, y, onHover, ...chart } = props
  const [linked, setLinked] = useState<Linked | null>(null)
  const shared = useSharedAxis(props)
  const drawn = useRef(new Map<string, ChartPicture>())
  useImperativeHandle(pictures, () => panes.flatMap(({ id }) => drawn.current.get(id) ?? []))
  const well = linked?.well ?? pointed.value
  return (
    <div
      className={styles.panes}
      dir="ltr"
      role="group"
      aria-label={`${chart.label}. ${t('chart.split.keys')}`}
      onKeyDown={moveBetween}
    >
      {panes.map((pane) => (
        <PaneChart
          key={pane.id}
          {...chart}
          pane={pane}
          y={shared ?? y}
          band={
            bandOf === null || bandOf === pane.id || bandOf === pane.channel
              ? chart.band
              : undefined
          }
          well={well}
          wellName={wellName}
          crosshair={linked?.x}
          onPicture={(picture) => {
            if (picture) drawn.current.set(pane.id, picture)
            else drawn.current.delete(pane.id)
          }}
          onHover={(point) => {
            const line = point && pane.lines.find(({ id }) => id === point.id)
            setLinked(line ? { well: readLineId(line.id).well, x: xAt(line, point.index) } : null)
            onHover?.(point)
          }}
        />
      ))}
    </div>
  )
}

function PaneChart(
  props: Omit<Shared, 'onHover'> & {
    pane: Pane
    at: Signal<number | null>
    points: number
    well: number | null
    wellName: (well: number) => string
    onPicture: (picture: ChartPicture | null) => void
    onHover: NonNullable<CurveChartProps['onHover']>
  },
) {
  const { pane, well, wellName, onPicture, ...chart } = props
  const [channel] = pane.lines.map(({ id }) => readLineId(id).channel)
  const hoverId = well === null || channel === undefined ? null : lineId(channel, well)
  const line = pane.lines.find(({ id }) => id === hoverId)
  const summary = usePaneWords(pane, chart.x.label, chart.y.label)
  return (
    <section className={styles.pane} aria-label={pane.title}>
      <header className={styles.head}>
        <DyeLine color={dyeColour(pane.channel)} dash={wavelengths[pane.channel].LineStyle} />
        <strong className={styles.title}>{pane.title}</strong>
        {line && (
          <span className={styles.value} aria-hidden="true">
            {wellName(readLineId(line.id).well)}
            {chart.crosshair !== undefined && ` · ${readValue(line, chart.crosshair)}`}
          </span>
        )}
      </header>
      <div className={styles.chart}>
        <ScrubbedChart
          {...chart}
          label={`${pane.title} · ${chart.label}`}
          lines={pane.lines}
          thresholds={pane.thresholds}
          summary={summary}
          hoverId={line ? hoverId : null}
          picture={onPicture}
        />
      </div>
    </section>
  )
}

/** Return the texts of a pane for screen readers, which may follow the drawing a moment later. */
function usePaneWords(pane: Pane, x: string, y: string): string {
  const spoken = useDeferredValue(pane)
  return useMemo(
    () => describeCurves(spoken.lines, [spoken.title], spoken.results, { x, y }),
    [spoken, x, y],
  )
}

function readValue(line: Pane['lines'][number], x: number): string {
  const value = line.values[indexAt(line, x)]
  return value === undefined || !Number.isFinite(value) ? '–' : formatSignal(value)
}

/** Return one value axis for all, so that heights can be compared, unless each chart is fitted to its curves. */
function useSharedAxis(props: { panes: readonly Pane[] } & Shared): ChartAxis | null {
  const { panes, x, y, logY = false } = props
  const { domain, start } = y
  return useMemo(() => {
    if (domain !== undefined || start === undefined) return null
    const lines = panes.flatMap((pane) => pane.lines.map((line) => ({ ...line, axis: undefined })))
    const alsoY = panes.flatMap(({ thresholds }) => thresholds.map(({ value }) => value))
    return { ...y, start: fitDomains({ lines, x, y, logY, alsoY }).y }
  }, [panes, x, y, domain, start, logY])
}

/** Move from chart to chart by page up and page down. */
function moveBetween(event: KeyboardEvent<HTMLElement>): void {
  const step = { PageDown: 1, PageUp: -1 }[event.key]
  if (step === undefined) return
  const charts = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('[aria-roledescription=chart]'),
  ]
  const at = charts.findIndex((one) => one.contains(event.target as Node))
  const next = charts[at + step]
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
}
