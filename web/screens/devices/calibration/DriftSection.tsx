import { useCallback, useMemo, useState } from 'react'
import { calibrationCalls } from '../../../../domain/calls/calibrations.ts'
import { displayName, wavelengthNames } from '../../../../domain/catalog/wavelengths.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import {
  driftHorizonDays,
  type DriftReport,
  type DriftSeries,
  isDriftOfLight,
  leastDriftRuns,
} from '../../../../domain/rules/calibration-drift.ts'
import { call } from '../../../client/call.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { ScatterChart } from '../../../parts/chart/ScatterChart.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { minute } from '../../../state/clock.ts'
import { localTime } from '../../../state/local-time.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import styles from './Calibration.module.css'

const dayMs = 86_400_000

/** Show what ordinary runs say of light and temperature since the calibrations in force, and when a limit is reached. */
export function DriftSection({ device }: { device: Device }) {
  const load = useCallback(
    (signal: AbortSignal) =>
      call(calibrationCalls.drift, { params: { id: device.uuid } }, { signal }),
    [device.uuid],
  )
  const { value, failure } = useAnswer(load)
  return (
    <section className={styles.section} aria-label={t('calibration.drift')}>
      <h2>{t('calibration.drift')}</h2>
      <p className={styles.quiet}>{t('calibration.drift.text')}</p>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      {value && <Report report={value} />}
    </section>
  )
}

function Report({ report }: { report: DriftReport }) {
  const { runs, unread, followed, series } = report
  const [chosen, setChosen] = useState<string | null>(null)
  const flagged = series.filter((one) => one.flagged)
  const shown = series.find((one) => keyOf(one) === chosen) ?? series[0]
  return (
    <>
      {unread > 0 && (
        <Notice kind="warning">{t('calibration.drift.unread', { count: unread })}</Notice>
      )}
      {followed === 0 && (
        <p className={styles.quiet}>
          {t('calibration.drift.few', { runs, least: leastDriftRuns })}
        </p>
      )}
      {flagged.length > 0 && (
        <Notice kind="warning">
          {t('calibration.drift.flagged', { count: flagged.length, days: driftHorizonDays })}
        </Notice>
      )}
      {followed > 0 && flagged.length === 0 && (
        <Notice kind="done">
          {t('calibration.drift.steady', { days: driftHorizonDays, followed, runs })}
        </Notice>
      )}
      {shown && (
        <div className={styles.pairs}>
          <Values series={series} shown={keyOf(shown)} onShow={setChosen} />
          <Trend series={shown} />
        </div>
      )}
    </>
  )
}

function Values(props: {
  series: readonly DriftSeries[]
  shown: string
  onShow: (key: string) => void
}) {
  return (
    <div
      className={styles.scroll}
      tabIndex={0}
      role="group"
      aria-label={t('calibration.drift.values')}
    >
      <table className={styles.table}>
        <caption className="visually-hidden">{t('calibration.drift.values')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('calibration.limits.what')}</th>
            <th scope="col">{t('calibration.drift.soFar')}</th>
            <th scope="col">{t('calibration.drift.month')}</th>
            <th scope="col">{t('calibration.limits.limit')}</th>
            <th scope="col">{t('calibration.drift.reached')}</th>
          </tr>
        </thead>
        <tbody>
          {props.series.map((one) => (
            <tr key={keyOf(one)} data-state={one.flagged ? 'doubtful' : undefined}>
              <th scope="row">
                <button
                  type="button"
                  aria-pressed={keyOf(one) === props.shown}
                  onClick={() => props.onShow(keyOf(one))}
                >
                  {sayValue(one)}
                </button>
              </th>
              <td>{sayChange(one, one.so_far)}</td>
              <td>{sayChange(one, one.per_month)}</td>
              <td>{`±\u00a0${sayChange(one, one.limit).replace('+', '')}`}</td>
              <td>
                {one.flagged && (
                  <Badge shape="triangle" tone="warning">
                    {localTime(one.reaches_at, 'date')}
                  </Badge>
                )}
                {!one.flagged && one.reaches_at !== null && localTime(one.reaches_at, 'date')}
                {one.reaches_at === null && '–'}
                {one.earliest !== null && (
                  <p className={styles.quiet}>
                    {t('calibration.drift.between', {
                      from: localTime(one.earliest, 'date'),
                      to: one.latest === null ? '…' : localTime(one.latest, 'date'),
                    })}
                  </p>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Draw the change of one value over the runs, with its trend up to the limit and the band of what is allowed. */
function Trend({ series }: { series: DriftSeries }) {
  const now = minute.value
  const picture = useMemo(() => {
    const factor = isDriftOfLight(series.what) ? 100 : 1
    const day = (at: string) => (Date.parse(at) - now) / dayMs
    const points = series.points.map(({ at, value }) => ({
      x: day(at),
      y: factor * value,
      color: 'var(--accent)',
      symbol: 'circle' as const,
      title: `${localTime(at, 'date')}: ${sayChange(series, value)}`,
    }))
    const first = points[0]?.x ?? 0
    const last = series.reaches_at === null ? 0 : Math.min(180, Math.max(0, day(series.reaches_at)))
    const along = (x: number) => factor * (series.so_far + (series.per_month * x) / 30)
    const limit = factor * series.limit
    return {
      points,
      lines: [
        {
          points: [first, last].map((x) => [x, along(x)] as const),
          color: 'var(--chart-ink)',
        },
      ],
      band: [first, last].map((x) => ({ x, low: -limit, high: limit })),
    }
  }, [series, now])
  return (
    <ScatterChart
      label={sayValue(series)}
      summary={t('calibration.drift.summary', {
        what: sayValue(series),
        change: sayChange(series, series.so_far),
        month: sayChange(series, series.per_month),
        runs: series.runs,
      })}
      {...picture}
      xLabel={t('calibration.drift.days')}
      yLabel={`${sayValue(series)} (${isDriftOfLight(series.what) ? '%' : '°C'})`}
    />
  )
}

const keyOf = ({ what, part, well }: DriftSeries) => `${what} ${part} ${well}`

function sayValue({ what, part, well }: DriftSeries): string {
  const channel = wavelengthNames.find((name) => name === part)
  return t(`calibration.drift.${what}`, {
    part: channel ? displayName(channel) : part,
    well: well ?? '',
  })
}

function sayChange({ what }: Pick<DriftSeries, 'what'>, value: number): string {
  const sign = value > 0 ? '+' : ''
  return isDriftOfLight(what)
    ? `${sign}${formatNumber(100 * value, 1)}\u00a0%`
    : `${sign}${formatNumber(value, 2)}\u00a0°C`
}
