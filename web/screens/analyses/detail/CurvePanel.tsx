import { commentsAt } from '../../../../domain/rules/well-comment.ts'
import { wellIndex, wellName } from '../../../../domain/rules/well.ts'
import {
  type ComponentProps,
  type RefObject,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from 'react'
import { t } from '../../../i18n/intl.ts'
import type { OnLimits } from '../../../parts/chart/AxisLimits.tsx'
import type { ChartPicture } from '../../../parts/chart/chart-picture.ts'
import type { CurvePoint } from '../../../parts/chart/hit-curves.ts'
import type { CurveSelectMode, CurveTool, MenuPlace } from '../../../parts/chart/curve-events.ts'
import type { OnZoom } from '../../../parts/chart/use-zoom.ts'
import { useRoomBelow } from '../../../parts/scroll/use-room-below.ts'
import { selectWells } from '../../../parts/plate/selection.ts'
import { AdjustRow, type Adjusting } from './curves/AdjustRow.tsx'
import { ChannelBar } from './curves/ChannelBar.tsx'
import { paneName } from './curves/curve-window.ts'
import { findPointFacts } from './curves/point-facts.ts'
import { ScrubbedChart, ScrubRow } from './curves/ScrubbedChart.tsx'
import { SplitCharts } from './curves/later-views.tsx'
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
  const { view, thresholds, chart } = shown
  const [tool, setTool] = useState<CurveTool>('box')
  const picture = useRef<ChartPicture>(null)
  const pictures = useRef<readonly ChartPicture[]>([])
  const window = isAdjusting ? windowOf(props, target?.name) : null
  const band = useBand(props, chart, shown.shown, window)
  const canDrag = adjusting !== null && holdsThresholds(chart)
  const zoomed = useZoomed(shown, control)
  const isMelt = view.mode === 'VAL'
  const points = isMelt ? props.measured.VAL : props.measured.AMP
  const at = isMelt ? scrub.melt : scrub.cycle
  const order = (isMelt ? melt : layers)?.channels ?? none
  const panes = usePanes(props, shown, order)
  const summary = useSummary(shown, results)
  const { actions, told } = useChartActions({
    record,
    shown,
    order,
    summary,
    onAlone: () => control.change({ pane: paneName }),
    pictures: () => (panes ? pictures.current : picture.current ? [picture.current] : []),
  })
  const common = {
    ...zoomed,
    ...listPointEvents(props, shown, order),
    y: shown.y,
    band,
    tool,
    points,
    at,
    ...labelOf(view),
    ...listDrags(props, {
      target: target?.name,
      canDrag,
      canMoveBand: isAdjusting && view.mode === 'CYCLE',
    }),
    empty: props.empty,
  }
  return (
    <section className={`${detail.panel} ${detail.view}`} aria-label={t('detail.curves')}>
      <Bars
        {...{ control, selected, shown, tool, actions }}
        onTool={setTool}
        adjusting={canDrag ? isAdjusting : null}
        onAdjust={() => {
          setOpen(!isAdjusting)
          if (isAdjusting) adjusting?.reset()
        }}
      />
      {isAdjusting && canDrag && target && (
        <AdjustRow
          {...{ adjusting, target }}
          targets={targetsIn(props, shown.shown)}
          onTarget={(name) => control.change({ target: name })}
          threshold={thresholds.find(({ id }) => id === target.name)?.value ?? null}
          band={band ?? null}
          cycles={props.cycles}
        />
      )}
      <Charts
        {...{ panes, pictures, picture, shown, summary, common }}
        pointed={props.pointed}
        bandOf={isAdjusting ? (target?.name ?? null) : null}
      />
      {points > 1 && (
        <ScrubRow {...{ at, points }} temperatures={(isMelt && melt?.temperatures) || null} />
      )}
      <Words summary={summary} isLog={view.show === 'log'} told={told} />
    </section>
  )
}

function labelOf({ mode, show }: CurveView['view']) {
  return { label: `${t(`chart.mode.${mode}`)} · ${t(`chart.show.${show}`)}`, logY: show === 'log' }
}

/** Choose the view, the tool and the channels. */
function Bars({
  control,
  selected,
  shown,
  ...bar
}: Pick<CurvePanelProps, 'control' | 'selected'> & { shown: CurveView } & Omit<
    ComponentProps<typeof CurveBar>,
    'control' | 'view' | 'modes' | 'channels'
  >) {
  const { view, modes, channels, second } = shown
  return (
    <>
      <CurveBar {...{ control, view, modes, channels }} {...bar} />
      <ChannelBar {...{ control, view, channels, selected, second }} shown={shown.shown} />
    </>
  )
}

/** Return the targets whose channel is shown. */
function targetsIn({ record }: CurvePanelProps, shown: ReadonlySet<string>) {
  return record.method.evaluation.targets.filter(({ channel }) => shown.has(channel))
}

type CommonChart = Omit<
  ComponentProps<typeof SplitCharts>,
  'panes' | 'pictures' | 'pointed' | 'wellName' | 'bandOf'
>

/** Draw the curves in one chart, or in one for each part of a split view. */
function Charts(props: {
  panes: ReturnType<typeof usePanes>
  pictures: RefObject<readonly ChartPicture[]>
  picture: RefObject<ChartPicture | null>
  shown: CurveView
  summary: string
  common: CommonChart
  pointed: Picked['pointed']
  bandOf: string | null
}) {
  const { panes, pictures, picture, shown, summary, common, pointed } = props
  const room = useRef<HTMLDivElement>(null)
  useRoomBelow(room)
  const { lines, thresholds, y2 } = shown
  return (
    <div ref={room} className={styles.room}>
      {panes ? (
        <SplitCharts
          {...{ panes, pictures, pointed }}
          {...common}
          wellName={(well) => wellName(shown.shape, well)}
          bandOf={props.bandOf}
        />
      ) : (
        <div className={styles.chart}>
          <ScrubbedChart {...common} {...{ lines, thresholds, summary, picture, pointed, y2 }} />
        </div>
      )}
    </div>
  )
}

/** Return the baseline window of a target: the one that is tried, else that of the results. */
function windowOf({ adjusting, results }: CurvePanelProps, target: string | undefined) {
  const rule = results?.evaluation.targets.find(({ name }) => name === target)?.baseline
  const tried = target === undefined ? undefined : adjusting?.tried.get(target)?.baseline
  return tried ?? (rule?.method === 'window' ? ([rule.start, rule.end] as const) : null)
}

/** List what dragging a threshold or the baseline's band does, where it is possible. */
function listDrags(
  { adjusting, control }: CurvePanelProps,
  { target, ...can }: { target: string | undefined; canDrag: boolean; canMoveBand: boolean },
) {
  const onThreshold = (name: string, value: number) => {
    if (!(value > 0)) return
    adjusting?.set(name, { threshold: Number(value.toPrecision(4)) })
    if (name !== target) control.change({ target: name })
  }
  const onBand = (edges: readonly [number, number]) => {
    if (target !== undefined) adjusting?.set(target, { baseline: edges })
  }
  return {
    onThreshold: can.canDrag ? onThreshold : undefined,
    onBand: can.canDrag && can.canMoveBand && target !== undefined ? onBand : undefined,
  }
}

/** Describe the curves in words, and announce what was copied or saved. */
function Words({ summary, isLog, told }: { summary: string; isLog: boolean; told: string }) {
  return (
    <>
      <details className={styles.words}>
        <summary>{t('chart.words')}</summary>
        <p>{summary}</p>
        {isLog && <p>{t('chart.words.log')}</p>}
      </details>
      <p role="status" className={styles.told}>
        {told}
      </p>
    </>
  )
}

/** Zoom as it is drawn while a hand is on it, and as the address keeps it afterwards. */
function useZoomed(shown: CurveView, control: CurvePanelProps['control']) {
  const [draft, setDraft] = useState<Limits | null | undefined>()
  const onZoom: OnZoom = (part, done, values) => {
    setDraft(done ? undefined : part)
    if (!done) return
    const { y, y2 } = values ?? {}
    control.change({
      x: writeLimits(part),
      ...(y !== undefined && { y: writeLimits(y) }),
      ...(y2 !== undefined && { y2: writeLimits(y2) }),
    })
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
      return found && <WellTip facts={found} comments={commentsAt(props.record, found.well)} />
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
