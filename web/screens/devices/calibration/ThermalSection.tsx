import { useEffect, useMemo, useState } from 'react'
import { calibrationCalls, type ThermalCartridge } from '../../../../domain/calls/calibrations.ts'
import { acceptance } from '../../../../domain/catalog/calibration.ts'
import type { Calibration } from '../../../../domain/entities/calibration.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import type { ThermalFit } from '../../../../workers/calibration/fit-thermal.ts'
import { inWorker } from '../../../../workers/pool.ts'
import { call } from '../../../client/call.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { FileButton } from '../../../parts/button/FileButton.tsx'
import { ScatterChart } from '../../../parts/chart/ScatterChart.tsx'
import { FactList } from '../../../parts/facts/FactList.tsx'
import { TextAreaField } from '../../../parts/form/TextAreaField.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { whyNotAway } from '../../../record/rights.ts'
import { useUnsaved } from '../../../state/left-behind.ts'
import { localTime } from '../../../state/local-time.ts'
import { useSending } from '../../../state/use-sending.ts'
import { AcceptDialog } from './AcceptDialog.tsx'
import styles from './Calibration.module.css'
import { sayLimit } from './FindingList.tsx'
import { LimitTable } from './LimitTable.tsx'
import { type ReadCartridge, readCartridge } from './read-cartridge.ts'
import { drawThermal } from './thermal-pictures.ts'

/** Calibrate the block's sensor by the calibrator's readings: file or pasted, the fit as a picture, and its acceptance. */
export function ThermalSection({
  device,
  onDone,
}: {
  device: Device
  onDone: (uuid: string) => void
}) {
  const [text, setText] = useState('')
  useUnsaved(text !== '', 'page')
  const read = useMemo(() => readCartridge(text), [text])
  const [draft, setDraft] = useState<Calibration | null>(null)
  const sending = useSending([])
  const cartridge = 'cartridge' in read ? read.cartridge : null
  const { fit: good, failure } = useFit(cartridge)
  const prepare = () =>
    sending.send(cartridge !== null, async (opId) => {
      if (!cartridge) return
      const parts = { params: { id: device.uuid }, body: cartridge }
      setDraft(await call(calibrationCalls.prepareThermal, parts, { opId }))
    })
  return (
    <section className={styles.section} aria-label={t('calibration.kind.thermal')}>
      <p className={styles.quiet}>{t('calibration.thermal.text')}</p>
      <div className={styles.acts}>
        <FileButton
          label={t('calibration.thermal.file')}
          accept=".json,.txt,.csv,application/json,text/plain,text/csv"
          onFile={(file) => void file.text().then(setText)}
        >
          {t('calibration.thermal.file')}
        </FileButton>
      </div>
      <TextAreaField
        label={t('calibration.thermal.readings')}
        hint={t('calibration.thermal.hint')}
        value={text}
        rows={text === '' ? 4 : 8}
        maxLength={500_000}
        onChange={setText}
      />
      {'problem' in read && read.problem !== 'empty' && (
        <Notice kind="error">{sayProblem(read)}</Notice>
      )}
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      {cartridge && good && <Fit cartridge={cartridge} fit={good} />}
      {good && (
        <div className={styles.acts}>
          <Button
            kind="primary"
            icon="check"
            busy={sending.busy}
            disabledReason={
              good.passed
                ? whyNotAway(calibrationCalls.prepareThermal)
                : t('fault.calibration_failed')
            }
            onClick={() => void prepare()}
          >
            {t('calibration.accept')}
          </Button>
        </div>
      )}
      {sending.others.length > 0 && <Notice kind="error">{sending.others.join(' ')}</Notice>}
      <LimitTable kind="thermal" />
      {draft && (
        <AcceptDialog
          draft={draft}
          onDone={() => {
            setText('')
            onDone(draft.uuid)
          }}
          onClose={() => setDraft(null)}
        />
      )}
    </section>
  )
}

/** Fit the readings in a worker; null while there is nothing to fit, and until it is done. */
function useFit(cartridge: ThermalCartridge | null) {
  const [made, setMade] = useState<{ of: object; fit: ThermalFit | null; failure: string[] }>()
  useEffect(() => {
    if (!cartridge) return undefined
    const stop = new AbortController()
    inWorker('fitThermal', stop.signal, cartridge).then(
      (fit) => setMade({ of: cartridge, fit, failure: [] }),
      (error: unknown) => {
        if (stop.signal.aborted) return
        setMade({ of: cartridge, fit: null, failure: errorTexts(error) })
      },
    )
    return () => stop.abort()
  }, [cartridge])
  return cartridge && made?.of === cartridge ? made : { fit: null, failure: [] }
}

function sayProblem(read: Extract<ReadCartridge, { problem: string }>): string {
  if (read.problem === 'row') return t('calibration.thermal.badRow', { line: read.line ?? 0 })
  if (read.problem === 'json') return t('calibration.thermal.badJson')
  return t('calibration.thermal.badField', { field: read.field })
}

const degrees = (value: number) => `${formatNumber(value, 2)} °C`

/** Show a fit: its numbers beside their limits, the correction over the temperature, and what the line leaves over. */
function Fit({ cartridge, fit }: { cartridge: ThermalCartridge; fit: ThermalFit }) {
  const { readings } = cartridge
  const pictures = useMemo(() => drawThermal(readings, fit), [readings, fit])
  const rows = [
    ['residual', fit.worst_residual],
    ['uniformity', fit.uniformity],
    [fit.gain > 1 ? 'gain_max' : 'gain_min', fit.gain],
    ['correction', fit.worst_correction],
  ] as const
  const failed = fit.failures.length > 0
  return (
    <>
      <Notice kind={failed ? 'error' : 'done'}>
        {t(failed ? 'calibration.thermal.failed' : 'calibration.allKept')}
      </Notice>
      <div className={styles.pairs}>
        <FactList
          facts={[
            [t('calibration.thermal.cartridge'), cartridge.serial],
            [t('calibration.thermal.firmware'), cartridge.firmware_version],
            [t('calibration.fact.measured'), localTime(cartridge.timestamp, 'minute')],
            [t('calibration.thermal.count'), formatNumber(readings.length)],
            [t('calibration.thermal.offset'), degrees(fit.offset)],
            [t('calibration.thermal.gain'), formatNumber(fit.gain, 4)],
          ]}
        />
        <table className={styles.table}>
          <caption className="visually-hidden">{t('calibration.verdict')}</caption>
          <tbody>
            {rows.map(([name, value]) => {
              const isKept =
                acceptance.thermal[name].side === 'most'
                  ? value <= acceptance.thermal[name].value
                  : value >= acceptance.thermal[name].value
              return (
                <tr key={name} data-state={isKept ? 'sound' : 'failed'}>
                  <th scope="row">{t(`calibration.limit.${name}`)}</th>
                  <td>{name.startsWith('gain') ? formatNumber(value, 4) : degrees(value)}</td>
                  <td>{sayLimit(name)}</td>
                  <td>{t(isKept ? 'calibration.state.sound' : 'calibration.state.failed')}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <div className={styles.pairs}>
        <ScatterChart
          label={t('calibration.thermal.correction')}
          summary={t('calibration.thermal.correctionSummary', {
            offset: degrees(fit.offset),
            gain: formatNumber(fit.gain, 4),
          })}
          {...pictures.correction}
          xLabel={t('calibration.thermal.sensor')}
          yLabel={t('calibration.thermal.correctionAxis')}
        />
        <ScatterChart
          label={t('calibration.thermal.residuals')}
          summary={t('calibration.thermal.residualSummary', { worst: degrees(fit.worst_residual) })}
          {...pictures.residuals}
          xLabel={t('calibration.thermal.sensor')}
          yLabel={t('calibration.thermal.residualAxis')}
        />
      </div>
    </>
  )
}
