import type { ReactNode } from 'react'
import { t } from '../../../i18n/intl.ts'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'

/** No company has a place yet: what to do, or who can. */
export function NoPlaces({ action }: { action: ReactNode }) {
  return (
    <EmptyState icon="globe" title={t('devices.map.empty.title')} action={action}>
      {t(action ? 'devices.map.empty.text' : 'devices.map.empty.ask')}
    </EmptyState>
  )
}
