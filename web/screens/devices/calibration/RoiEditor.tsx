import { useEffect, useMemo, useState } from 'react'
import { assetCalls } from '../../../../domain/calls/assets.ts'
import { displayName, type WavelengthName } from '../../../../domain/catalog/wavelengths.ts'
import type { CalibrationFinding, RoiEvidence } from '../../../../domain/entities/calibration.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import { Segments } from '../../../parts/form/Segments.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import styles from './Calibration.module.css'
import { FindingList } from './FindingList.tsx'
import { useImage } from './picture-canvas.ts'
import { Canvas, RoiPicture } from './RoiPicture.tsx'
import type { Regions } from './use-regions.ts'
import type { Shot } from './use-taking.ts'
import { statesIn, type WellState } from './well-states.ts'

/** Show the pictures of all channels with their circles, what is beyond a limit, and tools to move the circles. */
export function RoiEditor(props: {
  device: Device
  shots: readonly Shot[]
  regions: Regions
  last: RoiEvidence | null
  looked: readonly WavelengthName[]
  onLook: (channel: WavelengthName) => void
}) {
  const { device, shots, regions, last, looked, onLook } = props
  const [channel, setChannel] = useState(shots[0]?.channel ?? 'FAM')
  const [chosen, setChosen] = useState<string | null>(null)
  const [whole, setWhole] = useState(true)
  const [isLast, setLast] = useState(false)
  const findings = (regions.reading?.findings ?? []) as CalibrationFinding[]
  const states = useMemo(
    () =>
      new Map(
        shots.map((shot) => [
          shot.channel,
          statesIn(regions.reading?.findings ?? [], shot.channel),
        ]),
      ),
    [regions.reading, shots],
  )
  const shot = shots.find((one) => one.channel === channel)
  const image = useImage(shot?.bytes ?? null)
  const before = useImage(useLastPicture(device, last, isLast ? channel : null))
  const hasLooked = looked.includes(channel)
  useEffect(() => {
    // Count what was drawn large as seen, not what was only opened.
    if (image && !hasLooked) onLook(channel)
  }, [image, hasLooked, channel, onLook])
  const choose = (finding: CalibrationFinding) => {
    if (finding.channel) setChannel(finding.channel)
    setChosen(finding.well)
    setWhole(false)
  }
  const name = displayName(channel)
  return (
    <div className={styles.editor}>
      <ul className={styles.channels} aria-label={t('calibration.roi.channels')}>
        {shots.map((one) => (
          <li key={one.channel}>
            <ChannelButton
              shot={one}
              worst={worstOf(states.get(one.channel))}
              isLooked={looked.includes(one.channel)}
              isShown={one.channel === channel}
              onShow={() => setChannel(one.channel)}
            />
          </li>
        ))}
      </ul>
      <div className={styles.main}>
        <EditorTools
          {...{ regions, whole, isLast, hasLast: last !== null }}
          onWhole={setWhole}
          onLast={() => setLast(!isLast)}
        />
        <RoiPicture
          image={isLast && before ? before : image}
          label={t('calibration.roi.picture', { channel: name, well: chosen ?? '–' })}
          circles={isLast ? [] : regions.circles}
          states={states.get(channel) ?? new Map()}
          ghosts={isLast ? (last?.regions ?? []) : []}
          chosen={chosen}
          whole={whole}
          onChoose={setChosen}
          onStep={regions.step}
          onUndo={regions.undo}
        />
        <p className={styles.quiet}>{t('calibration.roi.keys')}</p>
      </div>
      <Verdict findings={regions.reading && findings} onChoose={choose} />
    </div>
  )
}

/** Say what the pictures were found to be: all limits kept, or what is beyond, the worst first. Null while they are measured. */
function Verdict(props: {
  findings: readonly CalibrationFinding[] | null
  onChoose: (finding: CalibrationFinding) => void
}) {
  const { findings, onChoose } = props
  return (
    <div className={styles.verdict} aria-live="polite">
      <h3>{t('calibration.verdict')}</h3>
      {findings?.length === 0 && <Notice kind="done">{t('calibration.allKept')}</Notice>}
      {findings && findings.length > 0 && (
        <>
          <p>{t('calibration.worstFirst', { count: findings.length })}</p>
          <FindingList findings={findings} onChoose={onChoose} />
        </>
      )}
    </div>
  )
}

function worstOf(states: ReadonlyMap<string, WellState> | undefined): WellState {
  const all = [...(states?.values() ?? [])]
  return all.includes('failed') ? 'failed' : all.length > 0 ? 'doubtful' : 'sound'
}

const looks = {
  sound: { shape: 'disc', tone: 'accent' },
  doubtful: { shape: 'diamond', tone: 'warning' },
  failed: { shape: 'triangle', tone: 'danger' },
} as const

/** Look of a channel whose limits are met, but whose picture nobody has looked at. */
const unlooked = { shape: 'ring', tone: 'neutral' } as const

/** Show the picture of a channel small, with its verdict; pressing it shows it large. */
function ChannelButton(props: {
  shot: Shot
  worst: WellState
  isLooked: boolean
  isShown: boolean
  onShow: () => void
}) {
  const { shot, worst, isLooked, isShown, onShow } = props
  const image = useImage(shot.bytes)
  return (
    <button type="button" aria-pressed={isShown} onClick={onShow}>
      {image && <Canvas image={image} />}
      <span>
        <Badge {...(isLooked || worst !== 'sound' ? looks[worst] : unlooked)}>
          {displayName(shot.channel)}
        </Badge>
        <span className={styles.quiet}>
          {t(isLooked ? `calibration.state.${worst}` : 'calibration.roi.notLooked')}
        </span>
      </span>
    </button>
  )
}

/** Offer what is done to the whole grid, undo, and the comparison with the last accepted calibration. */
function EditorTools(props: {
  regions: Regions
  whole: boolean
  isLast: boolean
  hasLast: boolean
  onWhole: (whole: boolean) => void
  onLast: () => void
}) {
  const { regions, whole, isLast, hasLast, onWhole, onLast } = props
  const turn = Math.PI / 720
  return (
    <div className={styles.acts}>
      <Segments
        label={t('calibration.roi.moves')}
        value={whole ? 'all' : 'one'}
        choices={[
          { value: 'all', label: t('calibration.roi.grid') },
          { value: 'one', label: t('calibration.roi.well') },
        ]}
        onChange={(value) => onWhole(value === 'all')}
      />
      <Button
        icon="undo"
        iconOnly
        disabledReason={regions.canUndo ? null : t('calibration.roi.nothingToUndo')}
        onClick={regions.undo}
      >
        {t('calibration.roi.undo')}
      </Button>
      <Button
        icon="minus"
        iconOnly
        onClick={() => regions.step({ kind: 'spread', factor: 1 / 1.005 })}
      >
        {t('calibration.roi.closer')}
      </Button>
      <Button icon="plus" iconOnly onClick={() => regions.step({ kind: 'spread', factor: 1.005 })}>
        {t('calibration.roi.wider')}
      </Button>
      <Button icon="back" iconOnly onClick={() => regions.step({ kind: 'turn', angle: -turn })}>
        {t('calibration.roi.turnLeft')}
      </Button>
      <Button icon="next" iconOnly onClick={() => regions.step({ kind: 'turn', angle: turn })}>
        {t('calibration.roi.turnRight')}
      </Button>
      <Button
        icon="eye"
        aria-pressed={isLast}
        disabledReason={hasLast ? null : t('calibration.roi.noLast')}
        onClick={onLast}
      >
        {t('calibration.roi.showLast')}
      </Button>
    </div>
  )
}

/** Fetch the picture of a channel from the last accepted calibration; null for no channel. */
function useLastPicture(
  device: Device,
  last: RoiEvidence | null,
  channel: WavelengthName | null,
): Uint8Array | null {
  const [kept, setKept] = useState<{ name: string; bytes: Uint8Array } | null>(null)
  const name = last?.pictures.find((one) => one.channel === channel)?.name ?? null
  useEffect(() => {
    if (name === null) return undefined
    const stop = new AbortController()
    call(assetCalls.roi, { params: { a: device.uuid, b: name } }, { signal: stop.signal }).then(
      ({ bytes }) => setKept({ name, bytes: new Uint8Array(bytes) }),
      () => null,
    )
    return () => stop.abort()
  }, [device.uuid, name])
  return name !== null && kept?.name === name ? kept.bytes : null
}
