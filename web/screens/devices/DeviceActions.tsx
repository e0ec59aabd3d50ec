import { useState } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { command as commandEntity } from '../../../domain/entities/command.ts'
import type { Device } from '../../../domain/entities/device.ts'
import { findOpenShells } from '../../../domain/rules/open-shells.ts'
import { isConnected } from '../../../domain/rules/device.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { now } from '../../state/clock.ts'
import { useRecords } from '../../state/use-records.ts'
import { AskedActDialog, isAsked } from './AskedActDialog.tsx'
import { CommandProgress } from './CommandProgress.tsx'
import { type ActName, deviceActs, order, refuseAct } from './device-acts.ts'
import styles from './DevicePanel.module.css'
import { isLocalWay } from './send-order.ts'
import { ShellDialog } from './ShellDialog.tsx'
import { UpdateDialog } from './UpdateDialog.tsx'
import { useCommand } from './use-command.ts'

/** Show the commands of the device, and the progress of the last one. */
export function DeviceActions({ device }: { device: Device }) {
  useSignals()
  const command = useCommand(device)
  const shells = findOpenShells(useRecords(commandEntity) ?? [], now.value)
  const isShellOpen = shells.some(({ device_uuid }) => device_uuid === device.uuid)
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
      {!isConnected(device) && !isLocalWay() && <p className={styles.quiet}>{t('device.away')}</p>}
      <div className={styles.acts}>
        {deviceActs.map((act) => (
          <Button
            key={act.name}
            icon={act.icon}
            busy={command.busy && pressed === act.name}
            disabledReason={
              refuseAct(act, device) ??
              whyNoShell(act.name, isShellOpen) ??
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

/** Say why a shell cannot be opened or closed; null where it can. Without the service the ledger is of the past, and nothing is refused. */
function whyNoShell(act: ActName, isOpen: boolean): string | null {
  if (isLocalWay()) return null
  if (act === 'shellStart' && isOpen) return t('device.shell.isOpen')
  return act === 'shellStop' && !isOpen ? t('device.shell.isClosed') : null
}
