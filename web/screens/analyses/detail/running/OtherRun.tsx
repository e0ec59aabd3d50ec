import { Link } from 'wouter'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import { t } from '../../../../i18n/intl.ts'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { paths } from '../../../../paths.ts'
import { useHearing } from '../../../../state/hearing.ts'
import { deviceStatuses } from '../../../../state/live.ts'
import { useDevice } from '../../../../state/use-devices.ts'
import { runningOn } from './run-outlook.ts'

/** Show why an analysis cannot begin now on its device: another run, or an open lid. */
export function OtherRun({ record }: { record: Analysis }) {
  const device = useDevice(record.device_uuid)
  const isFresh = useHearing(record.device_uuid ?? '').kind === 'fresh'
  const heard = isFresh ? deviceStatuses.value.get(record.device_uuid ?? '')?.status : undefined
  // Read the record where the device has not been heard lately, and for a run that this person does not see.
  const recorded = heard?.busy === 'N' ? null : (device?.analysis_uuid ?? null)
  const running = runningOn(heard ?? null) ?? recorded
  const name = device?.name ?? ''
  if (running && running !== record.uuid) {
    return (
      <Notice
        kind="info"
        title={t('run.other', { device: name })}
        action={<Link href={paths.analysis(running)}>{t('run.outlook.other_run.view')}</Link>}
      />
    )
  }
  if (heard?.lid === 'open')
    return <Notice kind="info">{t('run.lidOpen', { device: name })}</Notice>
  return null
}
