import { useCallback, useState } from 'react'
import { useLocation } from 'wouter'
import { recallCalls } from '../../../domain/calls/recalls.ts'
import type { RecallAnswer, RecallNotice } from '../../../domain/entities/recall.ts'
import { call } from '../../client/call.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { paths } from '../../paths.ts'
import { whyNotCall } from '../../record/rights.ts'
import { localTime } from '../../state/local-time.ts'
import { showToast } from '../../state/toasts.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { useSending } from '../../state/use-sending.ts'
import styles from './Recall.module.css'
import { sayAnswer } from './say-answer.ts'

/** Show the recalls that the provider announced to the company: what each touches here, and its answer. */
export function NoticeList() {
  const { value, again } = useAnswer(readNotices)
  const [opened] = useState(() => new Date().toISOString())
  if (!value || value.length === 0) return null
  // Keep the place of one that is answered here, and the focus in it.
  const isPast = ({ answer, waiting }: RecallNotice) =>
    answer !== null && waiting === 0 && answer.at < opened
  const past = value.filter(isPast)
  return (
    <section className={styles.notices} aria-label={t('recall.notices.title')}>
      <h2>{t('recall.notices.title')}</h2>
      {value.map(
        (notice) => !isPast(notice) && <Told key={notice.uuid} notice={notice} again={again} />,
      )}
      {past.length > 0 && <Past notices={past} again={again} />}
    </section>
  )
}

/** Fold away what was answered before; what it touches is counted once it is opened. */
function Past(props: { notices: readonly RecallNotice[]; again: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.past} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('recall.notices.past', { count: props.notices.length })}</summary>
      {isOpen && (
        <div className={styles.notices}>
          {props.notices.map((notice) => (
            <Told key={notice.uuid} notice={notice} again={props.again} />
          ))}
        </div>
      )}
    </details>
  )
}

async function readNotices(signal: AbortSignal): Promise<RecallNotice[]> {
  const query = { limit: '50', order: 'created_at DESC' } as const
  return (await call(recallCalls.notices, { query, body: {} }, { signal })).data
}

function Told(props: { notice: RecallNotice; again: () => void }) {
  const { notice } = props
  const { name, reason, sender, created_at, answer, user_name, subject, waiting } = notice
  const asked = JSON.stringify(subject)
  const load = useCallback(
    async (signal: AbortSignal) => {
      const body = { subject: JSON.parse(asked) as RecallNotice['subject'] }
      const { counts } = await call(
        recallCalls.touched,
        { query: { limit: '1' }, body },
        { signal },
      )
      return Object.values(counts).reduce((sum, count) => sum + count, 0)
    },
    [asked],
  )
  const touched = useAnswer(load)
  return (
    <Notice
      kind={answer ? 'info' : 'warning'}
      action={<Answers notice={notice} touched={touched.value ?? null} again={props.again} />}
    >
      <div className={styles.notice}>
        <p>
          <strong>
            <bdi>{name}</bdi>
          </strong>{' '}
          · <bdi>{sender}</bdi> · {localTime(created_at)}
        </p>
        <q>
          <bdi>{reason}</bdi>
        </q>
        {typeof touched.value === 'number' && (
          <p>{t('recall.notices.touched', { count: touched.value })}</p>
        )}
        {touched.failure.length > 0 && <p role="alert">{touched.failure.join(' ')}</p>}
        {answer && (
          <p>
            {t('recall.notices.answered', {
              answer: sayAnswer(answer),
              name: user_name,
              at: localTime(answer.at) ?? '',
            })}
          </p>
        )}
        {waiting === 1 && <p role="alert">{t('recall.notices.waiting')}</p>}
      </div>
    </Notice>
  )
}

/** Answer in numbers, or open a recall of one's own first. */
function Answers(props: { notice: RecallNotice; touched: number | null; again: () => void }) {
  const { notice, touched } = props
  const { uuid: id, subject, reason } = notice
  const [, navigate] = useLocation()
  const { busy, others, send } = useSending([])
  const why = whyNotCall(recallCalls.answer)
  const answer = (kind: RecallAnswer['kind']) =>
    send(
      true,
      async (opId) => {
        const body = { answer: kind }
        const after = await call(recallCalls.answer, { params: { id }, body }, { opId })
        if (after.answer && after.waiting === 0) {
          showToast('done', t('recall.done.answer', { answer: sayAnswer(after.answer) }))
        }
        props.again()
      },
      kind,
    )
  const open = () =>
    send(
      true,
      async (opId) => {
        const { uuid } = await call(recallCalls.create, { body: { subject, reason } }, { opId })
        navigate(paths.recall(uuid))
      },
      'open',
    )
  const some = touched === null ? null : formatNumber(touched)
  return (
    <div className={styles.notices}>
      <div className={styles.acts}>
        <Button
          icon="stop"
          busy={busy}
          disabledReason={whyNotCall(recallCalls.create)}
          onClick={() => void open()}
        >
          {t('recall.notices.open')}
        </Button>
        <Button busy={busy} disabledReason={why} onClick={() => void answer('acknowledged')}>
          {t('recall.notices.acknowledge')}
        </Button>
        {touched !== null && touched > 0 ? (
          <Button busy={busy} disabledReason={why} onClick={() => void answer('held')}>
            {t('recall.notices.held')}
          </Button>
        ) : (
          <Button
            busy={busy}
            disabledReason={why ?? (some === null ? t('parts.loading') : null)}
            onClick={() => void answer('nothing_found')}
          >
            {t('recall.notices.nothing')}
          </Button>
        )}
      </div>
      {others.length > 0 && <p role="alert">{others.join(' ')}</p>}
    </div>
  )
}
