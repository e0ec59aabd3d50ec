import { type ReactNode, useMemo, useState } from 'react'
import type { Study, StudyTarget } from '../../../domain/entities/study.ts'
import { correctedSigns } from '../../../domain/rules/curve-unit.ts'
import { sayThreshold } from '../../entities/result/trace-text.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { CurveChart } from '../../parts/chart/CurveChart.tsx'
import type { CurveLine } from '../../parts/chart/curve-line.ts'
import type { Threshold } from '../../parts/chart/draw-overlay.ts'
import { NumberField } from '../../parts/form/NumberField.tsx'
import { Segments } from '../../parts/form/Segments.tsx'
import { runColour } from './run-colours.ts'
import styles from './Studies.module.css'
import type { StudyDraft } from './use-study-draft.ts'
import type { StudyRuns } from './use-study-runs.ts'

interface DrawnLine {
  line: CurveLine
  /** Run, well and sample, for the pointer. */
  title: string
}

/** Show the curves of one target over all runs, each run in its colour, with one threshold that is moved over all. */
export function StudyCurvesView(props: {
  study: Study
  runs: StudyRuns
  target: StudyTarget
  draft: StudyDraft
  tools: ReactNode
}) {
  const { study, runs, target, draft, tools } = props
  const [scale, setScale] = useState<'log' | 'linear'>('linear')
  const [dragged, setDragged] = useState<number | null>(null)
  const drawn = useMemo(
    () => listLines(study, runs.runs, target.name),
    [study, runs.runs, target.name],
  )
  const lines = useMemo(() => [...drawn.lines.values()].map(({ line }) => line), [drawn])
  const signed = useMemo(() => listThresholds(runs.runs, target.name), [runs.runs, target.name])
  const value = dragged ?? target.threshold ?? signed[0] ?? null
  const set = (threshold: number | null) =>
    draft.change({
      targets: draft.design.targets.map((one) =>
        one.name === target.name ? { ...one, threshold } : one,
      ),
    })
  const isFree = draft.why === null
  const thresholds = useMemo(
    () => listMarks(target.name, value, isFree),
    [target.name, value, isFree],
  )
  const onThreshold = (_: string, next: number, done: boolean) => {
    if (!(next > 0)) return
    const rounded = Number(next.toPrecision(4))
    setDragged(done ? null : rounded)
    set(rounded)
  }
  return (
    <>
      <div className={styles.tools}>
        {tools}
        <Segments
          label={t('studies.scale')}
          value={scale}
          choices={[
            { value: 'linear', label: t('studies.scale.linear') },
            { value: 'log', label: 'log' },
          ]}
          onChange={setScale}
        />
      </div>
      <div className={styles.curves}>
        <CurveChart
          label={t('studies.curves', { target: target.name })}
          summary={t('studies.curves.summary', {
            target: target.name,
            count: lines.length,
            runs: runs.runs.filter(Boolean).length,
          })}
          lines={lines}
          x={{ label: t('studies.cycle'), isWhole: true }}
          y={{ label: drawn.label }}
          logY={scale === 'log'}
          thresholds={thresholds}
          describePoint={(id, index) => (
            <>
              <strong>{drawn.lines.get(id)?.title}</strong>
              <br />
              {t('studies.cycleOf', { cycle: index + 1 })}
            </>
          )}
          {...(isFree && { onThreshold })}
        />
      </div>
      <ThresholdTools target={target} why={draft.why} signed={signed} onChange={set} />
      <RunLegend study={study} />
    </>
  )
}

/** Type the threshold of all runs, or go back to those that the runs were signed with. */
function ThresholdTools(props: {
  target: StudyTarget
  why: string | null
  signed: readonly number[]
  onChange: (threshold: number | null) => void
}) {
  const { target, why, signed, onChange } = props
  return (
    <div className={styles.tools}>
      <NumberField
        label={t('studies.threshold')}
        hint={t(target.threshold === null ? 'studies.threshold.signed' : 'studies.threshold.one')}
        value={target.threshold}
        min={0}
        step={stepOf(target.threshold ?? signed[0] ?? null)}
        disabled={why !== null}
        onTyped={(next) => {
          // Keep the one in force for what is no threshold: without one, those of the signed runs count again.
          if (next === null || (typeof next === 'number' && next > 0)) onChange(next)
        }}
      />
      <Button
        icon="undo"
        disabledReason={why ?? (target.threshold === null ? t('studies.threshold.signed') : null)}
        onClick={() => onChange(null)}
      >
        {t('studies.threshold.back')}
      </Button>
      <p className={styles.quiet}>
        {signed.length > 0 &&
          t('studies.threshold.of', {
            values: signed.map((one) => formatNumber(one, 3)).join(' · '),
          })}
      </p>
    </div>
  )
}

/** Say which colour is of which run. */
function RunLegend({ study }: { study: Study }) {
  return (
    <ul className={styles.legend} aria-label={t('studies.column.runs')}>
      {study.runs.map(({ analysis_uuid, name }, at) => (
        <li key={analysis_uuid}>
          <svg viewBox="0 0 14 4" aria-hidden="true">
            <rect width="14" height="4" fill={runColour(at)} />
          </svg>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  )
}

/** Return a step of the field that suits the size of a threshold. */
function stepOf(value: number | null): number {
  return value && value > 0 ? 10 ** Math.floor(Math.log10(value / 5)) : 0.01
}

/** List the curves of a target over the runs that are there, by an id of run and well. The label names the unit of each run. */
function listLines(
  study: Study,
  runs: StudyRuns['runs'],
  target: string,
): { lines: ReadonlyMap<string, DrawnLine>; label: string } {
  const found = new Map<string, DrawnLine>()
  const signs = new Set<string>()
  for (const [run, loaded] of runs.entries()) {
    for (const { points, values, wells, target: name, unit } of loaded?.opened.curves ?? []) {
      if (name !== target) continue
      signs.add(correctedSigns[unit])
      for (const [at, { well, sample, counts }] of wells.entries()) {
        const id = `${run} ${well}`
        const line: CurveLine = {
          id,
          values: values.subarray(at * points, (at + 1) * points),
          color: runColour(run),
          weight: counts ? 'normal' : 'dim',
        }
        found.set(id, { line, title: `${study.runs[run]?.name ?? ''} · ${well} · ${sample}` })
      }
    }
  }
  return { lines: found, label: [...signs].join(' / ') }
}

/** Return the mark of the threshold, with a handle where it can be moved. */
function listMarks(name: string, value: number | null, isFree: boolean): Threshold[] {
  if (value === null) return []
  const label = sayThreshold(name, value)
  return [{ id: name, value, label, color: 'var(--warning)', handle: isFree }]
}

/** List the different thresholds that the runs were signed with. */
function listThresholds(runs: StudyRuns['runs'], target: string): number[] {
  const values = runs.flatMap((run) =>
    (run?.opened.curves ?? []).flatMap((one) =>
      one.target === target && one.threshold !== null ? [one.threshold] : [],
    ),
  )
  return [...new Set(values)]
}
