import { Link } from 'wouter'
import { planNeeds } from '../../../domain/permissions.ts'
import { needsOtherUuid } from '../../../domain/sync/create-again.ts'
import type { LocalDocument, Pending } from '../../../domain/sync/pending.ts'
import { formatDuration } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Badge, type BadgeShape, type BadgeTone } from '../../parts/badge/Badge.tsx'
import { Button } from '../../parts/button/Button.tsx'
import card from '../../parts/card/Card.module.css'
import { paths } from '../../paths.ts'
import { now } from '../../state/clock.ts'
import { mode } from '../../state/mode.ts'
import { may, session } from '../../state/session.ts'
import { describePending, describeState, nameOf } from './describe-pending.ts'
import { LaunchedOn } from './LaunchedOn.tsx'
import styles from './SyncScreen.module.css'
import { Versions } from './Versions.tsx'

const looks: Record<Pending['state'], { shape: BadgeShape; tone: BadgeTone }> = {
  waiting: { shape: 'half', tone: 'info' },
  parked: { shape: 'ring', tone: 'warning' },
  refused: { shape: 'triangle', tone: 'danger' },
}

export interface WaitingActs {
  retry: (id: string) => void
  /** Retry a refused operation. */
  insist: (id: string, opId: string) => void
  discard: (document: LocalDocument, operation: Pending) => void
}

/** List pending changes by record, the oldest first: since when, why, and what can be done. */
export function WaitingList(props: { documents: readonly LocalDocument[]; acts: WaitingActs }) {
  const { acts } = props
  const isOffline = mode.value.state === 'offline'
  const isLocked = session.value.state === 'locked'
  return (
    <ul className={card.list}>
      {props.documents.map((document) => (
        <li key={document.id} className={card.card}>
          <div className={styles.head}>
            <h3>
              <Link href={paths.analysis(document.uuid)}>
                <bdi>{nameOf(document)}</bdi>
              </Link>
            </h3>
            {document.body === null && <Badge shape="ring">{t('sync.onlyHere')}</Badge>}
            {document.pending.some(({ state }) => state !== 'refused') && (
              <span className={styles.acts}>
                <Button
                  disabledReason={
                    isOffline ? t('sync.whileOffline') : isLocked ? t('sync.whileLocked') : null
                  }
                  onClick={() => acts.retry(document.id)}
                >
                  {t('sync.retry')}
                </Button>
              </span>
            )}
          </div>
          <ul className={card.list}>
            {document.pending.map((operation) => (
              <Operation
                key={operation.op_id}
                document={document}
                operation={operation}
                acts={acts}
              />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

/** Return the label of a retry; null where it cannot succeed. */
function labelOfAgain({ body }: LocalDocument, operation: Pending): string | null {
  if (operation.type === 'merge') return body === null ? null : t('sync.insist')
  if (!may(planNeeds)) return null
  return t(needsOtherUuid(operation) ? 'sync.asNew' : 'sync.again')
}

function Operation(props: { document: LocalDocument; operation: Pending; acts: WaitingActs }) {
  const { document, operation, acts } = props
  const { state, op_id, made_at } = operation
  const { theirs } = operation
  const age = Math.max(0, now.value - Date.parse(made_at)) / 1000
  const again = labelOfAgain(document, operation)
  return (
    <li className={styles.operation}>
      <div className={styles.what}>
        <Badge {...looks[state]}>{describePending(operation)}</Badge>
        <span className={styles.quiet}>{t('sync.since', { age: formatDuration(age) })}</span>
        {state === 'refused' && (
          <span className={styles.acts}>
            {again && <Button onClick={() => acts.insist(document.id, op_id)}>{again}</Button>}
            <Button onClick={() => acts.discard(document, operation)}>{t('sync.discard')}</Button>
          </span>
        )}
      </div>
      <p className={styles.quiet}>{describeState(operation)}</p>
      {state === 'refused' && <LaunchedOn operation={operation} uuid={document.uuid} />}
      {theirs &&
        operation.type === 'merge' &&
        operation.changes.map(({ field, to }) => (
          <Versions key={field} field={field} mine={to} theirs={theirs[field]} />
        ))}
    </li>
  )
}
