import { useSignals } from '@preact/signals-react/runtime'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { dismissClash, draftClash, openSecondDraft, takeDraftOver } from '../../../state/draft.ts'

/** Says that another tab holds the same plan, and what becomes of the two; nothing of either is lost. */
export function ClashNotice({ saved }: { saved: boolean }) {
  useSignals()
  const { value: clash } = draftClash
  if (clash === null) return null
  const action =
    clash === 'elsewhere' ? (
      <>
        <Button onClick={takeDraftOver}>{t('wizard.clash.takeOver')}</Button>
        {/* Of an analysis that is saved already there is only one. */}
        {!saved && <Button onClick={openSecondDraft}>{t('wizard.clash.second')}</Button>}
      </>
    ) : (
      <Button onClick={dismissClash}>{t('wizard.clash.ok')}</Button>
    )
  return (
    <Notice kind="warning" title={t(`wizard.clash.${clash}`)} action={action}>
      {t(`wizard.clash.${clash}.hint`)}
    </Notice>
  )
}
