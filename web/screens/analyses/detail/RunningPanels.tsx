import { useMemo } from 'react'
import { extensionCycles } from '../../../../domain/catalog/limits.ts'
import { type Analysis, hasEnded } from '../../../../domain/entities/analysis.ts'
import type { DeviceStatus, RunProgress } from '../../../../domain/live/event.ts'
import type { RunCommandRecord } from '../../../../domain/rules/command.ts'
import { secondsLeft, shareOf, speedOf } from '../../../../domain/rules/run-time.ts'
import { t } from '../../../i18n/intl.ts'
import { useRunTitle } from '../../../state/page-name.ts'
import { CommandList } from './CommandList.tsx'
import detail from './Detail.module.css'
import { usePicked } from './curves/use-picked.ts'
import { PlateAndCurves } from './PlateAndCurves.tsx'
import { countAdded, makeProfile } from './profile-points.ts'
import { RunControls } from './RunControls.tsx'
import { RunFigures, RunPlace } from './RunFigures.tsx'
import { RunProfile } from './RunProfile.tsx'
import { AbortRun } from './running/AbortRun.tsx'
import { OrderWords } from './running/OrderWords.tsx'
import { useAge } from './running/use-age.ts'
import { AlertToggle } from './running/AlertToggle.tsx'
import { marksOfCommands } from './running/run-marks.ts'
import { projectShifts, readOutlook } from './running/run-outlook.ts'
import { RunStrip } from './running/RunStrip.tsx'
import { tabTitle } from './running/tab-title.ts'
import { useDeviceEvents } from './running/use-device-events.ts'
import type { RunOrdered } from './running/run-orders.ts'
import { useRunOrders } from './running/use-run-orders.ts'
import { useWakeLock } from './running/use-wake-lock.ts'
import { paths } from '../../../paths.ts'
import styles from './RunView.module.css'
import type { LiveRun } from './use-run.ts'
import { firstMode, useView } from './use-view.ts'
import { WatchList } from './watch/WatchList.tsx'

const noCommands: readonly RunCommandRecord[] = []

interface RunningProps {
  record: Analysis
  run: LiveRun
  progress: RunProgress | null
  measured: { AMP: number; VAL: number }
  lidCelsius: number | null
  /** Latest status from the device, if it has sent one. */
  status?: Pick<DeviceStatus, 'lid' | 'run'> | null
  /** Time at which the picture was true, in milliseconds; null before the first message. */
  heardAt: number | null
  /** Age of the picture. */
  ageSeconds: number | null
  away: boolean
  /** Name of the device, for the window's title. */
  device: string
  /** Its ledger, newest first. */
  commands?: readonly RunCommandRecord[]
  /** In place of curves where there are none. */
  empty: string
  /** Its name in the local network, where the service is not the only way to it. */
  hostname?: string | null
  /** In the local network, where orders do not pass through the service. */
  local?: { send: (ordered: RunOrdered) => Promise<void> }
}

/** Work out where the run is in its programme, when it ends, and what happened on the way. */
function useRunPicture(props: RunningProps) {
  const { record, progress, commands = noCommands, heardAt } = props
  const { process } = record.method
  const added = countAdded(process, progress)
  const profile = useMemo(() => makeProfile(process, added), [process, added])
  const events = useDeviceEvents(record.device_uuid, progress)
  const outlook = readOutlook({
    analysis: record.uuid,
    progress,
    status: props.status ?? null,
    profile,
    hasBegun: record.started_at !== null,
  })
  const isOver =
    hasEnded(record.status) || outlook.kind === 'analysing' || outlook.kind === 'aborted'
  const isTold = outlook.kind === 'left' || outlook.kind === 'paused' || outlook.kind === 'lid_open'
  const endsAt =
    progress && heardAt !== null && isTold ? heardAt + secondsLeft(progress) * 1000 : null
  const share = progress && shareOf(progress)
  const { started_at: startedAt } = record
  const marks = useMemo(
    () => [...marksOfCommands(commands, { startedAt, heardAt: heardAt ?? 0, progress }), ...events],
    [commands, startedAt, heardAt, progress, events],
  )
  return { added, profile, outlook, isOver, endsAt, share, marks }
}

/** Show a run that goes on: its place in the programme, its commands, and its measurements. */
export function RunningPanels(props: RunningProps) {
  const { record, run, progress, measured, commands = noCommands, heardAt } = props
  const { process } = record.method
  const { added, profile, outlook, isOver, endsAt, share, marks } = useRunPicture(props)
  const picked = usePicked()
  const control = useView({
    colour: 'end',
    tab: 'notebook',
    mode: firstMode(record.method.evaluation),
  })
  const orders = useRunOrders(record, progress, props.local)
  useWakeLock(!isOver)
  useRunTitle(isOver || share === null ? null : tabTitle(share, outlook, props.device))
  const amplified = profile.phases.filter(({ phase }) => phase === 'AMP')
  const isLocal = props.local !== undefined
  const age = useAge({ heardAt, isLocal, away: props.away, device: props.device })
  return (
    <>
      {!hasEnded(record.status) && (
        <RunStrip
          outlook={outlook}
          share={share}
          endsAt={endsAt}
          speed={progress ? speedOf(progress) : 1}
          age={isOver ? null : age.text}
          facts={<RunPlace progress={progress} measured={measured.AMP} />}
          words={<OrderWords orders={orders} commands={commands} />}
        >
          {!isOver && (
            <RunControls
              record={record}
              progress={progress}
              orders={orders}
              shifts={projectShifts(process, added, extensionCycles, progress)}
              endsAt={endsAt}
              isLocal={isLocal}
              stale={age.refusal}
            />
          )}
          <AbortRun
            record={record}
            orders={orders}
            measured={measured.AMP}
            cycles={progress?.cycles ?? 0}
            isUnreached={age.isUnreached}
            localPath={
              isLocal || !props.hostname
                ? null
                : paths.localAnalysis(record.uuid, props.hostname, true)
            }
          />
        </RunStrip>
      )}
      <PlateAndCurves
        {...picked}
        record={record}
        layers={run.layers}
        melt={run.melt}
        results={run.results}
        measured={measured}
        cycles={amplified.reduce((sum, { points }) => sum + points, 0)}
        control={control}
        empty={props.empty}
        under={
          <WatchList record={record} observations={run.watch} picked={picked} isRunning={!isOver} />
        }
      />
      <RunDetails {...props} {...{ profile, marks, isOver, isLocal }} />
    </>
  )
}

/** Show the run below its curves: figures, thermal profile, orders so far. */
function RunDetails(
  props: RunningProps &
    Pick<ReturnType<typeof useRunPicture>, 'profile' | 'marks' | 'isOver'> & { isLocal: boolean },
) {
  const {
    record,
    progress,
    measured,
    commands = noCommands,
    profile,
    marks,
    isOver,
    isLocal,
  } = props
  return (
    <section className={`${detail.panel} ${styles.run}`} aria-label={t('run.title')}>
      <RunFigures
        progress={progress}
        lidCelsius={props.lidCelsius}
        ageSeconds={props.ageSeconds}
        away={props.away}
        measured={measured}
        isAlone={hasEnded(record.status)}
        isOver={isOver}
      />
      <RunProfile profile={profile} progress={progress} marks={marks} />
      <div className={styles.runSide}>
        <CommandList commands={commands} />
        {!isLocal && !isOver && <AlertToggle analysis={record.uuid} />}
      </div>
    </section>
  )
}
