import { wellIndex, wellName } from '../../../../domain/rules/well.ts'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { t } from '../../../i18n/intl.ts'
import type { OnLimits } from '../../../parts/chart/AxisLimits.tsx'
import type { ChartPicture } from '../../../parts/chart/chart-picture.ts'
import type { CurvePoint } from '../../../parts/chart/hit-curves.ts'
import type { CurveSelectMode, CurveTool, MenuPlace } from '../../../parts/chart/curve-events.ts'
import type { OnZoom } from '../../../parts/chart/use-zoom.ts'
import { selectWells } from '../../../parts/plate/selection.ts'
import { AdjustRow, type Adjusting } from './curves/AdjustRow.tsx'
import { ChannelBar } from './curves/ChannelBar.tsx'
import { findPointFacts } from './curves/point-facts.ts'
import { ScrubbedChart, ScrubRow } from './curves/ScrubbedChart.tsx'
import { SplitCharts } from './curves/SplitCharts.tsx'
import { listPanes } from './curves/split-panes.ts'
import { useChartActions } from './curves/use-chart-actions.ts'
import { type CurveSource, type CurveView, useCurveView } from './curves/use-curve-view.ts'
import type { Picked } from './curves/use-picked.ts'
import { type Limits, writeLimits } from './curves/view-address.ts'
import type { WellMenuOrder } from './curves/WellMenu.tsx'
import { WellTip } from './curves/WellTip.tsx'
import { CurveBar } from './CurveBar.tsx'
import { readLineId } from '../../../curves/curve-lines.ts'
import { describeCurves } from './describe-curves.ts'
import detail from './Detail.module.css'
import styles from './CurvePanel.module.css'
import { holdsThresholds } from '../../../curves/value-axis.ts'
import { useBand } from './use-chart-marks.ts'

export interface CurvePanelProps extends CurveSource, Picked {
  empty: string
  /** Thresholds and baselines may be tried out on the chart. */
  adjusting?: Adjusting | null
  /** A menu is wanted for wells. */
  onMenu?: ((order: WellMenuOrder) => void) | undefined
}

const none: readonly string[] = []

/** Return the target of trial settings: the one on the plate, if its channel is visible. */
function chooseTarget({ record, control }: CurvePanelProps) {
  const { off, target } = control.view
  const targets = record.method.evaluation.targets.filter(({ channel }) => !off.has(channel))
  return targets.find(({ name }) => name === target) ?? targets[0]
}

/** Show the curves as one of three views of the results. */
export function CurvePanel(props: CurvePanelProps) {
  const { record, layers, melt, results, control, selected, adjusting = null, scrub } = props
  const [isOpen, setOpen] = useState(false)
  const isAdjusting = adjusting !== null && (isOpen || adjusting.tried.size > 0)
  const target = chooseTarget(props)
  const shown = useCurveView(props, {
    thresholds: adjusting !== null,
    handle: isAdjusting ? (target?.name ?? null) : null,
  })
  const { view, shape, channels, lines, thresholds, chart } = shown
  const [tool, setTool] = useState<CurveTool>('box')
  const picture = useRef<ChartPicture>(null)
  const pictures = useRef<readonly ChartPicture[]>([])
  const targets = record.method.evaluation.targets.filter(({ channel }) => shown.shown.has(channel))
  const rule = results?.evaluation.targets.find(({ name }) => name === target?.name)?.baseline
  const tried = (target && adjusting?.tried.get(target.name)?.baseline) ?? null
  const window = rule?.method === 'window' ? ([rule.start, rule.end] as const) : null
  const band = useBand(props, chart, shown.shown, isAdjusting ? (tried ?? window) : null)
  const canDrag = adjusting !== null && holdsThresholds(chart)

  const adjust = (name: string, value: number) => {
    if (!(value > 0)) return
    adjusting?.set(name, { threshold: Number(value.toPrecision(4)) })
    if (name !== target?.name) control.change({ target: name })
  }
  const zoomed = useZoomed(shown, control)
  const source = view.mode === 'VAL' ? melt : layers
  const points = view.mode === 'VAL' ? props.measured.VAL : props.measured.AMP
  const order = source?.channels ?? none
  const panes = usePanes(props, shown, order)
  const summary = useSummary(shown, results)
  const { actions, told } = useChartActions({
    record,
    shown,
    order,
    summary,
    pictures: () => (panes ? pictures.current : picture.current ? [picture.current] : []),
  })
  const common = {
    ...zoomed,
    ...listPointEvents(props, shown, order),
    y: shown.y,
    band,
    tool,
    points,
    at: view.mode === 'VAL' ? scrub.melt : scrub.cycle,
    label: `${t(`chart.mode.${view.mode}`)} · ${t(`chart.show.${view.show}`)}`,
    logY: view.show === 'log',
    onThreshold: canDrag ? adjust : undefined,
    onBand:
      isAdjusting && canDrag && view.mode === 'CYCLE' && target
        ? (edges: readonly [number, number]) => adjusting.set(target.name, { baseline: edges })
        : undefined,
    empty: props.empty,
  }
  return (
    <section className={`${detail.panel} ${detail.view}`} aria-label={t('detail.curves')}>
      <CurveBar
        {...{ control, view, tool, actions }}
        modes={shown.modes}
        onTool={setTool}
        adjusting={canDrag ? isAdjusting : null}
        onAdjust={() => {
          setOpen(!isAdjusting)
          if (isAdjusting) adjusting?.reset()
        }}
      />
      <ChannelBar
        {...{ control, view, channels, selected }}
        shown={shown.shown}
        second={shown.second}
      />
      {isAdjusting && canDrag && target && (
        <AdjustRow
          {...{ adjusting, targets, target }}
          onTarget={(name) => control.change({ target: name })}
          threshold={thresholds.find(({ id }) => id === target.name)?.value ?? null}
          band={band ?? null}
          cycles={props.cycles}
        />
      )}
      {panes ? (
        <SplitCharts
          {...{ panes, pictures }}
          {...common}
          pointed={props.pointed}
          wellName={(well) => wellName(shape, well)}
          bandOf={isAdjusting ? (target?.name ?? null) : null}
        />
      ) : (
        <div className={styles.chart}>
          <ScrubbedChart
            {...common}
            {...{ lines, thresholds, summary, picture }}
            pointed={props.pointed}
            y2={shown.y2}
          />
        </div>
      )}
      {points > 1 && (
        <ScrubRow
          at={view.mode === 'VAL' ? scrub.melt : scrub.cycle}
          points={points}
          temperatures={view.mode === 'VAL' ? (melt?.temperatures ?? null) : null}
        />
      )}
      <details className={styles.words}>
        <summary>{t('chart.words')}</summary>
        <p>{summary}</p>
        {view.show === 'log' && <p>{t('chart.words.log')}</p>}
      </details>
      <p role="status" className={styles.told}>
        {told}
      </p>
    </section>
  )
}

/** Zoom along x as it is drawn while a hand is on it, and as the address keeps it afterwards. */
function useZoomed(shown: CurveView, control: CurvePanelProps['control']) {
  const [draft, setDraft] = useState<Limits | null | undefined>()
  const onZoom: OnZoom = (part, done) => {
    setDraft(done ? undefined : part)
    if (done) control.change({ x: writeLimits(part) })
  }
  const onLimits: OnLimits = (axis, limits) => control.change({ [axis]: writeLimits(limits) })
  const x = useMemo(
    () => (draft === undefined ? shown.x : { ...shown.x, domain: draft ?? undefined }),
    [draft, shown.x],
  )
  return { x, onZoom, onLimits }
}

/** Return a chart for each part where the view is split, else null. */
function usePanes(
  { record, results }: CurvePanelProps,
  curves: CurveView,
  order: readonly string[],
) {
  const { channels, lines, thresholds, shown, shape } = curves
  const { split } = curves.view
  return useMemo(
    () =>
      split &&
      listPanes(split, {
        channels,
        lines,
        thresholds,
        order,
        shown,
        targets: record.method.evaluation.targets,
        results: results?.wells ?? [],
        wellOf: (name) => wellIndex(shape, name),
      }),
    [split, channels, lines, thresholds, order, shown, record, results, shape],
  )
}

/** Return the curves in words. What is read aloud may come a moment after what is drawn. */
function useSummary(
  { lines, channels, shown, x, y }: CurveView,
  results: CurvePanelProps['results'],
) {
  const spoken = useDeferredValue(lines)
  return useMemo(() => {
    const own = (results?.wells ?? []).filter(({ channel }) => shown.has(channel))
    const names = channels.filter(({ name }) => shown.has(name)).map(({ label }) => label)
    return describeCurves(spoken, names, own, { x: x.label, y: y.label })
  }, [spoken, results, channels, shown, x.label, y.label])
}

/** List what pointing at a curve, choosing and isolating it and asking for its menu do. */
function listPointEvents(props: CurvePanelProps, shown: CurveView, order: readonly string[]) {
  const { control, selected, results } = props
  const { lines, channels, shape, samples, view } = shown
  const wellOf = (id: string) => readLineId(id).well
  return {
    describePoint: (id: string, index: number) => {
      const facts = { lines, order, channels, shape, results, mode: view.mode, samples }
      const found = findPointFacts(id, index, facts)
      return found && <WellTip facts={found} />
    },
    onHover: (point: CurvePoint | null) => props.onPoint(point ? wellOf(point.id) : null),
    onSelect: (ids: string[], mode: CurveSelectMode) =>
      props.onSelect(selectWells(selected, ids.map(wellOf), mode)),
    onIsolate: (id: string) => {
      props.onSelect(new Set([wellOf(id)]))
      control.change({ solo: view.solo ? null : '1' })
    },
    onMenu:
      props.onMenu &&
      ((id: string | null, at: MenuPlace) => {
        const well = id === null ? null : wellOf(id)
        const wells = well === null || selected.has(well) ? [...selected] : [well]
        if (wells.length > 0) props.onMenu?.({ wells, at })
      }),
  }
}
