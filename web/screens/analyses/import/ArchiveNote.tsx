import type { ImportPlan } from '../../../../workers/files/import-plan.ts'
import { t } from '../../../i18n/intl.ts'
import { Notice } from '../../../parts/notice/Notice.tsx'

/** What holds of an archive of ours and of no instrument's file. */
export function ArchiveNote({ plan }: { plan: ImportPlan | undefined }) {
  if (!plan?.told) return null
  return <Notice kind="info">{t('import.archive')}</Notice>
}
