import { Fault } from '../../../../domain/fault.ts'
import type { Place } from '../../../../workers/files/refuse-file.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { placeText } from './place-text.ts'

/** Why a file could not be read, and where in it. Nothing of it was kept. */
export function ImportFailure({ name, error }: { name: string; error: unknown }) {
  const params = error instanceof Fault ? error.details[0]?.params : undefined
  const place = placeText((params ?? {}) as Place)
  return (
    <Notice kind="error" title={t('import.failed', { name })}>
      <p>{errorTexts(error).join(' ')}</p>
      {place && <p>{t('import.where', { place })}</p>}
      <p>{t('import.nothingKept')}</p>
    </Notice>
  )
}
