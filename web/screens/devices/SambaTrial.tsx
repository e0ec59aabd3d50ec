import { useState } from 'react'
import type { Device } from '../../../domain/entities/device.ts'
import { lanCalls } from '../../../domain/lan/lan-calls.ts'
import type { SambaTest } from '../../../domain/lan/samba-test.ts'
import { t } from '../../i18n/intl.ts'
import { callDevice } from '../../lan/call-device.ts'
import { localName } from '../../lan/local-names.ts'
import { lanErrorTexts } from '../../lan/say-outcome.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { localTime } from '../../state/local-time.ts'
import styles from './DevicePanel.module.css'

/**
 * Let a device write a trial file into a shared folder, read it again and delete it, and say which step failed. It goes
 * over the local network, as the file servers are there.
 */
export function SambaTrial({ device, config }: { device: Device; config: string }) {
  const [outcome, setOutcome] = useState<SambaTest | null>(null)
  const [failure, setFailure] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const test = async () => {
    if (busy) return
    setBusy(true)
    setFailure([])
    setOutcome(null)
    try {
      const params = { config_uuid: config }
      const options = { device: device.uuid }
      setOutcome(await callDevice(localName(device), lanCalls.sambaTest, params, options))
    } catch (error) {
      setFailure(lanErrorTexts(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.trial}>
      <Button icon="check" busy={busy} onClick={() => void test()}>
        {t('device.samba.test')}
      </Button>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      {outcome && <Outcome outcome={outcome} />}
    </div>
  )
}

function Outcome({ outcome: { failed, at } }: { outcome: SambaTest }) {
  if (failed === null) {
    return (
      <Notice kind="done">{t('device.samba.test.fine', { time: localTime(at, 'time') })}</Notice>
    )
  }
  return (
    <Notice kind="warning" title={t(`device.samba.failed.${failed}`)}>
      {t(`device.samba.next.${failed}`)}
    </Notice>
  )
}
