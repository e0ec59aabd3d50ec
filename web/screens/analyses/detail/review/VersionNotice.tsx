import { Link } from 'wouter'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import { useLaterVersion } from '../../../../entities/analysis/corrected.ts'
import { t } from '../../../../i18n/intl.ts'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { paths } from '../../../../paths.ts'

/**
 * Say that a later version corrects this run, so that nobody relies on its results, and of a correction which version it corrects and
 * why.
 */
export function VersionNotice({ record }: { record: Analysis }) {
  const later = useLaterVersion(record.uuid)
  const { corrects, version = 1, correction_reason: reason = '' } = record
  return (
    <>
      {later && (
        <Notice
          kind={later.status === 'VALIDATION' ? 'warning' : 'info'}
          action={link(later.uuid, later.version)}
        >
          {t(later.status === 'VALIDATION' ? 'detail.corrected' : 'detail.correcting', {
            version: later.version ?? version + 1,
            reason: later.correction_reason ?? '',
          })}
        </Notice>
      )}
      {corrects !== undefined && (
        <Notice kind="info" action={link(corrects, version - 1)}>
          {t('detail.correction', { version, earlier: version - 1, reason })}
        </Notice>
      )}
    </>
  )
}

function link(uuid: string, version = 1) {
  return <Link href={paths.analysis(uuid)}>{t('detail.openVersion', { version })}</Link>
}
