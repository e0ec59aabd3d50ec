import { type ReactNode, useMemo } from 'react'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { RunProgress } from '../../../../domain/live/event.ts'
import { hasEnded } from '../../../../domain/rules/analysis.ts'
import { t } from '../../../i18n/intl.ts'
import detail from './Detail.module.css'
import { PlateAndCurves, usePicked } from './PlateAndCurves.tsx'
import { countAdded, makeProfile } from './profile-points.ts'
import { RunControls, type RunOrdered } from './RunControls.tsx'
import { RunFigures } from './RunFigures.tsx'
import { RunProfile } from './RunProfile.tsx'
import styles from './RunView.module.css'
import type { LiveRun } from './use-run.ts'
import { useView } from './use-view.ts'

/** A run that goes on: where it is in its programme, what may be done about it, and what it has measured. */
export function RunningPanels(props: {
  record: Analysis
  run: LiveRun
  progress: RunProgress | null
  measured: { AMP: number; VAL: number }
  lidCelsius: number | null
  /** How old the picture is; null while nothing has been heard. */
  ageSeconds: number | null
  away: boolean
  /** In place of curves where there are none. */
  empty: string
  /** In the local network, where orders do not go by the service. */
  local?: { send: (ordered: RunOrdered) => Promise<void> }
  /** Below the controls. */
  children?: ReactNode
}) {
  const { record, run, progress, measured } = props
  const { process } = record.method
  const added = countAdded(process, progress)
  const profile = useMemo(() => makeProfile(process, added), [process, added])
  const picked = usePicked()
  const control = useView({ colour: 'end', tab: 'notebook' })
  const amplified = profile.phases.filter(({ phase }) => phase === 'AMP')
  return (
    <>
      <section className={`${detail.panel} ${styles.run}`} aria-label={t('run.title')}>
        <RunFigures
          progress={progress}
          lidCelsius={props.lidCelsius}
          ageSeconds={props.ageSeconds}
          away={props.away}
          measured={measured}
        />
        <div className={styles.profile}>
          <RunProfile profile={profile} progress={progress} />
        </div>
        <div className={styles.runSide}>
          {!hasEnded(record.status) && (
            <RunControls
              record={record}
              progress={progress}
              measured={measured}
              {...(props.local && { local: props.local })}
            />
          )}
          {props.children}
        </div>
      </section>
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
      />
    </>
  )
}
