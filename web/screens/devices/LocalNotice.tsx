import { useEffect, useState } from 'react'
import type { Device } from '../../../domain/entities/device.ts'
import { t } from '../../i18n/intl.ts'
import { followDevices } from '../../lan/follow.ts'
import { heardText } from '../../lan/heard.ts'
import { LanHelp } from '../../lan/LanHelp.tsx'
import { localName } from '../../lan/local-names.ts'
import type { SeenDevice } from '../../local/seen-device.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import { isLocalWay } from './send-order.ts'

/** Follow the state of a device in the local network while the service is away; undefined with the service. */
export function useLocalStatus(device: Pick<Device, 'uuid' | 'hostname'>): SeenDevice | undefined {
  const [seen, setSeen] = useState<SeenDevice>()
  const { uuid } = device
  const hostname = localName(device)
  const isLocal = isLocalWay()
  useEffect(() => {
    if (!isLocal) return undefined
    const following = followDevices([hostname], {
      // Fetch no runs, which is done on the pages of analyses.
      known: () => 'COMPLETE',
      onChange: setSeen,
      options: () => ({ device: uuid }),
    })
    return () => {
      following.stop()
      setSeen(undefined)
    }
  }, [uuid, hostname, isLocal])
  return isLocal ? seen : undefined
}

/** Say that the page works by the local network now, when the device answered last, and what to do if it does not. */
export function LocalNotice(props: { device: Device; seen: SeenDevice | undefined }) {
  const { device, seen } = props
  const hostname = localName(device)
  return (
    <>
      <Notice kind={seen?.fault ? 'warning' : 'info'} title={t('device.local.title')}>
        {t('device.local.text', { hostname })} ({heardText(seen)})
      </Notice>
      {seen?.fault && <LanHelp hostnames={[hostname]} />}
    </>
  )
}
