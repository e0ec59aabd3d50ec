import { useCallback, useState } from 'react'
import { deviceCalls } from '../../../../domain/calls/devices.ts'
import type { DeviceLog } from '../../../../domain/entities/device-report.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Fetching } from '../../../parts/progress/Fetching.tsx'
import { localTime } from '../../../state/local-time.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { LogText } from './LogText.tsx'
import styles from './Logs.module.css'
import views from '../DeviceView.module.css'
import { saySize } from '../../../entities/attachment/say-size.ts'

/**
 * List the log files of a device by its last report. Their text is on the device alone: it is read in the local network, where the device
 * answers.
 */
export function LogFiles({ device }: { device: Device }) {
  const load = useCallback(
    async (signal: AbortSignal): Promise<DeviceLog[]> =>
      (await call(deviceCalls.logList, { params: { id: device.uuid } }, { signal })).data,
    [device.uuid],
  )
  const { value, failure, again } = useAnswer(load)
  const [open, setOpen] = useState<string | null>(null)
  return (
    <section className={views.part} aria-labelledby="files">
      <div className={styles.head}>
        <h2 id="files">{t('view.files')}</h2>
        <Button icon="refresh" onClick={again}>
          {t('view.again')}
        </Button>
      </div>
      <p className={views.quiet}>{t('view.files.hint')}</p>
      {!value && <Fetching failure={failure} again={again} title={t('parts.fetchFailed')} />}
      {value?.length === 0 && <p>{t('view.files.none')}</p>}
      {value && value.length > 0 && (
        <ul className={styles.files}>
          {value.map(({ name, size, date }) => (
            <li key={name}>
              <code>{name}</code>
              <span>{saySize(size)}</span>
              <span className={views.quiet}>{localTime(date)}</span>
              <Button
                icon={open === name ? 'close' : 'eye'}
                aria-expanded={open === name}
                onClick={() => setOpen(open === name ? null : name)}
              >
                {t(open === name ? 'view.files.close' : 'view.files.read')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {open !== null && <LogText key={open} device={device} name={open} />}
    </section>
  )
}
