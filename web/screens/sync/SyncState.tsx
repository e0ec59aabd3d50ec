import { formatDuration } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import card from '../../parts/card/Card.module.css'
import { now } from '../../state/clock.ts'
import { connection } from '../../state/connection.ts'
import { mode } from '../../state/mode.ts'
import { pulledAt } from '../../state/records.ts'
import { offlineUntil } from '../../state/session.ts'

/** Show the connection, the age of the data, and how long this machine may be used without the service. */
export function SyncState(props: { waiting: number; onlyHere: number }) {
  const { value: current } = mode
  const until = offlineUntil.value
  const picture = pulledAt.value
  return (
    <dl className={card.figures}>
      <Fact name={t('sync.fact.service')}>
        {current.state === 'offline'
          ? t(`sync.cause.${current.cause}`)
          : t(`top.${connection.value}`)}
      </Fact>
      <Fact name={t('sync.fact.waiting')}>{t('sync.waiting', { count: props.waiting })}</Fact>
      <Fact name={t('sync.fact.onlyHere')}>{t('sync.analyses', { count: props.onlyHere })}</Fact>
      <Fact name={t('sync.fact.picture')}>
        {picture === null ? t('top.never') : ageOf(picture)}
      </Fact>
      {current.state === 'offline' && until !== null && (
        <Fact name={t('sync.fact.offlineFor')}>
          {formatDuration(Math.max(0, until - now.value) / 1000)}
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className={card.card}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function ageOf(moment: number): string {
  return t('sync.ago', { age: formatDuration(Math.max(0, now.value - moment) / 1000) })
}
