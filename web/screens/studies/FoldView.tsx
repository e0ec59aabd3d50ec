import { type ReactNode, useMemo, useState } from 'react'
import type { StudyDesign } from '../../../domain/entities/study.ts'
import type { StudyFigures, StudyGroup } from '../../../workers/study/quantify-study.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { FoldChart } from '../../parts/chart/FoldChart.tsx'
import { Segments } from '../../parts/form/Segments.tsx'
import { writeFold, writeSpan } from './write-fold.ts'
import styles from './Studies.module.css'

/** Show the folds of one target by group: bars with intervals and single replicates, and the same as a table. */
export function FoldView(props: {
  figures: StudyFigures
  design: StudyDesign
  target: string
  tools: ReactNode
}) {
  const { figures, design, target, tools } = props
  const [scale, setScale] = useState<'log' | 'linear'>('log')
  const groups = useMemo(
    () => figures.groups.filter((one) => one.target === target && one.count > 0),
    [figures, target],
  )
  const bars = useMemo(
    () =>
      groups.map(({ group, fold, low, high }) => ({
        name: group,
        fold,
        low,
        high,
        title: [group, t('studies.foldOf', { fold: writeFold(fold) }), writeSpan(low, high)]
          .filter(Boolean)
          .join('\n'),
      })),
    [groups],
  )
  const points = useMemo(
    () =>
      figures.points
        .filter((one) => one.target === target)
        .map(({ group, replicate, fold }) => ({
          name: group,
          fold,
          title: `${replicate}\n${t('studies.foldOf', { fold: writeFold(fold) })}`,
        })),
    [figures, target],
  )
  if (groups.length === 0) {
    return (
      <>
        <div className={styles.tools}>{tools}</div>
        <EmptyState icon="curve" title={t('studies.noFolds')}>
          {t('studies.noFolds.text')}
        </EmptyState>
      </>
    )
  }
  const said = groups.map(({ group, fold }) => `${group} ${writeFold(fold)}`).join(', ')
  return (
    <>
      <div className={styles.tools}>
        {tools}
        <Segments
          label={t('studies.scale')}
          value={scale}
          choices={[
            { value: 'log', label: 'log2' },
            { value: 'linear', label: t('studies.scale.linear') },
          ]}
          onChange={setScale}
        />
      </div>
      <FoldChart
        label={t('studies.chart', { target })}
        summary={t('studies.chart.summary', { target, groups: said })}
        bars={bars}
        points={points}
        yLabel={t('studies.fold')}
        isLog={scale === 'log'}
      />
      <p className={styles.quiet}>
        {t('studies.chart.how', { level: `${Math.round(design.confidence * 100)} %` })}
      </p>
      <GroupTable groups={groups} design={design} />
    </>
  )
}

function GroupTable(props: { groups: readonly StudyGroup[]; design: StudyDesign }) {
  const { groups, design } = props
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('studies.column.group')}</th>
            <th scope="col">n</th>
            <th scope="col">{t('studies.fold')}</th>
            <th scope="col">{t('studies.interval')}</th>
            {design.calibrator !== '' && (
              <>
                <th scope="col">{t('studies.against', { name: design.calibrator })}</th>
                <th scope="col">p</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ group, count, fold, low, high, comparison }) => (
            <tr key={group}>
              <th scope="row">
                <bdi>{group}</bdi>
              </th>
              <td>{formatNumber(count)}</td>
              <td>{writeFold(fold)}</td>
              <td dir="ltr">{writeSpan(low, high)}</td>
              {design.calibrator !== '' && (
                <>
                  <td dir="ltr">
                    {comparison && group !== design.calibrator
                      ? writeSpan(comparison.low, comparison.high)
                      : ''}
                  </td>
                  <td>{writeProbability(comparison?.probability)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function writeProbability(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return ''
  return value < 0.0001 ? `< ${formatNumber(0.0001, 4)}` : formatNumber(value, 4)
}
