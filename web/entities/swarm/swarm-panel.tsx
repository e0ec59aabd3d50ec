import { AnalysesExtent } from '../analysis/AnalysesExtent.tsx'
import { Fragment, useCallback, useState } from 'react'
import { Link } from 'wouter'
import { swarmCalls } from '../../../domain/calls/swarms.ts'
import { type Analysis, analysis as analysisEntity } from '../../../domain/entities/analysis.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { paths } from '../../paths.ts'
import type { PanelFacts } from '../../record/RecordPanel.tsx'
import { localTime } from '../../state/local-time.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { useRecords } from '../../state/use-records.ts'
import { type Member, membersOf } from './swarm-columns.tsx'
import styles from './Swarm.module.css'

/** Activities that are shown, the newest. */
const shownRuns = 20

/** Make what is shown of one swarm: what is in it, its people and devices, and its runs as a time line. */
export function swarmPanel(
  swarm: Swarm,
  people: readonly Member[],
  devices: readonly Member[],
): PanelFacts {
  return {
    state: swarm.archived === 1 && <Badge tone="neutral">{t('swarms.archived')}</Badge>,
    facts: [[t('users.column.since'), localTime(swarm.created_at, 'date')]],
    more: (
      <>
        <Names title={t('swarms.people')} names={membersOf(swarm, people)} />
        <Names title={t('nav.devices')} names={membersOf(swarm, devices)} />
      </>
    ),
    later: (
      <>
        <SwarmUses uuid={swarm.uuid} />
        <Activities uuid={swarm.uuid} />
      </>
    ),
    history: {
      kind: 'swarm',
      id: swarm.uuid,
      updatedAt: swarm.updated_at,
      say: (action) => (action === 'swarm.merge' ? t('swarms.did.merge') : null),
      fields: { name: { label: t('users.column.name') } },
    },
  }
}

/** Say how many analyses and other records are in a swarm, as the service counts them. */
function SwarmUses({ uuid }: { uuid: string }) {
  const { value } = useUses(uuid)
  if (!value) return null
  return <p>{t('swarms.holds', { analyses: value.analyses, records: value.records })}</p>
}

/** Load what is in a swarm. */
export function useUses(id: string) {
  const load = useCallback(
    (signal: AbortSignal) => call(swarmCalls.uses, { params: { id } }, { signal }),
    [id],
  )
  return useAnswer(load)
}

function Names({ title, names }: { title: string; names: readonly Member[] }) {
  return (
    <section className={styles.names}>
      <h3>{t('swarms.counted', { title, count: names.length })}</h3>
      {names.length > 0 && <p>{names.map(({ name }) => name).join(', ')}</p>}
    </section>
  )
}

/** Show the newest runs of a swarm, of those that this browser keeps, by day. */
function Activities({ uuid }: { uuid: string }) {
  const [now] = useState(() => Date.now())
  const runs = (useRecords(analysisEntity) ?? [])
    .filter(({ swarm_uuid }) => swarm_uuid === uuid)
    .toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
    .slice(0, shownRuns)
  return (
    <section className={styles.names}>
      <h3>{t('swarms.activities')}</h3>
      <AnalysesExtent />
      {runs.length === 0 ? (
        <p>{t('swarms.noActivities')}</p>
      ) : (
        <ol className={styles.line}>
          {runs.map((run, index) => (
            <Fragment key={run.uuid}>
              <Gap from={run.created_at} to={runs[index - 1]?.created_at ?? now} />
              <li>
                <time dateTime={run.created_at}>{localTime(run.created_at)}</time>
                <Link href={paths.analysis(run.uuid)}>{run.name}</Link>
                {isAlarm(run) ? (
                  <span>
                    <Badge tone="warning">{t(`analysis.status.${run.status}`)}</Badge>
                  </span>
                ) : (
                  <span>{t(`analysis.status.${run.status}`)}</span>
                )}
              </li>
            </Fragment>
          ))}
        </ol>
      )}
    </section>
  )
}

/** Days without a run that are a gap of the time line. */
const gapDays = 7

/** Return true for a run that did not end as it should. */
function isAlarm({ status }: Pick<Analysis, 'status'>): boolean {
  return status === 'ABORT' || status === 'INCOMPLETE'
}

/** Show that nothing was run for a while, before the next run or until now. */
function Gap({ from, to }: { from: string; to: string | number }) {
  const count = Math.floor((new Date(to).getTime() - Date.parse(from)) / 86_400_000)
  if (count < gapDays) return null
  return <li className={styles.gap}>{t('swarms.gap', { count })}</li>
}
