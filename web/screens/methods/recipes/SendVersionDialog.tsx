import { useState } from 'react'
import { openZone, midnight } from '../../../../domain/calendar.ts'
import { recipeCalls } from '../../../../domain/calls/recipes.ts'
import type { Recipe } from '../../../../domain/entities/recipe.ts'
import { isReason } from '../../../../domain/rules/plain-text.ts'
import type { OpenVersion } from '../../../../domain/rules/recipe-version.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { FormDialog } from '../../../parts/dialog/FormDialog.tsx'
import { DateField } from '../../../parts/form/DateField.tsx'
import { TextAreaField } from '../../../parts/form/TextAreaField.tsx'
import { localZone } from '../../../state/local-time.ts'
import { resyncRecords } from '../../../state/records.ts'
import { showToast } from '../../../state/toasts.ts'
import { useSending } from '../../../state/use-sending.ts'
import { Evidence, useComparing } from './evidence/Evidence.tsx'
import { Figures, type Shown } from './evidence/Figures.tsx'
import styles from './requests/Requests.module.css'
import { VersionChanges } from './VersionChanges.tsx'

/** Send a draft to review, with its evidence and the day from which it is to be in force. */
export function SendVersionDialog(props: {
  recipe: Recipe
  open: OpenVersion
  onClose: () => void
}) {
  const { onClose } = props
  // Send what is shown, with the figures that are stated here.
  const [{ recipe, open }, setShown] = useState<Shown>(props)
  const { name, uuid, updated_at: base } = recipe
  const { version } = open
  const [evidence, setEvidence] = useState(open.release.evidence ?? '')
  const [day, setDay] = useState<number | null>(null)
  const comparing = useComparing()
  const isUnfinished = comparing.isOpen && comparing.made === null
  const { tried, refused, ...sending } = useSending(['evidence', 'effective_from'])
  const submit = async () => {
    const from = day === null ? null : midnight(day, openZone(localZone()))
    const effective_from = from === null ? null : new Date(from).toISOString()
    const { isOpen, made } = comparing
    const comparison = isOpen && made && made !== 'none' ? { comparison: made } : {}
    const body = { evidence: evidence.trim(), effective_from, base, ...comparison }
    const done = await sending.send(
      isReason(evidence) && !isUnfinished,
      async (opId) => {
        await call(recipeCalls.sendVersion, { params: { id: uuid }, body }, { opId })
        resyncRecords()
        showToast('done', t('versions.done.send', { name, version }))
      },
      body,
    )
    if (done) onClose()
  }
  return (
    <FormDialog
      title={t('versions.send.title', { name, version })}
      submit={t('versions.act.send')}
      wide="table"
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <VersionChanges recipe={recipe} open={open} />
      <Evidence {...{ recipe, open, comparing }}>
        <p className={styles.quiet}>{t('versions.bench.keeps')}</p>
        {tried && isUnfinished && <p role="alert">{t('versions.bench.busy')}</p>}
        <div>
          <Button onClick={comparing.end}>{t('versions.bench.leave')}</Button>
        </div>
      </Evidence>
      <Figures {...{ recipe, open }} onKept={setShown} />
      <TextAreaField
        label={t('versions.send.evidence')}
        hint={t('versions.send.evidenceHint')}
        required
        rows={4}
        maxLength={8000}
        value={evidence}
        error={
          refused['evidence'] ??
          (tried && !isReason(evidence) ? t('versions.send.evidenceMissing') : null)
        }
        onChange={(text) => {
          sending.forget('evidence')
          setEvidence(text)
        }}
      />
      <DateField
        label={t('versions.send.from')}
        hint={t('versions.send.fromHint')}
        value={day}
        error={refused['effective_from'] && t('versions.send.fromPast')}
        onChange={(chosen) => {
          sending.forget('effective_from')
          setDay(chosen)
        }}
      />
    </FormDialog>
  )
}
