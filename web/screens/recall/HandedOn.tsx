import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Touched } from '../../../domain/calls/recalls.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import { paths } from '../../paths.ts'
import { localTime } from '../../state/local-time.ts'
import styles from './Recall.module.css'

type Part = Pick<Touched, 'studies' | 'study_counts' | 'files' | 'file_counts'>

/** Show where results of touched analyses went: studies that use them and files that were handed out, each with what to do. */
export function HandedOn({ touched }: { touched: Part }) {
  const { study_counts, file_counts } = touched
  const studies = study_counts.signed + study_counts.open
  return (
    <>
      {studies + study_counts.trail > 0 && <Studies touched={touched} />}
      {file_counts.records + file_counts.trail > 0 && <Files touched={touched} />}
    </>
  )
}

function Studies({ touched: { studies, study_counts } }: { touched: Part }) {
  const { signed, open, trail, faults } = study_counts
  const isSame = faults.length === 0 && trail === signed + open
  const rest = signed + open - studies.length
  return (
    <section className={styles.picture}>
      <h2>{t('recall.studies.title')}</h2>
      <p>
        {t('recall.studies.sum', { signed: formatNumber(signed), open: formatNumber(open) })}{' '}
        {rest > 0 && t('recall.handed.hidden', { count: rest })}
      </p>
      {!isSame && (
        <Notice kind="error" title={t('recall.proof.differs')}>
          <p>
            {t('recall.handed.counts', {
              trail: formatNumber(trail),
              records: formatNumber(signed + open),
            })}
          </p>
          <ul>
            {faults.map(({ study_uuid, reason }) => (
              <li key={`${study_uuid} ${reason}`}>
                <bdi dir="ltr">{study_uuid}</bdi>: {t(`recall.fault.${reason}`)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Lines
        label={t('recall.studies.title')}
        heads={[
          t('recall.studies.study'),
          t('recall.column.signed'),
          t('recall.touched'),
          t('recall.handed.todo'),
        ]}
        lines={studies.map(({ study_uuid, name, version, touched, runs, todo, ...study }) => ({
          key: study_uuid,
          cells: [
            <Link key="name" href={paths.study(study_uuid)}>
              <bdi>{name}</bdi> · {t('recall.studies.version', { version: formatNumber(version) })}
            </Link>,
            study.signed_at
              ? `${study.signed_by}, ${localTime(study.signed_at)}`
              : t('recall.studies.open'),
            `${touched.map((run) => run.name).join(', ')} (${formatNumber(touched.length)}/${formatNumber(runs)})`,
            t(`recall.todo.${todo}`),
          ],
        }))}
      />
    </section>
  )
}

function Files({ touched: { files, file_counts } }: { touched: Part }) {
  const { records, trail } = file_counts
  const rest = records - files.length
  return (
    <section className={styles.picture}>
      <h2>{t('recall.files.title')}</h2>
      <p>
        {t('recall.files.sum', { count: records })}{' '}
        {rest > 0 && t('recall.handed.hidden', { count: rest })}
      </p>
      {records !== trail && (
        <Notice kind="error" title={t('recall.proof.differs')}>
          {t('recall.handed.counts', {
            trail: formatNumber(trail),
            records: formatNumber(records),
          })}
        </Notice>
      )}
      <Lines
        label={t('recall.files.title')}
        heads={[
          t('recall.files.file'),
          t('recall.files.person'),
          t('recall.touched'),
          t('recall.handed.todo'),
        ]}
        lines={files.map(({ handout_uuid, name, user_name, at, analyses, todo }) => ({
          key: handout_uuid,
          cells: [
            <bdi key="name">{name}</bdi>,
            `${user_name}, ${localTime(at)}`,
            analyses.map((run) => run.name).join(', '),
            t(`recall.todo.${todo}`),
          ],
        }))}
      />
    </section>
  )
}

function Lines(props: {
  label: string
  heads: readonly string[]
  lines: readonly { key: string; cells: readonly ReactNode[] }[]
}) {
  if (props.lines.length === 0) return null
  return (
    <div className={styles.wide} role="region" tabIndex={0} aria-label={props.label}>
      <table className={styles.told} aria-label={props.label}>
        <thead>
          <tr>
            {props.heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.lines.map(({ key, cells: [first, ...rest] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {rest.map((cell, index) => (
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
