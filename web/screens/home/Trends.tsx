import { useMemo } from 'react'
import type { Step } from '../../../domain/calendar.ts'
import { dashboardRanges, type DashboardRange } from '../../../domain/date-ranges.ts'
import { type CallName, callNames } from '../../../domain/results.ts'
import { formatColumn, formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import type { AnalysisRow } from '../../local/list-rows.ts'
import { BarChart } from '../../parts/chart/BarChart.tsx'
import type { BarColumn, BarSeries } from '../../parts/chart/draw-bars.ts'
import { Segments } from '../../parts/form/Segments.tsx'
import { minute } from '../../state/clock.ts'
import { localTime, localZone } from '../../state/local-time.ts'
import { useAddress } from '../../use-address.ts'
import { countTrend, type TrendColumn } from './count-trend.ts'
import styles from './Trends.module.css'

const ranges = Object.keys(dashboardRanges) as DashboardRange[]
const usual: DashboardRange = 'month'

/** Completed analyses and samples over time. The range lies in the address. */
export function Trends({ analyses }: { analyses: readonly AnalysisRow[] }) {
  const address = useAddress()
  const range = ranges.find((one) => one === address.search.get('range')) ?? usual
  const at = minute.value
  const by = dashboardRanges[range]
  const zone = localZone()
  const columns = useMemo(() => countTrend(analyses, range, at, zone), [analyses, range, at, zone])
  return (
    <section className={styles.trends} aria-labelledby="home-trends">
      <div className={styles.head}>
        <h2 id="home-trends">{t('home.trends')}</h2>
        <Segments
          label={t('home.range')}
          value={range}
          choices={ranges.map((value) => ({ value, label: t(`home.range.${value}`) }))}
          onChange={(next) => address.change({ range: next === usual ? null : next })}
        />
      </div>
      <div className={styles.charts}>
        <Trend
          thing="analyses"
          by={by}
          columns={columns}
          series={[
            { name: t('analysis.status.VALIDATION'), color: 'var(--accent)' },
            { name: t('analysis.status.COMPLETE'), color: 'var(--trend-waiting)' },
          ]}
          count={countAnalyses}
        />
        <Trend
          thing="samples"
          by={by}
          columns={columns}
          series={callNames.map((call) => ({ name: t(`call.${call}`), color: callColors[call] }))}
          count={countSamples}
        />
      </div>
    </section>
  )
}

const countAnalyses = ({ validated, waiting }: TrendColumn) => [validated, waiting]
const countSamples = ({ samples }: TrendColumn) => callNames.map((call) => samples[call])

const callColors: Readonly<Record<CallName, string>> = {
  detected: 'var(--detected)',
  not_detected: 'var(--not-detected)',
  review: 'var(--review)',
  invalid: 'var(--invalid)',
}

function Trend(props: {
  thing: 'analyses' | 'samples'
  by: Step
  columns: readonly TrendColumn[]
  series: readonly BarSeries[]
  count: (column: TrendColumn) => number[]
}) {
  const { thing, by, columns, series, count } = props
  const bars = columns.map((column): BarColumn => {
    const values = count(column)
    const day = localTime(column.from, 'date')
    const parts = series.flatMap(({ name }, at) =>
      values[at] ? `${name}: ${formatNumber(values[at])}` : [],
    )
    const label = formatColumn(column.from, by === 'month' ? 'month' : 'day', localZone())
    return { label, title: [day, ...parts].join('\n'), values }
  })
  const total = bars.reduce((sum, { values }) => sum + values.reduce((a, b) => a + b, 0), 0)
  const title = t(`home.trend.${thing}`)
  return (
    <div className={styles.trend}>
      <h3>
        {title} <span className={styles.total}>{formatNumber(total)}</span>
      </h3>
      {total === 0 ? (
        <p className={styles.none}>{t('home.trend.none')}</p>
      ) : (
        <BarChart
          label={title}
          summary={t(`home.trend.${thing}Summary`, {
            count: total,
            since: localTime(columns[0]?.from, 'date'),
          })}
          columns={bars}
          series={series}
        />
      )}
    </div>
  )
}
