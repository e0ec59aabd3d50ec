import { useState } from 'react'
import { swarmCalls } from '../../../domain/calls/swarms.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { isReason } from '../../../domain/rules/plain-text.ts'
import { call } from '../../client/call.ts'
import { useUses } from '../../entities/swarm/swarm-panel.tsx'
import { t } from '../../i18n/intl.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { ReasonField } from '../../record/ReasonField.tsx'
import { resyncRecords } from '../../state/records.ts'
import { showToast } from '../../state/toasts.ts'
import { useSending } from '../../state/use-sending.ts'

/** Merge a swarm into another: what moves, what stays and who comes along is said before. */
export function MergeDialog(props: {
  swarm: Swarm
  swarms: readonly Swarm[]
  onClose: () => void
}) {
  const { swarm, swarms, onClose } = props
  const [into, setInto] = useState('')
  const [reason, setReason] = useState('')
  const sending = useSending(['swarm_uuid', 'reason'])
  const target = swarms.find(({ uuid }) => uuid === into)
  const isSame = into === swarm.uuid
  const save = async () => {
    const body = { swarm_uuid: into, reason: reason.trim() }
    const work = async (opId: string) => {
      const parts = { params: { id: swarm.uuid }, body }
      const { moved, kept } = await call(swarmCalls.merge, parts, { opId })
      showToast('done', t('swarms.merged', { name: target?.name ?? '', moved, kept }))
    }
    const isWhole = into !== '' && !isSame && isReason(reason)
    if (!(await sending.send(isWhole, work, body))) return
    resyncRecords()
    onClose()
  }
  return (
    <FormDialog
      title={t('swarms.mergeTitle', { name: swarm.name })}
      submit={t('swarms.act.merge')}
      danger
      sending={sending}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <SelectField
        label={t('swarms.into')}
        required
        value={into}
        placeholder={t('rights.rules.choose')}
        choices={swarms
          .filter(({ archived }) => archived !== 1)
          .map(({ uuid, name }) => ({ value: uuid, label: name }))}
        error={isSame ? t('fault.same_swarm') : (sending.refused['swarm_uuid'] ?? null)}
        onChange={(next) => {
          sending.forget('swarm_uuid')
          setInto(next)
        }}
      />
      {target && !isSame && <Preview swarm={swarm} target={target} />}
      <ReasonField value={reason} sending={sending} onChange={setReason} />
    </FormDialog>
  )
}

function Preview({ swarm, target }: { swarm: Swarm; target: Swarm }) {
  const { value, failure } = useUses(swarm.uuid)
  if (failure.length > 0) return <Notice kind="error">{failure.join(' ')}</Notice>
  if (!value) return null
  const { records, analyses, stays, people, devices } = value
  return (
    <Notice kind="warning">
      <p>
        {t('swarms.preview.moves', {
          target: target.name,
          records: records - stays,
          analyses,
          people,
          devices,
        })}
      </p>
      <p>
        {stays > 0
          ? t('swarms.preview.stays', { name: swarm.name, count: stays })
          : t('swarms.preview.gone', { name: swarm.name })}
      </p>
    </Notice>
  )
}
