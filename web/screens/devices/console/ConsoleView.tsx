import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { Device } from '../../../../domain/entities/device.ts'
import { t } from '../../../i18n/intl.ts'
import { LanHelp } from '../../../lan/LanHelp.tsx'
import { localName } from '../../../lan/local-names.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { localTime } from '../../../state/local-time.ts'
import { CommandProgress } from '../CommandProgress.tsx'
import { deviceActs, order, refuseAct } from '../device-acts.ts'
import { ShellDialog } from '../ShellDialog.tsx'
import { useCommand } from '../use-command.ts'
import styles from './Console.module.css'
import { ConsoleLog } from './ConsoleLog.tsx'
import { ConsoleLine } from './ConsoleLine.tsx'
import { useShell } from './use-shell.ts'

/**
 * Work in the remote shell of a device, or watch another person who does (SCREEN-039). Lines go over the local network;
 * the shell is opened and ended by whichever way there is, with a reason and a time.
 */
export function ConsoleView({ device }: { device: Device }) {
  useSignals()
  const shell = useShell(device)
  const command = useCommand(device)
  const [asked, setAsked] = useState(false)
  const hostname = localName(device)
  const { until, failure } = shell
  const isOpen = until !== null && until !== undefined
  const start = deviceActs.find(({ name }) => name === 'shellStart')
  const end = async () => {
    await command.give(() => order('shellStop', device))
    await shell.ask()
  }
  return (
    <section className={styles.console} aria-label={t('console.title')}>
      <div className={styles.head}>
        <p>
          {until === undefined && t(failure.length > 0 ? 'console.unknown' : 'console.asking')}
          {until === null && t('console.closed')}
          {isOpen && t('console.open', { time: localTime(until, 'time') })}
        </p>
        {isOpen ? (
          <Button icon="stop" busy={command.sending} onClick={() => void end()}>
            {t('console.end')}
          </Button>
        ) : (
          <Button
            icon="online"
            disabledReason={start ? refuseAct(start, device) : null}
            onClick={() => setAsked(true)}
          >
            {t('device.act.shellStart')}
          </Button>
        )}
      </div>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      {failure.length > 0 && until === undefined && <LanHelp hostnames={[hostname]} />}
      {until === undefined && failure.length === 0 && <Progress label={t('console.asking')} />}
      {(isOpen || shell.lines.length > 0) && <ConsoleLog lines={shell.lines} hostname={hostname} />}
      {isOpen && <ConsoleLine hostname={hostname} busy={shell.busy} onRun={shell.run} />}
      <p className={styles.quiet}>{t('console.text')}</p>
      <CommandProgress command={command} />
      {asked && (
        <ShellDialog
          device={device}
          command={command}
          onClose={() => {
            setAsked(false)
            void shell.ask()
          }}
        />
      )}
    </section>
  )
}
