import { useRef, useState } from 'react'
import { calibrationCalls } from '../../../../domain/calls/calibrations.ts'
import { isFirm } from '../../../../domain/catalog/calibration.ts'
import { displayName, type WavelengthName } from '../../../../domain/catalog/wavelengths.ts'
import type { Calibration } from '../../../../domain/entities/calibration.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { call } from '../../../client/call.ts'
import { makeUuid } from '../../../client/make-uuid.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { FileButton } from '../../../parts/button/FileButton.tsx'
import { Field } from '../../../parts/form/Field.tsx'
import { Segments } from '../../../parts/form/Segments.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { whyNotAway } from '../../../record/rights.ts'
import { useSending } from '../../../state/use-sending.ts'
import { CommandProgress } from '../CommandProgress.tsx'
import { AcceptDialog } from './AcceptDialog.tsx'
import styles from './Calibration.module.css'
import { LimitTable } from './LimitTable.tsx'
import { RoiEditor } from './RoiEditor.tsx'
import { type Shot, useTaking } from './use-taking.ts'
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

/** Keep the pictures with the device, each once however often a calibration is prepared from it. */
function useKeeping(device: Device) {
  const known = useRef(new Map<Uint8Array, string>())
  const keep = async ({ channel, bytes, command_uuid }: Shot) => {
    let file_uuid = known.current.get(bytes)
    if (file_uuid === undefined) {
      const file = new File([bytes as Uint8Array<ArrayBuffer>], 'plate')
      const parts = { params: { id: device.uuid }, body: { file } }
      file_uuid = (await call(calibrationCalls.picture, parts, { opId: makeUuid() })).uuid
      known.current.set(bytes, file_uuid)
    }
    return { channel, file_uuid, ...(command_uuid !== null && { command_uuid }) }
  }
  return (shots: readonly Shot[]) => Promise.all(shots.map(keep))
}

type Shots = ReturnType<typeof useShots>

/** Gather the pictures of all channels, taken by the device or brought as files. */
function useShots(device: Device) {
  const [shots, setShots] = useState<readonly Shot[]>([])
  const [taken, setTaken] = useState(0)
  const add = (shot: Shot) => {
    setShots((before) => [...before.filter(({ channel }) => channel !== shot.channel), shot])
    setTaken((before) => before + 1)
  }
  const taking = useTaking(device, add)
  const ordered = device.wavelengths.flatMap((channel) =>
    shots.filter((shot) => shot.channel === channel),
  )
  const isWhole = ordered.length === device.wavelengths.length && taking.left.length === 0
  const [whole, setWhole] = useState<{ of: number; shots: readonly Shot[] } | null>(null)
  // One list for one set of pictures: another list is measured again.
  if (isWhole && whole?.of !== taken) setWhole({ of: taken, shots: ordered })
  return {
    taking,
    taken,
    some: shots.length > 0,
    has: (channel: WavelengthName) => shots.some((shot) => shot.channel === channel),
    whole: isWhole && whole?.of === taken ? whole.shots : null,
    add,
    clear: () => {
      setShots([])
      setWhole(null)
    },
  }
}

/** Offer to take the pictures, or to bring one file for each channel. */
function ShotTools({ device, shots }: { device: Device; shots: Shots }) {
  const { taking } = shots
  const [isOpen, setOpen] = useState(false)
  const count = device.wavelengths.length
  const done = count - taking.left.length
  const words = t('calibration.roi.taking', { done: done + 1, count })
  return (
    <>
      <div className={styles.acts}>
        <Button
          icon="camera"
          busy={taking.left.length > 0}
          disabledReason={whyNotAway(calibrationCalls.prepareRoi)}
          onClick={taking.takeAll}
        >
          {t(shots.some ? 'calibration.roi.takeAgain' : 'calibration.roi.take')}
        </Button>
        <Button icon="upload" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('calibration.roi.bring')}
        </Button>
      </div>
      {taking.left.length > 0 && (
        <Progress label={t('calibration.roi.take')} value={done / count} text={words} />
      )}
      {(taking.command.entry || taking.command.failure.length > 0) && (
        <CommandProgress command={taking.command} />
      )}
      {isOpen && (
        <ul className={styles.files}>
          {device.wavelengths.map((channel) => (
            <li key={channel}>
              <span>{displayName(channel)}</span>
              <FileButton
                label={t('calibration.roi.fileOf', { channel: displayName(channel) })}
                accept=".png,.bmp,.pgm,image/png,image/bmp"
                onFile={(file) =>
                  void file
                    .arrayBuffer()
                    .then((buffer) =>
                      shots.add({ channel, bytes: new Uint8Array(buffer), command_uuid: null }),
                    )
                }
              >
                {t(shots.has(channel) ? 'calibration.roi.otherFile' : 'calibration.roi.file')}
              </FileButton>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
