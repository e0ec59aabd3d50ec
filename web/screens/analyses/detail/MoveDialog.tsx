import { useState } from 'react'
import { useLocation } from 'wouter'
import { isReasonDue } from '../../../../domain/actions/refuse.ts'
import { analysisCalls } from '../../../../domain/calls/analysis.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { swarm as swarmEntity } from '../../../../domain/entities/swarm.ts'
import { isReason } from '../../../../domain/rules/plain-text.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { FormDialog } from '../../../parts/dialog/FormDialog.tsx'
import { Field } from '../../../parts/form/Field.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { TextAreaField } from '../../../parts/form/TextAreaField.tsx'
import { paths } from '../../../paths.ts'
import { resyncRecords } from '../../../state/records.ts'
import { account } from '../../../state/session.ts'
import { showToast } from '../../../state/toasts.ts'
import { useRecords } from '../../../state/use-records.ts'
import { useSending } from '../../../state/use-sending.ts'

interface Facts {
  record: Analysis
  onClose: () => void
}

/** Move an analysis to another swarm of one's own, with a reason once it has ended. */
export function MoveDialog({ record, onClose }: Facts) {
  const [chosen, setChosen] = useState('')
  const [reason, setReason] = useState('')
  const sending = useSending(['swarm_uuid', 'reason'])
  const isDue = isReasonDue('analysis', 'migrate', record.status)
  const own = account.value?.swarms ?? []
  const choices = (useRecords(swarmEntity) ?? [])
    .filter(({ uuid, archived }) => archived !== 1 && own.includes(uuid))
    .filter(({ uuid }) => uuid !== record.swarm_uuid)
  const name = choices.find(({ uuid }) => uuid === chosen)?.name ?? ''
  const submit = async () => {
    const body = { swarm_uuid: chosen, ...(reason.trim() && { reason: reason.trim() }) }
    const work = async (opId: string) => {
      await call(analysisCalls.migrate, { params: { id: record.uuid }, body }, { opId })
      resyncRecords()
      showToast('done', t('analysis.move.done', { swarm: name }))
    }
    const isWhole = chosen !== '' && (!isDue || isReason(reason))
    if (await sending.send(isWhole, work, body)) onClose()
  }
  return (
    <FormDialog
      title={t('analysis.move.action')}
      submit={t('analysis.move.submit')}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('analysis.move.text', { name: record.name })}</p>
      <SelectField
        label={t('analysis.move.swarm')}
        required
        value={chosen}
        placeholder={t('analysis.move.choose')}
        choices={choices.map(({ uuid, name: label }) => ({ value: uuid, label }))}
        error={
          sending.refused['swarm_uuid'] ??
          (sending.tried && chosen === '' ? t('analysis.move.choose') : null)
        }
        onChange={(next) => {
          sending.forget('swarm_uuid')
          setChosen(next)
        }}
      />
      <TextAreaField
        label={t('detail.reason')}
        hint={t('detail.reason.hint')}
        rows={2}
        maxLength={500}
        required={isDue}
        value={reason}
        error={
          sending.refused['reason'] ??
          (sending.tried && isDue && !isReason(reason) ? t('detail.reason.short') : null)
        }
        onChange={setReason}
      />
    </FormDialog>
  )
}

/** Make a plan with the method and samples of an analysis, under another name. */
export function DuplicateForm({ record, onClose }: Facts) {
  const [, goTo] = useLocation()
  const [name, setName] = useState(() => t('analysis.duplicate.name', { name: record.name }))
  const sending = useSending(['name'])
  const submit = async () => {
    const body = { name: name.trim() }
    const work = async (opId: string) => {
      const parts = { params: { id: record.uuid }, body }
      const made = await call(analysisCalls.duplicate, parts, { opId })
      resyncRecords()
      showToast('done', t('analysis.duplicate.done', { name: made.name }))
      goTo(paths.analysis(made.uuid))
    }
    if (await sending.send(name.trim() !== '', work, body)) onClose()
  }
  return (
    <FormDialog
      title={t('analysis.duplicate.action')}
      submit={t('analysis.duplicate.action')}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('analysis.duplicate.text')}</p>
      <Field
        label={t('analysis.duplicate.label')}
        required
        value={name}
        error={
          sending.refused['name'] ??
          (sending.tried && name.trim() === '' ? t('fault.required') : null)
        }
        onChange={(next) => {
          sending.forget('name')
          setName(next)
        }}
      />
    </FormDialog>
  )
}
