import { useState } from 'react'
import { calibrationCalls } from '../../../../domain/calls/calibrations.ts'
import { isFirm } from '../../../../domain/catalog/calibration.ts'
import { displayName, type WavelengthName } from '../../../../domain/catalog/wavelengths.ts'
import type { Calibration } from '../../../../domain/entities/calibration.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Field } from '../../../parts/form/Field.tsx'
import { Segments } from '../../../parts/form/Segments.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { whyNotAway } from '../../../record/rights.ts'
import { useSending } from '../../../state/use-sending.ts'
import { AcceptDialog } from './AcceptDialog.tsx'
import styles from './Calibration.module.css'
import { LimitTable } from './LimitTable.tsx'
import { RoiEditor } from './RoiEditor.tsx'
import { ShotTools } from './ShotTools.tsx'
import { useKeeping, useShots } from './use-shots.ts'
import { type Regions, useRegions } from './use-regions.ts'

/** Channels whose picture was shown large, of one set of pictures. */
interface Looked {
  of: number
  channels: readonly WavelengthName[]
}

/** Calibrate the regions of interest: pictures of every channel, the circles in them, and their acceptance. */
export function RoiSection(props: {
  device: Device
  last: Calibration | null
  onDone: (uuid: string) => void
}) {
  const { device, last, onDone } = props
  const shots = useShots(device)
  const [wells, setWells] = useState<'bright' | 'dark'>('bright')
  const [material, setMaterial] = useState('')
  const [seen, setSeen] = useState<Looked>({ of: 0, channels: [] })
  const looked = seen.of === shots.taken ? seen.channels : []
  const keepAll = useKeeping(device)
  const evidence = last?.evidence.of === 'roi' ? last.evidence : null
  const regions = useRegions(device, shots.whole, wells, evidence)
  const [draft, setDraft] = useState<Calibration | null>(null)
  const sending = useSending([])
  const unlooked = device.wavelengths.filter((channel) => !looked.includes(channel))
  const prepare = () =>
    sending.send(shots.whole !== null, async (opId) => {
      const pictures = await keepAll(shots.whole ?? [])
      const body = {
        pictures,
        wells,
        material: material.trim(),
        ...(regions.placed && { placed: [...regions.placed] }),
      }
      setDraft(
        await call(calibrationCalls.prepareRoi, { params: { id: device.uuid }, body }, { opId }),
      )
    })
  const whyNot = whyNotAccept(regions, unlooked)
  return (
    <section className={styles.section} aria-label={t('calibration.kind.roi')}>
      <p className={styles.quiet}>{t('calibration.roi.text')}</p>
      <ShotTools device={device} shots={shots} />
      {shots.some && (
        <PlateFacts {...{ wells, material }} onWells={setWells} onMaterial={setMaterial} />
      )}
      {regions.busy && !regions.reading && <Measuring />}
      {regions.failure.length > 0 && <Notice kind="error">{regions.failure.join(' ')}</Notice>}
      {shots.whole && regions.reading && (
        <RoiEditor
          key={shots.taken}
          device={device}
          shots={shots.whole}
          regions={regions}
          last={evidence}
          looked={looked}
          onLook={(channel) => setSeen({ of: shots.taken, channels: [...looked, channel] })}
        />
      )}
      {shots.whole && unlooked.length > 0 && <p>{whyNot}</p>}
      {shots.whole && (
        <div className={styles.acts}>
          <Button
            kind="primary"
            icon="check"
            busy={sending.busy}
            disabledReason={whyNot}
            onClick={() => void prepare()}
          >
            {t('calibration.accept')}
          </Button>
        </div>
      )}
      {sending.others.length > 0 && <Notice kind="error">{sending.others.join(' ')}</Notice>}
      <LimitTable kind="roi" />
      {draft && (
        <AcceptDialog
          draft={draft}
          onDone={() => {
            shots.clear()
            onDone(draft.uuid)
          }}
          onClose={() => setDraft(null)}
        />
      )}
    </section>
  )
}

function Measuring() {
  const words = t('calibration.roi.measuring')
  return <Progress label={words} text={words} />
}

/** Return why the regions cannot be accepted now; null if they can. */
function whyNotAccept(
  { reading, busy }: Regions,
  unlooked: readonly WavelengthName[],
): string | null {
  if (reading === null || busy) return t('calibration.roi.measuring')
  if (unlooked.length > 0) {
    return t('calibration.roi.lookFirst', { channels: unlooked.map(displayName).join(', ') })
  }
  if (reading.findings.some(({ limit }) => isFirm(limit))) return t('fault.calibration_failed')
  return whyNotAway(calibrationCalls.prepareRoi)
}

/** Ask how the plate looks and which one it is. */
function PlateFacts(props: {
  wells: 'bright' | 'dark'
  material: string
  onWells: (wells: 'bright' | 'dark') => void
  onMaterial: (material: string) => void
}) {
  return (
    <div className={styles.pairs}>
      <Segments
        label={t('calibration.roi.wells')}
        showLabel
        value={props.wells}
        choices={[
          { value: 'bright', label: t('calibration.roi.bright') },
          { value: 'dark', label: t('calibration.roi.dark') },
        ]}
        onChange={props.onWells}
      />
      <Field
        label={t('calibration.fact.material')}
        hint={t('calibration.roi.materialHint')}
        value={props.material}
        maxLength={200}
        onChange={props.onMaterial}
      />
    </div>
  )
}
