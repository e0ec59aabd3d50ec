import { useEffect, useState } from 'react'
import { isSettled } from '../../../../domain/entities/command.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import type { HealthCheckName } from '../../../../domain/rules/device-health.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { AskedActDialog } from '../AskedActDialog.tsx'
import { CommandProgress } from '../CommandProgress.tsx'
import { deviceActs, order, refuseAct } from '../device-acts.ts'
import { reportedMs } from '../health-summaries.ts'
import { useCommand } from '../use-command.ts'

/** Commands that are the remedy of a check. */
const remedies = {
  data_disk: 'clearFolders',
  system_disk: 'reboot',
  memory: 'reboot',
  cpu: 'reboot',
  uploads: 'sync',
} as const satisfies Partial<Record<HealthCheckName, (typeof deviceActs)[number]['name']>>

export function hasRemedy(check: HealthCheckName): check is keyof typeof remedies {
  return check in remedies
}

/** Offer the command that is the remedy of a check, where the check is read, and ask for the report once it is done. */
export function RemedyAct(props: {
  check: keyof typeof remedies
  device: Device
  again: () => void
}) {
  const { check, device, again } = props
  const command = useCommand(device)
  const [isAsking, setAsking] = useState(false)
  const name = remedies[check]
  const act = deviceActs.find((one) => one.name === name)
  const isDone = command.entry !== null && isSettled(command.entry.state)
  useEffect(() => {
    if (!isDone) return undefined
    const timers = [reportedMs / 3, reportedMs].map((ms) => setTimeout(again, ms))
    return () => timers.forEach(clearTimeout)
  }, [isDone, again])
  if (!act) return null
  return (
    <div>
      <Button
        icon={act.icon}
        busy={command.busy}
        disabledReason={refuseAct(act, device)}
        onClick={() =>
          name === 'sync' ? void command.give(() => order(name, device)) : setAsking(true)
        }
      >
        {t(`device.act.${name}`)}
      </Button>
      <CommandProgress command={command} />
      {isAsking && name !== 'sync' && (
        <AskedActDialog
          act={name}
          device={device}
          command={command}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
