import { useMemo } from 'react'
import type { Study } from '../../../domain/entities/study.ts'
import type { StudyStandards } from '../../../workers/study/pool-wells.ts'
import { formatCq, formatEfficiency, formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { ScatterChart } from '../../parts/chart/ScatterChart.tsx'
import { FactList } from '../../parts/facts/FactList.tsx'
import { runColour } from './run-colours.ts'
import styles from './Studies.module.css'

/** Show one standard curve for each target over all runs, each run's standards in its colour. */
export function StandardsView(props: { study: Study; standards: readonly StudyStandards[] }) {
  return props.standards.map((one) => (
    <section key={one.target} className={styles.standard}>
      <h2>
        <bdi>{one.target}</bdi>
      </h2>
      <Standard study={props.study} standards={one} />
    </section>
  ))
}

function Standard({ study, standards }: { study: Study; standards: StudyStandards }) {
  const { target, points, line } = standards
  const dots = useMemo(
    () =>
      points.map(({ run, log10Quantity, cq }) => ({
        x: log10Quantity,
        y: cq,
        color: runColour(run),
        symbol: 'circle' as const,
        title: `${study.runs[run]?.name ?? ''}\nCq ${formatCq(cq)}`,
      })),
    [points, study],
  )
  const lines = useMemo(() => {
    if (line.outcome !== 'fitted') return []
    const { intercept, slope, lowest, highest } = line.curve
    const at = (x: number) => [x, intercept + slope * x] as const
    return [{ points: [at(lowest), at(highest)], color: 'var(--accent)' }]
  }, [line])
  if (line.outcome !== 'fitted') return <p>{t(`studies.standard.${line.outcome}`)}</p>
  const { slope, r2, efficiency, residualSd } = line.curve
  return (
    <>
      <ScatterChart
        label={t('studies.standard.chart', { target })}
        summary={t('studies.standard.summary', {
          target,
          slope: formatNumber(slope, 3),
          r2: formatNumber(r2, 4),
        })}
        points={dots}
        lines={lines}
        xLabel={t('studies.standard.x')}
        yLabel="Cq"
      />
      <FactList
        facts={[
          [t('studies.standard.slope'), formatNumber(slope, 3)],
          ['R²', formatNumber(r2, 4)],
          [t('studies.efficiency'), formatEfficiency(efficiency)],
          [t('studies.standard.residual'), formatNumber(residualSd, 3)],
        ]}
      />
    </>
  )
}
