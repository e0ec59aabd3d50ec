import { useMemo, useState } from 'react'
import { calibrationCalls } from '../../../../domain/calls/calibrations.ts'
import { type CalibrationKind, calibrationKinds } from '../../../../domain/catalog/calibration.ts'
import type { Calibration } from '../../../../domain/entities/calibration.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { acceptedOf } from '../../../../domain/rules/calibration-age.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { FactList } from '../../../parts/facts/FactList.tsx'
import { Segments } from '../../../parts/form/Segments.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { askedRows, useRows } from '../../../record/use-rows.ts'
import { localTime } from '../../../state/local-time.ts'
import styles from './Calibration.module.css'
import { useCommand } from '../use-command.ts'
import { FindingList } from './FindingList.tsx'
import { OnDevice, sendCalibration } from './OnDevice.tsx'
import { RoiSection } from './RoiSection.tsx'
import { ThermalSection } from './ThermalSection.tsx'

/** Calibrate a device: what is in force, a new calibration of each kind, and the accepted ones before. */
export function CalibrationView({ device }: { device: Device }) {
  const [kind, setKind] = useState<CalibrationKind>('roi')
  const source = useMemo(
    () =>
      askedRows(calibrationCalls.search, {
        order: 'created_at DESC',
        body: { filters: { device_uuid: device.uuid } },
      }),
    [device.uuid],
  )
  const { rows, failure, again } = useRows(source)
  const sending = useCommand(device)
  // An accepted calibration goes to its device at once; where that fails, the page shows it and offers to send it again.
  const done = (uuid: string) => {
    again()
    void sending.give(() => sendCalibration(uuid))
  }
  const signed = (rows ?? []).filter(({ signature }) => signature)
  const inForce = acceptedOf(device)
  const last = signed.find(({ uuid }) => uuid === inForce[kind]?.uuid) ?? null
  return (
    <div className={styles.view}>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      <OnDevice device={device} sending={sending} />
      <section className={styles.section} aria-label={t('calibration.new')}>
        <h2>{t('calibration.new')}</h2>
        <Segments
          label={t('calibration.new')}
          value={kind}
          choices={calibrationKinds.map((value) => ({
            value,
            label: t(`calibration.kind.${value}`),
          }))}
          onChange={setKind}
        />
        {kind === 'roi' && <RoiSection device={device} last={last} onDone={done} />}
        {kind === 'thermal' && <ThermalSection device={device} onDone={done} />}
      </section>
      <section className={styles.section} aria-label={t('calibration.history')}>
        <h2>{t('calibration.history')}</h2>
        {rows && signed.length === 0 && <p className={styles.quiet}>{t('calibration.none')}</p>}
        <ul className={styles.history}>
          {signed.map((record) => (
            <li key={record.uuid}>
              <Accepted record={record} isLast={inForce[record.kind]?.uuid === record.uuid} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

/** Show an accepted calibration: who signed it, for how long, by which evidence, and what was beyond a limit. */
function Accepted({ record, isLast }: { record: Calibration; isLast: boolean }) {
  const { evidence, findings, signature } = record
  return (
    <details>
      <summary>
        {t('calibration.signed', {
          kind: t(`calibration.kind.${record.kind}`),
          name: signature?.printed_name ?? '',
          time: localTime(signature?.at ?? null, 'minute'),
        })}{' '}
        {isLast && (
          <Badge shape="disc" tone="accent">
            {t('calibration.current')}
          </Badge>
        )}
      </summary>
      <FactList
        facts={[
          [t('calibration.fact.measured'), localTime(record.measured_at, 'minute')],
          [t('calibration.fact.until'), localTime(record.valid_until, 'date')],
          [t('calibration.fact.material'), record.material],
          [t('calibration.fact.method'), record.method],
          ...(evidence.of === 'roi'
            ? ([
                [t('calibration.fact.pictures'), formatNumber(evidence.pictures.length)],
                [t('calibration.fact.placed'), t(evidence.placed ? 'record.yes' : 'record.no')],
              ] as const)
            : ([
                [t('calibration.thermal.cartridge'), evidence.serial],
                [t('calibration.thermal.offset'), `${formatNumber(evidence.offset, 2)} °C`],
                [t('calibration.thermal.gain'), formatNumber(evidence.gain, 4)],
              ] as const)),
          [t('record.sign.comment'), signature?.comment],
          [t('record.sign.hash'), signature?.record_hash],
        ]}
      />
      <FindingList findings={findings} />
    </details>
  )
}
