import { useState } from 'react'
import type { Device } from '../../../domain/entities/device.ts'
import { isConnected } from '../../../domain/rules/device.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { AskedActDialog, isAsked } from './AskedActDialog.tsx'
import { CommandProgress } from './CommandProgress.tsx'
import { type ActName, deviceActs, order, refuseAct } from './device-acts.ts'
import styles from './DevicePanel.module.css'
import { ShellDialog } from './ShellDialog.tsx'
import { UpdateDialog } from './UpdateDialog.tsx'
import { useCommand } from './use-command.ts'

/** What may be ordered of the device, and how far the last order has come. */
export function DeviceActions({ device }: { device: Device }) {
  const command = useCommand()
  const [pressed, setPressed] = useState<ActName | null>(null)
  const [asked, setAsked] = useState<ActName | null>(null)
  const press = (name: ActName, asks: boolean) => {
    setPressed(name)
    if (asks || name === 'update' || name === 'shellStart') setAsked(name)
    else void command.give(() => order(name, device))
  }
  const close = () => setAsked(null)
  return (
    <section className={styles.section} aria-label={t('device.actions')}>
      <h3>{t('device.actions')}</h3>
      {!isConnected(device) && <p className={styles.quiet}>{t('device.away')}</p>}
      <div className={styles.acts}>
        {deviceActs.map((act) => (
          <Button
            key={act.name}
            icon={act.icon}
            busy={command.busy && pressed === act.name}
            disabledReason={
              refuseAct(act, device) ??
              (command.sending && pressed !== act.name ? t('device.command.wait') : null)
            }
            onClick={() => press(act.name, act.asks ?? false)}
          >
            {t(`device.act.${act.name}`)}
          </Button>
        ))}
      </div>
      <CommandProgress command={command} />
      {asked === 'update' && <UpdateDialog device={device} command={command} onClose={close} />}
      {asked === 'shellStart' && <ShellDialog device={device} command={command} onClose={close} />}
      {isAsked(asked) && (
        <AskedActDialog act={asked} device={device} command={command} onClose={close} />
      )}
    </section>
  )
}
