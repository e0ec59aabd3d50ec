import { useCallback } from 'react'
import { Link } from 'wouter'
import { swarmCalls } from '../../../domain/calls/swarms.ts'
import { analysis as analysisEntity } from '../../../domain/entities/analysis.ts'
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
        <SwarmUses uuid={swarm.uuid} />
        <Names title={t('swarms.people')} names={membersOf(swarm, people)} />
        <Names title={t('nav.devices')} names={membersOf(swarm, devices)} />
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
  const runs = (useRecords(analysisEntity) ?? [])
    .filter(({ swarm_uuid }) => swarm_uuid === uuid)
    .slice(0, shownRuns)
  return (
    <section className={styles.names}>
      <h3>{t('swarms.activities')}</h3>
      {runs.length === 0 ? (
        <p>{t('swarms.noActivities')}</p>
      ) : (
        <ol className={styles.line}>
          {runs.map((run) => (
            <li key={run.uuid}>
              <time dateTime={run.created_at}>{localTime(run.created_at)}</time>
              <Link href={paths.analysis(run.uuid)}>{run.name}</Link>
              <span>{t(`analysis.status.${run.status}`)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
