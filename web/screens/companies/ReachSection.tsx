import { useState } from 'react'
import { visitCalls } from '../../../domain/calls/visits.ts'
import { type Company } from '../../../domain/entities/company.ts'
import { endOfGrant, type Visit, type VisitRequest } from '../../../domain/entities/visit.ts'
import { call } from '../../client/call.ts'
import { formatDuration } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { ReasonDialog } from '../../record/ReasonDialog.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { minute } from '../../state/clock.ts'
import { localTime } from '../../state/local-time.ts'
import { resyncRecords } from '../../state/records.ts'
import { showToast } from '../../state/toasts.ts'
import { useSending } from '../../state/use-sending.ts'
import type { ReachedBy } from './use-reached-by.ts'
import styles from './Companies.module.css'

/** Show who of other companies reaches this one, since when, and their visits, which are ended here. */
export function ReachSection({ company, reach }: { company: Company; reach: ReachedBy }) {
  const [isLeaving, setLeaving] = useState(false)
  const { value, failure, again } = reach
  return (
    <section className={styles.section} aria-label={t('visit.reach')}>
      <h2>{t('visit.reach')}</h2>
      {failure.length > 0 && <Notice kind="warning">{failure.join(' ')}</Notice>}
      {value?.provider && <p>{t('visit.provider', { name: value.provider.name })}</p>}
      {value?.partner && (
        <>
          <p>
            {value.partner.since
              ? t('visit.partnerSince', {
                  name: value.partner.name,
                  since: localTime(value.partner.since, 'date'),
                })
              : t('visit.partner', { name: value.partner.name })}
          </p>
          <Button
            icon="stop"
            disabledReason={whyNotCall(visitCalls.leavePartner)}
            onClick={() => setLeaving(true)}
          >
            {t('visit.leave')}
          </Button>
        </>
      )}
      {value && !value.provider && !value.partner && (
        <p className={styles.quiet}>{t('visit.nobody')}</p>
      )}
      {value && <GrantRule granted={value.granted} again={again} />}
      {value && <Grants requests={value.requests} again={again} />}
      {value && <Visits company={company.uuid} visits={value.visits} again={again} />}
      {isLeaving && value?.partner && (
        <ReasonDialog
          ask={{
            title: t('visit.leaveTitle', { name: value.partner.name }),
            text: t('visit.leaveText'),
            submit: t('visit.leave'),
            danger: true,
            reason: 'due',
          }}
          send={async (opId, reason) => {
            const parts = { params: { id: company.uuid }, body: { reason } }
            await call(visitCalls.leavePartner, parts, { opId })
            showToast('done', t('visit.left'))
            again()
            resyncRecords()
          }}
          onClose={() => setLeaving(false)}
        />
      )}
    </section>
  )
}

/** Say if visits are granted by people of the company, and let them choose. */
function GrantRule({ granted, again }: { granted: 'Y' | 'N'; again: () => void }) {
  const [isChoosing, setChoosing] = useState(false)
  const next = granted === 'Y' ? 'N' : 'Y'
  return (
    <>
      <p>{t(`visit.granted.${granted}`)}</p>
      <Button
        icon="edit"
        disabledReason={whyNotCall(visitCalls.setGranted)}
        onClick={() => setChoosing(true)}
      >
        {t(`visit.choose.${next}`)}
      </Button>
      {isChoosing && (
        <ReasonDialog
          ask={{
            title: t(`visit.choose.${next}`),
            text: t(`visit.chooseText.${next}`),
            submit: t(`visit.choose.${next}`),
            reason: 'due',
          }}
          send={async (opId, reason) => {
            await call(visitCalls.setGranted, { body: { granted: next, reason } }, { opId })
            showToast('done', t('visit.chosen'))
            again()
            resyncRecords()
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}

/** List the grants whose visits have not begun, to be taken back. */
function Grants(props: { requests: readonly VisitRequest[]; again: () => void }) {
  const [taken, setTaken] = useState<VisitRequest | null>(null)
  const open = props.requests.filter(
    ({ answer }) => answer?.granted === 'Y' && minute.value < endOfGrant(answer),
  )
  if (open.length === 0 && !taken) return null
  return (
    <>
      <h3>{t('visit.granted.open')}</h3>
      <ul className={styles.visits}>
        {open.map((request) => (
          <li key={request.uuid}>
            <GrantLine request={request} />
            <Button
              icon="undo"
              disabledReason={whyNotCall(visitCalls.takeBack)}
              onClick={() => setTaken(request)}
            >
              {t('visit.takeBack')}
            </Button>
          </li>
        ))}
      </ul>
      {taken && (
        <ReasonDialog
          ask={{
            title: t('visit.takeBackTitle', { name: taken.by_name }),
            text: t('visit.takeBackText'),
            submit: t('visit.takeBack'),
            reason: 'due',
          }}
          send={async (opId, reason) => {
            const parts = { params: { id: taken.uuid }, body: { reason } }
            try {
              await call(visitCalls.takeBack, parts, { opId })
              showToast('done', t('visit.takenBack'))
            } finally {
              // Read again: a visit that began meanwhile is listed below, where it is ended.
              props.again()
            }
            resyncRecords()
          }}
          onClose={() => setTaken(null)}
        />
      )}
    </>
  )
}

/** Show who may begin a visit, for how long and why, and until when. */
function GrantLine({ request }: { request: VisitRequest }) {
  const { by_name: name, from, at, minutes, reason, answer } = request
  return (
    <>
      <strong>
        <bdi>{t('visit.who', { name, company: from.name })}</bdi>
      </strong>
      <p className={styles.quiet}>
        {localTime(at, 'minute')} · {formatDuration(minutes * 60)}
        {' · '}
        <bdi>“{reason}”</bdi>
        {answer &&
          ` · ${t('visit.granted.until', {
            name: answer.by_name,
            until: localTime(new Date(endOfGrant(answer)).toISOString(), 'minute'),
          })}`}
      </p>
    </>
  )
}

function Visits(props: { company: string; visits: readonly Visit[]; again: () => void }) {
  const { company, visits, again } = props
  const { busy, others, send } = useSending([])
  if (visits.length === 0) return <p className={styles.quiet}>{t('visit.none')}</p>
  const end = (visit: string) =>
    send(
      true,
      async (opId) => {
        await call(visitCalls.end, { params: { id: company }, body: { visit } }, { opId })
        showToast('done', t('visit.ended'))
        again()
        resyncRecords()
      },
      visit,
    )
  return (
    <>
      <h3>{t('visit.last')}</h3>
      {others.length > 0 && <Notice kind="error">{others.join(' ')}</Notice>}
      <ul className={styles.visits}>
        {visits.map((visit) => {
          const { uuid, by_name, from, reason, at, until, ended_at } = visit
          const isOpen = ended_at === null && Date.parse(until) > minute.value
          return (
            <li key={uuid}>
              <strong>
                <bdi>{t('visit.who', { name: by_name, company: from.name })}</bdi>
              </strong>
              <p className={styles.quiet}>
                {t('visit.when', {
                  from: localTime(at, 'minute'),
                  to: localTime(ended_at ?? until, 'minute'),
                })}
                {' · '}
                <bdi>“{reason}”</bdi>
                {visit.granted_by && ` · ${t('visit.byGrant', { name: visit.granted_by })}`}
                {visit.emergency === 'Y' && ` · ${t('visit.byEmergency')}`}
              </p>
              {isOpen && (
                <Button icon="stop" busy={busy} onClick={() => void end(uuid)}>
                  {t('visit.endTheirs')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
