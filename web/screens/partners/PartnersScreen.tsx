import { useCallback, useMemo, useState } from 'react'
import { type Partner, partnerCalls } from '../../../domain/calls/partners.ts'
import { reachNeeds } from '../../../domain/rules/reach.ts'
import { call } from '../../client/call.ts'
import { makeDemotion } from '../../entities/company/company-acts.ts'
import { makePartnerColumns, makePartnerFacets } from '../../entities/partner/partner-columns.tsx'
import { UnderlingHealth } from '../../entities/partner/UnderlingHealth.tsx'
import { t } from '../../i18n/intl.ts'
import { Dialog } from '../../parts/dialog/Dialog.tsx'
import { Button } from '../../parts/button/Button.tsx'
import { TextAreaField } from '../../parts/form/TextAreaField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { RecordForm } from '../../record/RecordForm.tsx'
import { RecordPage } from '../../record/RecordPage.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { askedRows, useRows } from '../../record/use-rows.ts'
import { account, may } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { PromoteDialog } from './PromoteDialog.tsx'

const partnerRows = askedRows(partnerCalls.search, { order: 'name ASC', body: {} })

type Open = { of: 'promote' } | { of: 'underlings'; partner: Partner }

/** List the partners with their underlings; the provider promotes, demotes and assigns, a partner sees itself. */
export function PartnersScreen() {
  const [open, setOpen] = useState<Open | null>(null)
  const list = useRows(partnerRows)
  const columns = useMemo(() => makePartnerColumns(), [])
  const facets = useMemo(() => makePartnerFacets(), [])
  const close = () => setOpen(null)
  return (
    <RecordPage
      name="partner"
      file="partners"
      title={t('nav.partners')}
      list={list}
      columns={columns}
      facets={facets}
      firstSort="name"
      nameOf={({ name }) => name}
      primary={{
        label: t('company.act.promote'),
        icon: 'plus',
        disabledReason: whyNotCall(partnerCalls.promote) && t('partner.providerOnly'),
        onPress: () => setOpen({ of: 'promote' }),
      }}
      empty={{ area: 'partners', title: t('partner.empty'), text: t('partner.emptyText') }}
      panel={({ underlings }) => ({
        facts: [[t('partner.underlings'), String(underlings.length)]],
        more: (
          <UnderlingHealth
            key={underlings.map(({ uuid }) => uuid).join()}
            underlings={underlings}
          />
        ),
      })}
      actsOf={(partner) => [
        {
          id: 'edit',
          label: t('partner.act.assign'),
          icon: 'link',
          hint: t('partner.hint.assign'),
          why:
            (whyNotCall(partnerCalls.setUnderlings) && t('partner.providerOnly')) ??
            whyNot(partner),
          open: () => setOpen({ of: 'underlings', partner }),
        },
        makeDemotion(partner, whyNot(partner)),
      ]}
    >
      {open?.of === 'promote' && <PromoteDialog onDone={list.again} onClose={close} />}
      {open?.of === 'underlings' && (
        <UnderlingsForm partner={open.partner} onDone={list.again} onClose={close} />
      )}
    </RecordPage>
  )
}

/** Say why nothing is changed of the provider, which is a partner without underlings of its own. */
function whyNot({ uuid }: Partner): string | null {
  const isProvider = may(reachNeeds) && uuid === account.value?.company_uuid
  return isProvider ? t('record.wrongState') : null
}

/** Choose exactly the companies that a partner sees and administers. */
function UnderlingsForm(props: { partner: Partner; onDone: () => void; onClose: () => void }) {
  const { partner, onDone, onClose } = props
  const { uuid, name } = partner
  const load = useCallback(
    (signal: AbortSignal) =>
      call(partnerCalls.setUnderlingsForm, { params: { id: uuid } }, { signal }),
    [uuid],
  )
  const { value, failure } = useAnswer(load)
  const title = t('partner.assignTitle', { name })
  if (!value) {
    const cancel = <Button onClick={onClose}>{t('parts.cancel')}</Button>
    return (
      <Dialog open title={title} actions={cancel} onClose={onClose}>
        {failure.length > 0 ? (
          <Notice kind="error">{failure.join(' ')}</Notice>
        ) : (
          <Progress label={t('parts.loading')} />
        )}
      </Dialog>
    )
  }
  const before = value.record.underlings.map((one) => one.uuid)
  return (
    <RecordForm<{ underlings: string[]; reason?: string }>
      open
      title={title}
      submit={t('company.save')}
      schema={partnerCalls.setUnderlings.body}
      values={{ underlings: before, reason: '' }}
      fields={[
        {
          name: 'underlings',
          label: t('partner.underlings'),
          hint: t('partner.assignHint'),
          choices: value.options.underlings,
        },
        {
          name: 'reason',
          secret: true,
          label: t('record.reason'),
          draw: ({ value: text, error, onChange }) => (
            <TextAreaField
              label={t('record.reason')}
              hint={t('record.reasonHint')}
              rows={2}
              maxLength={500}
              value={typeof text === 'string' ? text : ''}
              error={error ?? null}
              onChange={onChange}
            />
          ),
        },
      ]}
      send={async ({ underlings, reason }, opId) => {
        const body = { underlings, ...(reason?.trim() && { reason: reason.trim() }) }
        const made = await call(
          partnerCalls.setUnderlings,
          { params: { id: uuid }, body },
          { opId },
        )
        showToast('done', t('partner.done.assign', { name, count: made.underlings.length }))
        onDone()
      }}
      onClose={onClose}
    />
  )
}
