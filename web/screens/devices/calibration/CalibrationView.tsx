import { useMemo, useState } from 'react'
import { calibrationCalls } from '../../../../domain/calls/calibrations.ts'
import {
  type CalibrationKind,
  calibrationKinds,
  isApplied,
  isFirm,
} from '../../../../domain/catalog/calibration.ts'
import type { Calibration } from '../../../../domain/entities/calibration.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { acceptedOf } from '../../../../domain/rules/calibration-age.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import { FactList } from '../../../parts/facts/FactList.tsx'
import { Segments } from '../../../parts/form/Segments.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { askedRows, useRows } from '../../../record/use-rows.ts'
import { whyNotAway } from '../../../record/rights.ts'
import { minute } from '../../../state/clock.ts'
import { localTime } from '../../../state/local-time.ts'
import styles from './Calibration.module.css'
import { useCommand } from '../use-command.ts'
import { AcceptDialog } from './AcceptDialog.tsx'
import { DriftSection } from './DriftSection.tsx'
import { EffectSection } from './EffectSection.tsx'
import { FindingList } from './FindingList.tsx'
import { IlluminationResult, IlluminationSection } from './IlluminationSection.tsx'
import { MeltResult, MeltSection } from './MeltSection.tsx'
import { OnDevice, sendCalibration } from './OnDevice.tsx'
import { RoiSection } from './RoiSection.tsx'
import { ThermalSection } from './ThermalSection.tsx'

/** Calibrate a device: what is in force, a new calibration of each kind, and the accepted ones before. */
export function CalibrationView({ device }: { device: Device }) {
  // Begin where the chain was left: at the first link that is not valid.
  const [kind, setKind] = useState<CalibrationKind>(() => nextKind(device))
  const [begun, setBegun] = useState<ReadonlySet<CalibrationKind>>(() => new Set([kind]))
  const [draft, setDraft] = useState<Calibration | null>(null)
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
  // Send an accepted calibration to its device at once; where that fails, the page shows it and offers to send it again.
  const done = (uuid: string, of: CalibrationKind = kind) => {
    again()
    if (isApplied(of)) void sending.give(() => sendCalibration(uuid))
  }
  const signed = (rows ?? []).filter(({ signature }) => signature)
  const inForce = acceptedOf(device)
  const waiting = (rows ?? []).find((one) => one.kind === kind && !one.signature) ?? null
  const lastOf = (of: CalibrationKind) =>
    signed.find(({ uuid }) => uuid === inForce[of]?.uuid) ?? null
  return (
    <div className={styles.view}>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      <OnDevice device={device} sending={sending} />
      <DriftSection device={device} />
      <section className={styles.section} aria-label={t('calibration.new')}>
        <h2>{t('calibration.new')}</h2>
        <Segments
          label={t('calibration.new')}
          value={kind}
          choices={calibrationKinds.map((value) => ({
            value,
            label: t(`calibration.kind.${value}`),
          }))}
          onChange={(next) => {
            setKind(next)
            setBegun((before) => new Set([...before, next]))
          }}
        />
        {waiting && <Draft draft={waiting} onAccept={() => setDraft(waiting)} />}
        {[...begun].map((one) => (
          // Keep what was begun of a kind, pictures and readings, while another one is looked at.
          <div key={one} hidden={one !== kind}>
            <NewCalibration kind={one} last={lastOf(one)} {...{ device, done, again }} />
          </div>
        ))}
        {draft && (
          <AcceptDialog
            draft={draft}
            onDone={() => done(draft.uuid, draft.kind)}
            onClose={() => setDraft(null)}
          />
        )}
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

function NewCalibration(props: {
  kind: CalibrationKind
  device: Device
  last: Calibration | null
  done: (uuid: string) => void
  again: () => void
}) {
  const { kind, device, last, done, again } = props
  if (kind === 'roi') return <RoiSection device={device} last={last} onDone={done} />
  if (kind === 'thermal') return <ThermalSection device={device} onDone={done} />
  if (kind === 'melt') return <MeltSection device={device} onDraft={again} />
  return <IlluminationSection key={last?.uuid} device={device} last={last} onDraft={again} />
}

/** Return the first kind of the chain without a valid calibration. */
function nextKind(device: Device): CalibrationKind {
  const known = acceptedOf(device)
  const isValid = (kind: CalibrationKind) =>
    known[kind]?.brokenBy === null && Date.parse(known[kind].until) >= minute.value
  return calibrationKinds.find((kind) => !isValid(kind)) ?? 'roi'
}

/** Show what was measured and waits for its signature, also after the page was left. */
function Draft({ draft, onAccept }: { draft: Calibration; onAccept: () => void }) {
  const { kind, findings, updated_at, user_name: name } = draft
  const isLarge = kind === 'illumination' || kind === 'melt'
  return (
    <section className={styles.draft} aria-label={t('calibration.verdict')}>
      <p>{t('calibration.draft', { name, time: localTime(updated_at, 'minute') })}</p>
      {isLarge && <IlluminationResult record={draft} />}
      {isLarge && <MeltResult record={draft} />}
      <div className={styles.acts}>
        <Button
          kind={isLarge ? 'primary' : 'secondary'}
          icon="check"
          disabledReason={
            findings.some(({ limit }) => isFirm(limit))
              ? t('fault.calibration_failed')
              : whyNotAway(calibrationCalls.sign)
          }
          onClick={onAccept}
        >
          {t('calibration.accept')}
        </Button>
      </div>
      <EffectSection record={draft} />
    </section>
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
          ...factsOf(evidence),
          [t('record.sign.comment'), signature?.comment],
          [t('record.sign.hash'), signature?.record_hash],
        ]}
      />
      {evidence.of === 'illumination' && <IlluminationResult record={record} />}
      {evidence.of === 'melt' && <MeltResult record={record} />}
      {(evidence.of === 'roi' || evidence.of === 'thermal') && <FindingList findings={findings} />}
      <EffectSection record={record} />
    </details>
  )
}

function factsOf(evidence: Calibration['evidence']): (readonly [string, string])[] {
  switch (evidence.of) {
    case 'roi':
      return [
        [t('calibration.fact.pictures'), formatNumber(evidence.pictures.length)],
        [t('calibration.fact.placed'), t(evidence.placed ? 'record.yes' : 'record.no')],
      ]
    case 'illumination': {
      const volume = `${formatNumber(evidence.volume)} µl`
      return [
        [t('calibration.fact.pictures'), formatNumber(evidence.pictures.length)],
        [t('calibration.fact.vessel'), [evidence.vessel, evidence.seal, volume].join(' · ')],
      ]
    }
    case 'thermal':
      return [
        [t('calibration.thermal.cartridge'), evidence.serial],
        [t('calibration.thermal.offset'), `${formatNumber(evidence.offset, 2)} °C`],
        [t('calibration.thermal.gain'), formatNumber(evidence.gain, 4)],
      ]
    case 'melt':
      return [
        [t('calibration.fact.target'), evidence.target],
        [t('calibration.fact.median'), `${formatNumber(evidence.median, 2)} °C`],
      ]
  }
}
