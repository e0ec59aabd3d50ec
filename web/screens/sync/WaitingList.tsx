import { Link } from 'wouter'
import type { LocalDocument, Pending } from '../../../domain/sync/pending.ts'
import { formatDuration } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Badge, type BadgeShape, type BadgeTone } from '../../parts/badge/Badge.tsx'
import { Button } from '../../parts/button/Button.tsx'
import { paths } from '../../paths.ts'
import { now } from '../../state/clock.ts'
import { describePending, describeState, nameOf } from './describe-pending.ts'
import styles from './SyncScreen.module.css'
import { Versions } from './Versions.tsx'

const looks: Record<Pending['state'], { shape: BadgeShape; tone: BadgeTone }> = {
  waiting: { shape: 'half', tone: 'info' },
  parked: { shape: 'ring', tone: 'warning' },
  refused: { shape: 'triangle', tone: 'danger' },
}

export interface WaitingActs {
  retry: (id: string) => void
  /** The refused edit is made anew on what stands now. */
  insist: (id: string, opId: string) => void
  discard: (document: LocalDocument, operation: Pending) => void
}

/** What waits, record by record, the longest first: since when, why, and what can be done about it. */
export function WaitingList(props: { documents: readonly LocalDocument[]; acts: WaitingActs }) {
  return (
    <ul className={styles.documents}>
      {props.documents.map((document) => (
        <li key={document.id} className={styles.document}>
          <h3>
            <Link href={paths.analysis(document.uuid)}>
              <bdi>{nameOf(document)}</bdi>
            </Link>
            {document.body === null && <Badge shape="ring">{t('sync.onlyHere')}</Badge>}
          </h3>
          <ul className={styles.operations}>
            {document.pending.map((operation) => (
              <Operation
                key={operation.op_id}
                document={document}
                operation={operation}
                acts={props.acts}
              />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function Operation(props: { document: LocalDocument; operation: Pending; acts: WaitingActs }) {
  const { document, operation, acts } = props
  const { state, op_id, made_at } = operation
  const { theirs } = operation
  const age = Math.max(0, now.value - Date.parse(made_at)) / 1000
  const mayInsist = state === 'refused' && operation.type === 'merge' && document.body !== null
  return (
    <li className={styles.operation}>
      <div className={styles.what}>
        <Badge {...looks[state]}>{describePending(operation)}</Badge>
        <span className={styles.quiet}>{t('sync.since', { age: formatDuration(age) })}</span>
        <span className={styles.acts}>
          {state === 'refused' ? (
            <>
              {mayInsist && (
                <Button kind="plain" onClick={() => acts.insist(document.id, op_id)}>
                  {t('sync.insist')}
                </Button>
              )}
              <Button kind="plain" onClick={() => acts.discard(document, operation)}>
                {t('sync.discard')}
              </Button>
            </>
          ) : (
            <Button kind="plain" onClick={() => acts.retry(document.id)}>
              {t('sync.retry')}
            </Button>
          )}
        </span>
      </div>
      <p className={styles.quiet}>{describeState(operation)}</p>
      {theirs &&
        operation.type === 'merge' &&
        operation.changes.map(({ field, to }) => (
          <Versions key={field} field={field} mine={to} theirs={theirs[field]} />
        ))}
    </li>
  )
}
