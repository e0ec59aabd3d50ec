import { useMemo, useState } from 'react'
import { analysisCalls } from '../../../../domain/calls/analysis.ts'
import { calibrationCalls } from '../../../../domain/calls/calibrations.ts'
import type { Calibration } from '../../../../domain/entities/calibration.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { call } from '../../../client/call.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { NumberField } from '../../../parts/form/NumberField.tsx'
import type { Typed } from '../../../parts/form/read-number.ts'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { whyNotAway } from '../../../record/rights.ts'
import { askedRows, useRows } from '../../../record/use-rows.ts'
import { localTime } from '../../../state/local-time.ts'
import { useSending } from '../../../state/use-sending.ts'
import styles from './Calibration.module.css'
import { FieldMap, shareBetween } from './FieldMap.tsx'
import { FindingList } from './FindingList.tsx'
import { LimitTable } from './LimitTable.tsx'

/** Map the block by the melting temperatures of a finished run of this device. */
export function MeltSection(props: { device: Device; onDraft: (draft: Calibration) => void }) {
  const { device, onDraft } = props
  const { runs, isKnown, failure } = useRuns(device)
  const [run_uuid, setRun] = useState('')
  const [target, setTarget] = useState('')
  const [known, setKnown] = useState<Typed>(null)
  const run = runs.find(({ uuid }) => uuid === run_uuid) ?? null
  const targets = run?.method.evaluation.targets.map(({ name }) => name) ?? []
  const chosen = targets.includes(target) ? target : (targets[0] ?? '')
  const sending = useSending([])
  const measure = () =>
    sending.send(chosen !== '', async (opId) => {
      const body = {
        run_uuid,
        target: chosen,
        material: '',
        ...(typeof known === 'number' && { known_tm: known }),
      }
      const parts = { params: { id: device.uuid }, body }
      onDraft(await call(calibrationCalls.prepareMelt, parts, { opId }))
    })
  return (
    <section className={styles.section} aria-label={t('calibration.kind.melt')}>
      <p className={styles.quiet}>{t('calibration.melt.text')}</p>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      {isKnown && runs.length === 0 && <p>{t('calibration.melt.noRuns')}</p>}
      {runs.length > 0 && (
        <>
          <div className={styles.pairs}>
            <SelectField
              label={t('calibration.melt.run')}
              value={run_uuid}
              placeholder={t('calibration.melt.chooseRun')}
              choices={runs.map(({ uuid, name, ended_at }) => ({
                value: uuid,
                label: `${name} · ${localTime(ended_at, 'minute')}`,
              }))}
              onChange={setRun}
            />
            <SelectField
              label={t('calibration.fact.target')}
              value={chosen}
              choices={targets.map((value) => ({ value, label: value }))}
              onChange={setTarget}
            />
            <NumberField
              label={t('calibration.melt.known')}
              value={known}
              min={40}
              max={110}
              step={0.1}
              unit="°C"
              onTyped={setKnown}
            />
          </div>
          <div className={styles.acts}>
            <Button
              kind="primary"
              icon="check"
              busy={sending.busy}
              disabledReason={whyNotMeasured(chosen, known)}
              onClick={() => void measure()}
            >
              {t('calibration.melt.measure')}
            </Button>
          </div>
        </>
      )}
      {sending.others.length > 0 && <Notice kind="error">{sending.others.join(' ')}</Notice>}
      <LimitTable kind="melt" />
    </section>
  )
}

/** Say why it cannot be measured: nothing is chosen, or the known temperature cannot be read and would be sent as none. */
function whyNotMeasured(target: string, known: Typed): string | null {
  if (target === '') return t('calibration.melt.chooseRun')
  if (typeof known === 'string') return `${t('calibration.melt.known')}: ${t('fault.number')}`
  return whyNotAway(calibrationCalls.prepareMelt)
}

/** Ask for the finished runs of a device, the newest first. */
function useRuns(device: Device) {
  const source = useMemo(
    () =>
      askedRows(analysisCalls.search, {
        order: 'created_at DESC',
        body: { filters: { device_uuid: device.uuid } },
      }),
    [device.uuid],
  )
  const { rows, failure } = useRows(source)
  const runs = (rows ?? []).filter(({ results }) => results.length > 0)
  return { runs, isKnown: rows !== null, failure }
}

/** Show the melting temperature of every well, and what is beyond a limit. */
export function MeltResult({ record }: { record: Calibration }) {
  const { evidence, findings } = record
  if (evidence.of !== 'melt') return null
  const tms = evidence.wells.flatMap(({ tm }) => (tm === null ? [] : [tm]))
  return (
    <>
      {findings.length === 0 && <Notice kind="done">{t('calibration.allKept')}</Notice>}
      <FindingList findings={findings} />
      <FieldMap
        label={t('calibration.melt.map')}
        cartridge={record.cartridge_type}
        wells={evidence.wells.map(({ well, tm }) => ({
          well,
          text: tm === null ? '–' : formatNumber(tm, 2),
          share: tm === null ? 0 : shareBetween(tm, tms),
          failed: findings.some((one) => one.well === well),
        }))}
      />
    </>
  )
}
