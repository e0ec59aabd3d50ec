import { companyCalls } from '../../../domain/calls/companies.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import { useAnswer } from '../../state/use-answer.ts'

const load = (signal: AbortSignal) => call(companyCalls.storeSize, {}, { signal, background: true })

/** Warns administrators while there is still time to act: the store of the company fills up. */
export function StoreNotice() {
  const { value } = useAnswer(load)
  if (!value?.warning) return null
  const gigabytes = (bytes: number) => Math.round(bytes / 2 ** 27) / 8
  return (
    <Notice kind="warning">
      {t('home.storeFills', {
        percent: Math.floor(value.share * 100),
        used: gigabytes(value.bytes),
        limit: gigabytes(value.limit_bytes),
      })}
    </Notice>
  )
}
