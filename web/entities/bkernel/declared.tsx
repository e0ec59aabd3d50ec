import type { RolloutGates } from '../../../domain/calls/bkernels.ts'
import type { Bkernel } from '../../../domain/entities/bkernel.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { FactList } from '../../parts/facts/FactList.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'

type Declared = Pick<Bkernel, 'processing' | 'rollout'>

/** Say how a version makes readings, as its maker declares. */
export function sayProcessing({ processing }: Pick<Bkernel, 'processing'>): string {
  if (!processing) return t('bkernels.processing.none')
  const { gain, offset, step, ceiling, mean_of: cycles } = processing
  const said = {
    gain: formatNumber(gain),
    offset: formatNumber(offset),
    step: formatNumber(step),
    cycles,
  }
  if (ceiling === null) return t('bkernels.processing.unlimited', said)
  return t('bkernels.processing.said', { ...said, ceiling: formatNumber(ceiling) })
}

/** Say how many calls a version changed in its rehearsal. */
export function sayRehearsal({ rollout }: Pick<Bkernel, 'rollout'>): string {
  const rehearsal = rollout?.rehearsal
  if (!rehearsal) return t('bkernels.rehearsal.none')
  const { calls, results, runs, unread } = rehearsal
  if (runs === 0) return t('bkernels.rehearsal.noRuns')
  const figures = { calls: formatNumber(calls), results: formatNumber(results), count: calls }
  const changed = t('bkernels.rehearsal.changed', figures)
  return unread > 0 ? `${changed} ${t('bkernels.rehearsal.unread', { count: unread })}` : changed
}

/** Say why a plan whose rehearsal is due cannot be approved yet, and what to do about it. */
export function sayDue({ processing, rollout }: Declared): string {
  if (!processing) return t('bkernels.rehearsal.declareFirst')
  return t(rollout?.rehearsal ? 'bkernels.rehearsal.stale' : 'bkernels.rehearsal.due')
}

/**
 * Show a person who approves or starts a rollout what the version declares, and what its rehearsal found.
 * @param state whether the rehearsal holds for the plan as it is now
 */
export function DeclaredFacts(props: { version: Declared; state: RolloutGates['rehearsal'] }) {
  const { version, state } = props
  const rehearsal = version.rollout?.rehearsal
  const isWorse = rehearsal !== undefined && rehearsal.calls + rehearsal.unread > 0
  return (
    <>
      <FactList
        facts={[
          [t('bkernels.processing.title'), sayProcessing(version)],
          [t('bkernels.rehearsal.heading'), sayRehearsal(version)],
        ]}
      />
      {state === 'due' && <Notice kind="warning">{sayDue(version)}</Notice>}
      {state === 'held' && isWorse && (
        <Notice kind="warning">{t('bkernels.rehearsal.look')}</Notice>
      )}
    </>
  )
}
