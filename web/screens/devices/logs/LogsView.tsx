import { useState } from 'react'
import type { Device } from '../../../../domain/entities/device.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { BundleDialog } from './BundleDialog.tsx'
import { LogFiles } from './LogFiles.tsx'
import styles from './Logs.module.css'
import views from '../DeviceView.module.css'
import { Messages } from './Messages.tsx'

/** Show what a device has written: its messages, which the service keeps, and its log files, which are on the device. */
export function LogsView({ device }: { device: Device }) {
  const [isBundling, setBundling] = useState(false)
  return (
    <div className={views.view}>
      <div className={styles.tools}>
        <p className={views.quiet}>{t('view.bundle.hint')}</p>
        <Button icon="download" onClick={() => setBundling(true)}>
          {t('view.bundle.make')}
        </Button>
      </div>
      <Messages device={device} />
      <LogFiles device={device} />
      {isBundling && <BundleDialog device={device} onClose={() => setBundling(false)} />}
    </div>
  )
}
