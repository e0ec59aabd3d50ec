import { useCallback, useState } from 'react'
import type { CallData } from '../../domain/call.ts'
import type { NamedCompany } from '../../domain/calls/partners.ts'
import { visitCalls } from '../../domain/calls/visits.ts'
import { endOfGrant, type VisitRequest } from '../../domain/entities/visit.ts'
import { isReason } from '../../domain/rules/plain-text.ts'
import { call } from '../client/call.ts'
import { formatDuration } from '../i18n/format.ts'
import { t } from '../i18n/intl.ts'
import { FormDialog } from '../parts/dialog/FormDialog.tsx'
import { CheckField } from '../parts/form/CheckField.tsx'
import { SelectField } from '../parts/form/SelectField.tsx'
import { TextAreaField } from '../parts/form/TextAreaField.tsx'
import { Notice } from '../parts/notice/Notice.tsx'
import { minute } from '../state/clock.ts'
import { localTime } from '../state/local-time.ts'
import { showToast } from '../state/toasts.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useSending } from '../state/use-sending.ts'
import { beginVisit, listVisitable } from '../state/make-visit.ts'
import { dismissVisit } from '../state/visit.ts'

/** Lengths of a visit in minutes. */
const lengths = [15, 60, 240, 480] as const

/** Ask for the company, the reason and the length of a visit, all of which the company reads. */
export function VisitDialog({ asked }: { asked: { company: NamedCompany | null } }) {
  const [company, setCompany] = useState(asked.company?.uuid ?? '')
  const [reason, setReason] = useState('')
  const [minutes, setMinutes] = useState('60')
  const [isEmergency, setEmergency] = useState(false)
  const { value, failure } = useAnswer(listVisitable)
  const { terms, loadTerms } = useTerms(company)
  const sending = useSending(['id', 'reason', 'minutes'])
  const { tried, refused } = sending
  const known = value ?? (asked.company ? [asked.company] : [])
  const name = known.find(({ uuid }) => uuid === company)?.name ?? ''
  const grant = grantOf(terms)
  const mustAsk = terms?.granted === 'Y' && !grant && !isEmergency
  const submit = () => {
    const typed = { reason: reason.trim(), minutes: Number(minutes) }
    const order = grant ? { reason: grant.reason, minutes: grant.minutes } : typed
    // Allow to send also before the terms are here: the service refuses a visit that the company has not granted.
    const isWhole = company !== '' && isReason(order.reason)
    const work = async (opId: string) => {
      if (!mustAsk) {
        const emergency = terms?.granted === 'Y' && isEmergency && !grant
        try {
          return await beginVisit(company, { ...order, ...(emergency && { emergency }) }, opId)
        } catch (error) {
          // Show what the company says now, which may have taken the grant back meanwhile.
          loadTerms()
          throw error
        }
      }
      await call(visitCalls.ask, { params: { id: company }, body: order }, { opId })
      showToast('done', t('visit.askedDone', { company: name }))
      dismissVisit()
    }
    return sending.send(isWhole, work, [company, order, mustAsk])
  }
  return (
    <FormDialog
      title={t('visit.title')}
      submit={t(mustAsk ? 'visit.ask' : 'visit.begin')}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={dismissVisit}
    >
      <p>{t('visit.text')}</p>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      <SelectField
        label={t('partner.company')}
        required
        placeholder={t('partner.choose')}
        choices={known.map(({ uuid, name }) => ({ value: uuid, label: name }))}
        value={company}
        error={refused['id'] ?? (tried && company === '' ? t('partner.chooseMissing') : undefined)}
        onChange={setCompany}
      />
      {terms?.granted === 'Y' && <Terms name={name} request={terms.request} />}
      {!grant && (
        <OrderFields
          reason={reason}
          minutes={minutes}
          refused={refused}
          tried={tried}
          onReason={setReason}
          onMinutes={setMinutes}
        />
      )}
      {terms?.granted === 'Y' && !grant && (
        <CheckField
          label={t('visit.emergency')}
          hint={t('visit.emergencyHint')}
          checked={isEmergency}
          onChange={setEmergency}
        />
      )}
    </FormDialog>
  )
}

/** Ask for the length and the reason of a visit. */
function OrderFields(props: {
  reason: string
  minutes: string
  refused: Readonly<Record<string, string>>
  tried: boolean
  onReason: (reason: string) => void
  onMinutes: (minutes: string) => void
}) {
  const { reason, minutes, refused, tried, onReason, onMinutes } = props
  return (
    <>
      <SelectField
        label={t('visit.length')}
        required
        choices={lengths.map((one) => ({
          value: String(one),
          label: t(one < 60 ? 'visit.minutes' : 'visit.hours', {
            count: one < 60 ? one : one / 60,
          }),
        }))}
        value={minutes}
        error={refused['minutes']}
        onChange={onMinutes}
      />
      <TextAreaField
        label={t('visit.reason')}
        hint={t('visit.reasonHint')}
        required
        autoFocus
        rows={2}
        maxLength={500}
        value={reason}
        error={refused['reason'] ?? (tried && !isReason(reason) ? t('visit.reasonMissing') : null)}
        onChange={onReason}
      />
    </>
  )
}

type VisitTerms = CallData<typeof visitCalls.terms>

/** Return whether the chosen company grants visits, and what became of the request; null until it has answered. */
function useTerms(company: string): { terms: VisitTerms | null; loadTerms: () => void } {
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (company === '') return null
      return { company, ...(await call(visitCalls.terms, { params: { id: company } }, { signal })) }
    },
    [company],
  )
  const { value, again } = useAnswer(load)
  return { terms: value?.company === company ? value : null, loadTerms: again }
}

/** Return the request that was granted and may still be begun. */
function grantOf(terms: VisitTerms | null): VisitRequest | null {
  const request = terms?.granted === 'Y' ? terms.request : null
  if (request?.answer?.granted !== 'Y') return null
  return minute.value < endOfGrant(request.answer) ? request : null
}

/** Say that the company grants visits, and what it has answered. */
function Terms({ name, request }: { name: string; request: VisitRequest | null }) {
  const { answer, at, reason = '', minutes = 0 } = request ?? {}
  if (!request) return <Notice kind="info">{t('visit.grants', { company: name })}</Notice>
  if (!answer) {
    return <Notice kind="info">{t('visit.asked', { at: localTime(at ?? '', 'minute') })}</Notice>
  }
  if (answer.granted === 'N') {
    const who = { name: answer.by_name, at: localTime(answer.at, 'minute') }
    const title = answer.taken_back === 'Y' ? 'visit.takenBackBy' : 'visit.refusedBy'
    return (
      <Notice kind="warning" title={t(title, who)}>
        {answer.reason}
      </Notice>
    )
  }
  const until = localTime(new Date(endOfGrant(answer)).toISOString(), 'minute')
  if (minute.value >= endOfGrant(answer)) {
    return <Notice kind="info">{t('visit.lapsed', { name: answer.by_name, until })}</Notice>
  }
  return (
    <Notice kind="done" title={t('visit.grantedBy', { name: answer.by_name, until })}>
      {reason} · {formatDuration(minutes * 60)}
    </Notice>
  )
}
