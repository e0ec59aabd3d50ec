import { useMemo } from 'react'
import type { Step } from '../../../domain/calendar.ts'
import { dashboardRanges, type DashboardRange } from '../../../domain/date-ranges.ts'
import { type CallName, callNames } from '../../../domain/results.ts'
import { formatColumn, formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import type { AnalysisRow } from '../../local/list-rows.ts'
import { classNames } from '../../parts/class-names.ts'
import { BarChart } from '../../parts/chart/BarChart.tsx'
import type { BarColumn, BarSeries } from '../../parts/chart/draw-bars.ts'
import { Segments } from '../../parts/form/Segments.tsx'
import { localTime, localZone, today } from '../../state/local-time.ts'
import { useAddress } from '../../use-address.ts'
import { countTrend, type TrendColumn } from './count-trend.ts'
import home from './HomeScreen.module.css'
import styles from './Trends.module.css'

const ranges = Object.keys(dashboardRanges) as DashboardRange[]
const usual: DashboardRange = 'month'

/** Show completed analyses and samples over time. The range is in the address. */
export function Trends({ analyses }: { analyses: readonly AnalysisRow[] }) {
  const address = useAddress()
  const range = ranges.find((one) => one === address.search.get('range')) ?? usual
  const day = today.value
  const by = dashboardRanges[range]
  const zone = localZone()
  const columns = useMemo(
    () => countTrend(analyses, range, day, zone),
    [analyses, range, day, zone],
  )
  return (
    <section className={classNames(home.section, styles.trends)} aria-labelledby="home-trends">
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
          listSeries={analysisSeries}
          count={countAnalyses}
        />
        <Trend
          thing="samples"
          by={by}
          columns={columns}
          listSeries={sampleSeries}
          count={countSamples}
        />
      </div>
    </section>
  )
}

const analysisSeries = (): BarSeries[] => [
  { name: t('analysis.status.VALIDATION'), color: 'var(--accent)' },
  { name: t('analysis.status.COMPLETE'), color: 'var(--trend-waiting)' },
]
const sampleSeries = () =>
  callNames.map((call): BarSeries => ({ name: t(`call.${call}`), color: callColors[call] }))

const countAnalyses = ({ validated, waiting }: TrendColumn) => [validated, waiting]
const countSamples = ({ samples }: TrendColumn) => callNames.map((call) => samples[call])

const callColors: Readonly<Record<CallName, string>> = {
  detected: 'var(--bar-detected)',
  not_detected: 'var(--bar-not-detected)',
  review: 'var(--bar-review)',
  invalid: 'var(--bar-invalid)',
}

function Trend(props: {
  thing: 'analyses' | 'samples'
  by: Step
  columns: readonly TrendColumn[]
  listSeries: () => readonly BarSeries[]
  count: (column: TrendColumn) => number[]
}) {
  const { thing, by, columns, listSeries, count } = props
  const series = useMemo(() => listSeries(), [listSeries])
  // Keep the list: a new one would draw the chart again, under the pointer of a person who reads it.
  const bars = useMemo(
    () => columns.map((column) => describeColumn(column.from, by, series, count(column))),
    [columns, by, series, count],
  )
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

function describeColumn(
  from: number,
  by: Step,
  series: readonly BarSeries[],
  values: readonly number[],
): BarColumn {
  const counts = series.flatMap(({ name }, at) =>
    values[at] ? `${name}: ${formatNumber(values[at])}` : [],
  )
  const label = formatColumn(from, by === 'month' ? 'month' : 'day', localZone())
  return { label, title: [localTime(from, 'date'), ...counts].join('\n'), values }
}
