import { useState } from 'react'
import { calibrationCalls } from '../../../../domain/calls/calibrations.ts'
import { displayName } from '../../../../domain/catalog/wavelengths.ts'
import type { Calibration, IlluminationEvidence } from '../../../../domain/entities/calibration.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { acceptedOf } from '../../../../domain/rules/calibration-age.ts'
import { call } from '../../../client/call.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Field } from '../../../parts/form/Field.tsx'
import { NumberField } from '../../../parts/form/NumberField.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { whyNotAway } from '../../../record/rights.ts'
import { useSending } from '../../../state/use-sending.ts'
import styles from './Calibration.module.css'
import { FieldMap, shareBetween } from './FieldMap.tsx'
import { FindingList, sayValue } from './FindingList.tsx'
import { LimitTable } from './LimitTable.tsx'
import { ShotTools } from './ShotTools.tsx'
import { useKeeping, useShots } from './use-shots.ts'

/** Calibrate the illumination: pictures of a plate as it is, of the same plate turned, and the factors that follow. */
export function IlluminationSection(props: {
  device: Device
  last: Calibration | null
  onDraft: (draft: Calibration) => void
}) {
  const { device, last, onDraft } = props
  const known = last?.evidence.of === 'illumination' ? last.evidence : null
  const hasRegions = acceptedOf(device).roi !== undefined
  return (
    <section className={styles.section} aria-label={t('calibration.kind.illumination')}>
      <p className={styles.quiet}>{t('calibration.light.text')}</p>
      {hasRegions ? (
        <TurnedPlate device={device} known={known} onDraft={onDraft} />
      ) : (
        <Notice kind="warning">{t('calibration.light.needsRegions')}</Notice>
      )}
      <LimitTable kind="illumination" />
    </section>
  )
}

interface Filling {
  vessel: string
  seal: string
  volume: number | null
  material: string
}

/** Take the pictures of both positions, the second one once the first is complete, and have the light measured. */
function TurnedPlate(props: {
  device: Device
  known: IlluminationEvidence | null
  onDraft: (draft: Calibration) => void
}) {
  const { device, known, onDraft } = props
  const first = useShots(device)
  const turned = useShots(device)
  const keepAll = useKeeping(device)
  const [filling, setFilling] = useState<Filling>({
    vessel: known?.vessel ?? '',
    seal: known?.seal ?? '',
    volume: known?.volume ?? null,
    material: '',
  })
  const sending = useSending([])
  const { vessel, seal, volume, material } = filling
  const isFilled = vessel.trim() !== '' && seal.trim() !== '' && volume !== null
  const isComplete = first.whole !== null && turned.whole !== null && isFilled
  const measure = () =>
    sending.send(isComplete, async (opId) => {
      const body = {
        vessel: vessel.trim(),
        seal: seal.trim(),
        volume: volume ?? 0,
        material: material.trim(),
        pictures: await keepAll(first.whole ?? []),
        turned: await keepAll(turned.whole ?? []),
      }
      const parts = { params: { id: device.uuid }, body }
      onDraft(await call(calibrationCalls.prepareIllumination, parts, { opId }))
    })
  const whyNot = isComplete
    ? whyNotAway(calibrationCalls.prepareIllumination)
    : t('calibration.light.missing')
  return (
    <>
      <FillingFields filling={filling} onChange={setFilling} />
      <h3>{t('calibration.light.first')}</h3>
      <ShotTools device={device} shots={first} />
      {first.whole && (
        <>
          <h3>{t('calibration.light.turn')}</h3>
          <ShotTools device={device} shots={turned} />
        </>
      )}
      <div className={styles.acts}>
        <Button
          kind="primary"
          icon="check"
          busy={sending.busy}
          disabledReason={whyNot}
          onClick={() => void measure()}
        >
          {t('calibration.light.measure')}
        </Button>
      </div>
      {sending.others.length > 0 && <Notice kind="error">{sending.others.join(' ')}</Notice>}
    </>
  )
}

/** Ask for vessel, seal and volume, which the factors hold for, and for the plate with its lot. */
function FillingFields(props: { filling: Filling; onChange: (filling: Filling) => void }) {
  const { filling, onChange } = props
  return (
    <>
      <div className={styles.pairs}>
        {(['vessel', 'seal'] as const).map((name) => (
          <Field
            key={name}
            label={t(`calibration.light.${name}`)}
            value={filling[name]}
            maxLength={100}
            onChange={(value) => onChange({ ...filling, [name]: value })}
          />
        ))}
        <NumberField
          label={t('calibration.light.volume')}
          value={filling.volume}
          min={1}
          max={500}
          unit="µl"
          onChange={(volume) => onChange({ ...filling, volume })}
        />
        <Field
          label={t('calibration.fact.material')}
          hint={t('calibration.roi.materialHint')}
          value={filling.material}
          maxLength={200}
          onChange={(material) => onChange({ ...filling, material })}
        />
      </div>
      <p className={styles.quiet}>{t('calibration.light.holdsFor')}</p>
    </>
  )
}

/** Say what was measured: whether plate or block are dirty, the numbers of each channel, and its map. */
export function IlluminationResult({ record }: { record: Calibration }) {
  const { evidence, findings } = record
  if (evidence.of !== 'illumination') return null
  const wellsOf = (name: string) =>
    [
      ...new Set(findings.flatMap(({ limit, well }) => (limit === name && well ? [well] : []))),
    ].join(', ')
  const [moved, stayed] = [wellsOf('plate'), wellsOf('block')]
  const isPlate = moved !== '' || findings.some(({ limit }) => limit === 'corrected')
  return (
    <>
      {isPlate && <Notice kind="error">{t('calibration.light.verdict.plate')}</Notice>}
      {stayed !== '' && (
        <Notice kind="warning">{t('calibration.light.verdict.block', { wells: stayed })}</Notice>
      )}
      {!isPlate && stayed === '' && (
        <Notice kind="done">{t('calibration.light.verdict.sound')}</Notice>
      )}
      <FindingList findings={findings} />
      <ChannelNumbers evidence={evidence} />
      <div className={styles.maps}>
        {evidence.channels.map(({ channel }, at) => {
          const fields = evidence.wells.map(({ channels }) => channels[at]?.field ?? 1)
          return (
            <FieldMap
              key={channel}
              label={t('calibration.light.field', { channel: displayName(channel) })}
              cartridge={record.cartridge_type}
              wells={evidence.wells.map(({ well }, index) => ({
                well,
                text: formatNumber(fields[index] ?? 1, 2),
                share: shareBetween(fields[index] ?? 1, fields),
                failed: findings.some((one) => one.well === well && one.channel === channel),
              }))}
            />
          )
        })}
      </div>
    </>
  )
}

const numbers = ['range', 'cv', 'offset', 'corrected'] as const

function ChannelNumbers({ evidence }: { evidence: IlluminationEvidence }) {
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('calibration.verdict')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            {numbers.map((name) => (
              <th key={name} scope="col">
                {t(`calibration.limit.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {evidence.channels.map(({ channel, ...values }) => (
            <tr key={channel}>
              <th scope="row">{displayName(channel)}</th>
              {numbers.map((name) => (
                <td key={name}>{sayValue(name, values[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
