import type { ReactNode } from 'react'
import type { CompanyUse, OfferedBkernel } from '../../../domain/calls/bkernels.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import type { PanelFacts } from '../../record/RecordPanel.tsx'
import { localTime } from '../../state/local-time.ts'
import { sayOffered } from './bkernel-columns.tsx'
import styles from './Bkernel.module.css'
import { countAll, whoCanInstall, whoRuns } from './count-use.ts'
import { sayProcessing, sayRehearsal } from './declared.tsx'
import { sayRollout } from './RolloutBadge.tsx'
import { SupportBadge, supportOf } from './SupportBadge.tsx'
import { UseBars } from './UseBars.tsx'

/**
 * Make what is shown of a version beside the list.
 * @param uses null while it is not known who runs what.
 * @param image draws its image, with what may be done about it.
 */
export function bkernelPanel(
  version: OfferedBkernel,
  uses: readonly CompanyUse[] | null,
  image: ReactNode,
): PanelFacts {
  const { uuid, name, notes, models, released_at, unsupported_from, updated_at } = version
  const day = (value: string | null) => (value === null ? null : localTime(value, 'date'))
  return {
    state: <SupportBadge version={version} />,
    notice: uses && <SupportWarning version={version} uses={uses} />,
    facts: [
      [t('bkernels.field.version'), version.version],
      [t('bkernels.field.name'), name],
      [t('bkernels.field.models'), models.join(', ')],
      [t('bkernels.field.released_at'), day(released_at)],
      [t('bkernels.field.unsupported_from'), day(unsupported_from)],
      [t('bkernels.column.offered'), sayOffered(version)],
      [t('bkernels.rollout.field'), sayRollout(version)],
      [t('bkernels.processing.title'), sayProcessing(version)],
      [t('bkernels.rehearsal.heading'), sayRehearsal(version)],
    ],
    more: (
      <>
        <section>
          <h3>{t('bkernels.field.notes')}</h3>
          <p className={notes ? styles.notes : styles.quiet}>
            <bdi>{notes || t('bkernels.noNotes')}</bdi>
          </p>
        </section>
        {image}
        <Use version={version} uses={uses} />
      </>
    ),
    history: {
      kind: 'bkernel',
      id: uuid,
      updatedAt: updated_at,
      fields: {
        name: { label: t('bkernels.field.name') },
        version: { label: t('bkernels.field.version') },
        notes: { label: t('bkernels.field.notes') },
        released_at: { label: t('bkernels.field.released_at') },
        unsupported_from: { label: t('bkernels.field.unsupported_from') },
        file_hash: { label: t('bkernels.image.hash') },
      },
    },
  }
}

/** Warn that devices run a version whose support has ended or ends soon. */
export function SupportWarning(props: { version: OfferedBkernel; uses: readonly CompanyUse[] }) {
  const { version, uses } = props
  const state = supportOf(version)
  const companies = whoRuns(version, uses)
  if ((state !== 'soon' && state !== 'ended') || companies.length === 0) return null
  return (
    <Notice kind="warning">
      {t(`bkernels.warning.${state}`, {
        version: version.version,
        days: version.days_left ?? 0,
        devices: countAll(companies),
        companies: companies.length,
      })}
    </Notice>
  )
}

/** Show who runs a version, company by company, and how many devices could install it. */
function Use({ version, uses }: { version: OfferedBkernel; uses: readonly CompanyUse[] | null }) {
  if (uses === null) return null
  const running = whoRuns(version, uses)
  const older = countAll(whoCanInstall(version, uses))
  return (
    <section>
      <h3>{t('bkernels.use.title', { devices: formatNumber(countAll(running)) })}</h3>
      {running.length === 0 && <p className={styles.quiet}>{t('bkernels.use.none')}</p>}
      <UseBars companies={running} />
      {older > 0 && <p className={styles.quiet}>{t('bkernels.use.older', { devices: older })}</p>}
    </section>
  )
}
