import type { RunProgress } from '../../../../domain/live/event.ts'
import { secondsLeft, shareOf } from '../../../../domain/rules/run-time.ts'
import { formatCelsius, formatDuration, formatPercent } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Progress } from '../../../parts/progress/Progress.tsx'
import styles from './RunView.module.css'

/**
 * Stage, cycle, temperatures and how old the picture is: readable at arm's length. Alone, without the strip above it, with
 * the time left.
 */
export function RunFigures(props: {
  progress: RunProgress | null
  lidCelsius: number | null
  ageSeconds: number | null
  away: boolean
  measured: { AMP: number; VAL: number }
  isAlone?: boolean
  /** The run has ended: nothing of it is waited for. */
  isOver?: boolean
}) {
  const { progress, lidCelsius, ageSeconds, isAlone = true, isOver = false } = props
  const share = progress && shareOf(progress)
  return (
    <div className={styles.figures}>
      {isAlone && (share !== null || !isOver) && (
        <Progress
          label={t('run.progress')}
          value={share}
          text={share === null ? t('run.waiting') : formatPercent(share)}
        />
      )}
      <dl>
        <div className={styles.big}>
          <dt>{stageText(progress)}</dt>
          <dd>
            {progress && progress.cycles > 0
              ? t('run.cycle', {
                  cycle: Math.max(progress.cycle, props.measured.AMP),
                  cycles: progress.cycles,
                })
              : '–'}
          </dd>
        </div>
        {isAlone && (
          <div className={styles.big}>
            <dt>{t('run.left')}</dt>
            <dd>{progress ? formatDuration(secondsLeft(progress)) : '–'}</dd>
          </div>
        )}
        <div>
          <dt>{t('run.block')}</dt>
          <dd>{progress ? formatCelsius(progress.temperature) : '–'}</dd>
        </div>
        <div>
          <dt>{t('run.lid')}</dt>
          <dd>{lidCelsius === null ? '–' : formatCelsius(lidCelsius)}</dd>
        </div>
        <div>
          <dt>{t('run.step')}</dt>
          <dd>
            {progress
              ? t('run.step.of', {
                  step: Math.min(progress.position + 1, progress.steps),
                  steps: progress.steps,
                })
              : '–'}
          </dd>
        </div>
        <div data-away={props.away || undefined}>
          <dt>{t('run.heard')}</dt>
          <dd>
            {ageSeconds === null ? '–' : t('run.heard.ago', { age: formatDuration(ageSeconds) })}
          </dd>
        </div>
      </dl>
    </div>
  )
}

/** Show the place of a run in one line: stage, cycle and the temperature of the block. */
export function RunPlace(props: { progress: RunProgress | null; measured: number }) {
  const { progress, measured } = props
  if (!progress) return null
  return (
    <>
      <span>{stageText(progress)}</span>
      {progress.cycles > 0 && (
        <strong>
          {t('run.cycle', { cycle: Math.max(progress.cycle, measured), cycles: progress.cycles })}
        </strong>
      )}
      <span>{formatCelsius(progress.temperature)}</span>
    </>
  )
}

function stageText(progress: RunProgress | null): string {
  if (!progress) return t('run.stage.starting')
  if (progress.state !== 'running') return t(`run.stage.${progress.state}`)
  return t(progress.phase === null ? 'run.stage.hold' : `run.stage.${progress.phase}`)
}
