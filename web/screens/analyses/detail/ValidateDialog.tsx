import { useEffect, useState } from 'react'
import { analysisCalls } from '../../../../domain/calls/analysis.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { call } from '../../../client/call.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Dialog } from '../../../parts/dialog/Dialog.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { resyncRecords } from '../../../state/records.ts'
import { account } from '../../../state/session.ts'
import styles from './Detail.module.css'
import { EarlyEnd } from './EarlyEnd.tsx'
import { useResults } from './history/use-results.ts'
import { SignedContent } from './SignedContent.tsx'
import { SigningFields, useSigningFields } from './SigningFields.tsx'
import { recordHash } from '../../../entities/analysis/record-hash.ts'

/** Sign an analysis: show exactly the signed content, and ask for the password again (decisions R5). */
export function ValidateDialog({ record, onClose }: { record: Analysis; onClose: () => void }) {
  // Sign the record that was on the screen when the dialog opened: a later change makes it stale.
  const [shown] = useState(record)
  const signing = useSigning(shown, onClose)
  const { fields, hash } = signing
  const { fault, first, isOfProof } = fields
  const newest = shown.results.at(-1)?.hash ?? null
  const { results } = useResults(shown.uuid, account.value?.uuid ?? '', newest)
  const failed = results?.controls.filter(({ ok }) => !ok).length
  const stale = record.updated_at !== shown.updated_at || first?.code === 'stale'
  return (
    <Dialog
      open
      title={t('validate.title')}
      role="alertdialog"
      onClose={onClose}
      onSubmit={() => void signing.sign()}
      busy={fields.busy}
      actions={
        <>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <Button
            type="submit"
            kind="primary"
            icon="lock"
            busy={fields.busy}
            disabledReason={stale ? t('validate.stale') : hash ? null : t('parts.loading')}
          >
            {t('validate.sign')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <EarlyEnd record={shown} drawn={null} />
        <SignedContent record={shown} hash={hash} failed={failed} />
        {stale && <Notice kind="warning">{t('validate.stale')}</Notice>}
        {fault !== null && !isOfProof && !stale && (
          <Notice kind="error">{errorTexts(fault).join(' ')}</Notice>
        )}
        <SigningFields signing={fields} />
      </div>
    </Dialog>
  )
}

/** Send the signature of a record over the hash of what is on the screen. */
function useSigning(shown: Analysis, onSigned: () => void) {
  const [hash, setHash] = useState('')
  useEffect(() => {
    let gone = false
    void recordHash(shown).then((made) => gone || setHash(made))
    return () => {
      gone = true
    }
  }, [shown])
  const fields = useSigningFields(hash)
  const sign = () =>
    fields.sign(async (body, opId) => {
      const parts = { params: { id: shown.uuid }, body: { ...body, record_hash: hash } }
      await call(analysisCalls.validate, parts, { opId })
      fields.keepMeaning()
      resyncRecords()
      onSigned()
    })
  return { fields, hash, sign }
}
