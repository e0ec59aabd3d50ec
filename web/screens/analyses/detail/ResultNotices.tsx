import { Fragment } from 'react'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { ControlResult, WellResult } from '../../../../domain/results.ts'
import { timesApart } from '../../../../domain/rules/device-times.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { localTime } from '../../../state/local-time.ts'
import { EarlyEnd } from './EarlyEnd.tsx'
import type { ShownResults } from './use-shown-results.ts'

/** Show notices above the results: failures, missing parts, and that newer results exist. */
export function ResultNotices(props: {
  record: Analysis
  shown: ShownResults
  onNewest: () => void
  onControls: () => void
}) {
  const { record, shown, onNewest, onControls } = props
  const { error, retry } = shown.loaded
  const broken = shown.results?.controls.filter(({ ok }) => !ok) ?? []
  return (
    <>
      {error !== null && (
        <Notice
          kind="error"
          title={t('detail.failed')}
          action={<Button onClick={retry}>{t('detail.retry')}</Button>}
        >
          {errorTexts(error).join(' ')}
        </Notice>
      )}
      <EarlyEnd record={record} drawn={shown.trial.layers?.points ?? null} />
      <DeviceTimes record={record} />
      {!record.curves_hash && <Notice kind="info">{t('detail.noCurves')}</Notice>}
      {!shown.isNewest && (
        <Notice kind="info" action={<Button onClick={onNewest}>{t('history.showNewest')}</Button>}>
          {t('history.old')}
        </Notice>
      )}
      {broken.length > 0 && (
        <Notice
          kind="warning"
          inline
          title={t('controls.failed', { count: broken.length })}
          action={<Button onClick={onControls}>{t('controls.look')}</Button>}
        >
          <BrokenRules broken={broken} wells={shown.results?.wells ?? []} />
        </Notice>
      )}
    </>
  )
}

/** Show start and end by the clock of the device if the service received them later. */
function DeviceTimes({ record }: { record: Analysis }) {
  const told = timesApart(record)
  if (!told) return null
  const range = (from: string | null, to: string | null) =>
    [from, to].flatMap((at) => localTime(at) ?? []).join(' – ')
  const said = range(told.started_at, told.ended_at)
  const reported = range(record.started_at, record.ended_at)
  return (
    <Notice kind="info" inline>
      {t('detail.deviceTimes', { said, reported })}
    </Notice>
  )
}

/** List the broken rules, each once with the targets for which it failed. */
function BrokenRules(props: { broken: readonly ControlResult[]; wells: readonly WellResult[] }) {
  const { broken } = props
  const rules = [...new Set(broken.map(({ rule }) => rule))]
  return rules.map((rule, at) => {
    const failed = broken.filter((one) => one.rule === rule)
    const targets = failed.map(({ target }) => target)
    // Tell a control that was not measured to the end from one that amplified.
    const isUnproven = rule === 'ntc_clean' && !failed.some((one) => hasCq(one, props.wells))
    return (
      <Fragment key={rule}>
        {at > 0 && ' · '}
        {t(isUnproven ? 'controls.wrong.ntc_unproven' : `controls.wrong.${rule}`)}:{' '}
        <bdi>{[...new Set(targets)].join(', ')}</bdi>
      </Fragment>
    )
  })
}

const hasCq = (control: ControlResult, wells: readonly WellResult[]) =>
  wells.some(
    ({ well, target, cq }) =>
      cq !== null && target === control.target && control.wells.includes(well),
  )
