import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { command as commandEntity } from '../../../../domain/entities/command.ts'
import { isConnected } from '../../../../domain/rules/device.ts'
import { formatDuration } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { deviceStatuses } from '../../../state/live.ts'
import { mode } from '../../../state/mode.ts'
import { useOpenWork } from '../../../state/open-work.ts'
import { useDevice } from '../../../state/use-devices.ts'
import { useRecords } from '../../../state/use-records.ts'
import { commandsOf } from './commands-of.ts'
import { GiveUp } from './GiveUp.tsx'
import { LowerTabs } from './LowerTabs.tsx'
import { RunningPanels } from './RunningPanels.tsx'
import { useNow } from './use-now.ts'
import { useRun } from './use-run.ts'

/** A device that was silent for longer is said to be away: four times what its status takes at most. */
const silentMs = 20_000

/** Show a run as it goes on: its place, its measurements, and its commands. */
export function RunView({ record }: { record: Analysis }) {
  const now = useNow(1000)
  // Keep the page of a run that a person watches when the service is lost.
  useOpenWork()
  const run = useRun(record)
  const device = useDevice(record.device_uuid)
  const commands = commandsOf(useRecords(commandEntity), record.uuid)
  const { picture } = run
  const status = record.device_uuid ? deviceStatuses.value.get(record.device_uuid) : undefined
  const own = status?.status.run?.analysis_uuid === record.uuid ? status.status.run : null
  const heardAt = Math.max(Date.parse(picture?.heardAt ?? '') || 0, status?.heardAt ?? 0)
  const readAt = Date.parse(picture?.heardAt ?? '') || 0
  // Take the younger one: the reading's word, or the status that came between two readings.
  const progress = own && (status?.heardAt ?? 0) > readAt ? own : (picture?.progress ?? own)
  const age = heardAt > 0 ? Math.max(0, now - heardAt) : null
  const away = device != null && (!isConnected(device) || (age !== null && age > silentMs))
  const settled = picture?.loading === false
  // Leave open whether something was measured where the page was opened without network.
  const unseen = mode.value.state === 'offline' && !picture?.measured.AMP
  const name = device?.name ?? record.bcube ?? ''
  return (
    <>
      {mode.value.state === 'offline' ? (
        <Notice kind="warning" title={t('run.offline')}>
          {t(unseen ? 'run.offline.unseen' : 'run.offline.hint', { device: name })}
        </Notice>
      ) : (
        away && (
          <Notice
            kind="warning"
            title={
              age === null
                ? t('run.away.never', { device: name })
                : t('run.away', { device: name, age: formatDuration(age / 1000) })
            }
            action={<GiveUp record={record} measured={picture?.measured.AMP ?? 0} />}
          >
            {t('run.away.hint')}
          </Notice>
        )
      )}
      <RunningPanels
        record={record}
        run={run}
        progress={progress}
        measured={picture?.measured ?? { AMP: 0, VAL: 0 }}
        lidCelsius={status?.status.lid_temperature ?? null}
        status={status?.status ?? null}
        heardAt={heardAt > 0 ? heardAt : null}
        ageSeconds={age === null ? null : age / 1000}
        away={away}
        device={name}
        hostname={device?.hostname ?? null}
        commands={commands}
        empty={t(unseen ? 'run.noCurves.offline' : settled ? 'run.noCurves' : 'parts.loading')}
      />
      <LowerTabs record={record} />
    </>
  )
}
