import { Link } from 'wouter'
import type { Pending } from '../../../domain/sync/pending.ts'
import { t } from '../../i18n/intl.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import { paths } from '../../paths.ts'

/** Show the device that holds the run of a plan launched by hostname, and how to fetch it. Nothing for other plans. */
export function LaunchedOn({ operation, uuid }: { operation: Pending; uuid: string }) {
  const hostname = operation.type === 'create' ? operation.launched_on : undefined
  if (hostname === undefined) return null
  return (
    <Notice kind="warning" title={t('sync.launchedOn', { hostname })}>
      {t('sync.launchedText')}{' '}
      <Link href={paths.localAnalysis(uuid, hostname, false)}>{t('sync.launchedSee')}</Link>
    </Notice>
  )
}
