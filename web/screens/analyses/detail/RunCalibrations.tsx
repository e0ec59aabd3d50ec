import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { calibrationCalls } from '../../../../domain/calls/calibrations.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { CallData } from '../../../../domain/call.ts'
import { call } from '../../../client/call.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { FactList } from '../../../parts/facts/FactList.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { paths } from '../../../paths.ts'
import { may } from '../../../state/session.ts'
import { localTime } from '../../../state/local-time.ts'
import styles from './AuditPanel.module.css'

/**
 * Say which calibrations of the device were in force when the run began, by which version of the method each was made, and
 * where the device's own are; nothing where none was.
 */
export function RunCalibrations({
  uuid,
  device,
  light,
}: {
  uuid: string
  device: string | null
  light?: Analysis['light']
}) {
  const [found, setFound] = useState<CallData<typeof calibrationCalls.ofRun>>([])
  const [failure, setFailure] = useState<string[]>([])
  useEffect(() => {
    const stop = new AbortController()
    const options = { signal: stop.signal, background: true }
    call(calibrationCalls.ofRun, { params: { id: uuid } }, options).then(
      setFound,
      (error: unknown) => {
        if (!stop.signal.aborted) setFailure(errorTexts(error))
      },
    )
    return () => stop.abort()
  }, [uuid])
  // Say that they are unread, which is not the same as none.
  if (failure.length > 0) return <Notice kind="warning">{failure.join(' ')}</Notice>
  if (found.length === 0) return null
  return (
    <div className={styles.calibrations}>
      <FactList
        facts={[
          ...found.map(({ kind, method, signed_by: name, signed_at }) => {
            const by = t(kind === 'dye' ? 'audit.calibration.measured' : 'audit.calibration.by', {
              name,
              time: localTime(signed_at, 'minute'),
            })
            return [
              t(`audit.calibration.${kind}`),
              `${by} · ${t('audit.calibration.method', { method })}`,
            ] as const
          }),
          ...(light === undefined
            ? []
            : [
                [
                  t('audit.field.light'),
                  t(`audit.light.${light?.divided_by ?? 'nobody'}`),
                ] as const,
              ]),
        ]}
      />
      {device !== null && may(calibrationCalls.roi.needs) && (
        <p>
          <Link href={paths.device(device, 'calibration')}>{t('audit.calibration.open')}</Link>
        </p>
      )}
    </div>
  )
}
