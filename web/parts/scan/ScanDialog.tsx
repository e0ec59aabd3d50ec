import { useEffect, useRef, useState } from 'react'
import { faultText } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../button/Button.tsx'
import { Dialog } from '../dialog/Dialog.tsx'
import { Field } from '../form/Field.tsx'
import { SelectField } from '../form/SelectField.tsx'
import { Notice } from '../notice/Notice.tsx'
import styles from './ScanDialog.module.css'
import { type Camera, useCamera } from './use-camera.ts'
import { useFrames } from './use-frames.ts'
import { useWedge } from './use-wedge.ts'

/** Time in which the same label, which stays in the picture for a while, is reported once. */
const againAfterMs = 2500

export interface ScanProps {
  title: string
  /** Instruction what to hold before the camera. */
  hint: string
  /**
   * A code, by camera, hand scanner or fingers. What comes back says why it cannot be taken and is shown; nothing: it was
   * taken.
   */
  onText: (text: string) => string | null
  onClose: () => void
  /** One code after the other: what was taken last is said, and the picture stays. Else the caller closes. */
  taken?: string | null
}

/**
 * Take a code by camera, by a hand scanner that types, or by typing. Every way ends in the same call, so that a camera that
 * does not work costs nothing but the picture.
 */
export function ScanDialog({ title, hint, onText, onClose, taken = null }: ScanProps) {
  const area = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const seen = useRef({ text: '', at: 0 })
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const camera = useCamera(video)
  const take = (text: string) => {
    const reason = onText(text)
    setRefused(reason)
    if (reason === null) navigator.vibrate?.(40)
    return reason === null
  }
  useFrames(video, camera.state.step === 'on', {
    onCode(text) {
      const at = performance.now()
      const isSame = text === seen.current.text && at - seen.current.at < againAfterMs
      seen.current = isSame ? { text, at: seen.current.at } : { text, at }
      if (!isSame) take(text)
    },
    onBroken: () => setRefused(t('scan.broken')),
  })
  // Read codes while the area has the cursor, where a hand scanner types: its separators and its end are no text, nor is it a person at keys.
  useWedge(area, true, ({ text, isDoubtful }) => {
    if (!isDoubtful) return void take(text)
    setTyped(text)
    setRefused(t('scan.doubtful', { code: text }))
  })
  useEffect(() => field.current?.focus(), [])
  const submit = () => {
    if (typed.trim() !== '' && take(typed)) setTyped('')
    field.current?.focus()
    field.current?.select()
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      onSubmit={submit}
      busy={false}
      actions={
        <>
          <Button onClick={onClose}>{t('parts.close')}</Button>
          <Button
            type="submit"
            kind="primary"
            icon="check"
            disabledReason={typed.trim() === '' ? t('scan.typed.none') : null}
          >
            {t('scan.use')}
          </Button>
        </>
      }
    >
      <div ref={area} className={styles.scan}>
        <Picture video={video} camera={camera} hint={hint} />
        <div aria-live="assertive">
          {refused !== null && <Notice kind="error">{refused}</Notice>}
          {refused === null && taken !== null && <Notice kind="done">{taken}</Notice>}
        </div>
        <Field
          ref={field}
          label={t('scan.typed')}
          hint={t('scan.typed.hint')}
          value={typed}
          maxLength={500}
          autoComplete="off"
          dir="ltr"
          onChange={setTyped}
        />
      </div>
    </Dialog>
  )
}

function Picture(props: {
  video: React.RefObject<HTMLVideoElement | null>
  camera: Camera
  hint: string
}) {
  const { video, camera, hint } = props
  const { state } = camera
  const on = state.step === 'on'
  return (
    <>
      {state.step === 'failed' && (
        <Notice
          kind="warning"
          action={<Button onClick={camera.again}>{t('scan.again')}</Button>}
          title={t('scan.noPicture')}
        >
          {faultText(state.fault)}
        </Notice>
      )}
      <div className={styles.picture} hidden={state.step === 'failed'} data-on={on || undefined}>
        <video
          ref={video}
          className={styles.video}
          playsInline
          muted
          aria-label={t('scan.picture')}
        />
        <span className={styles.finder} aria-hidden="true" />
        <p className={styles.hint} role="status">
          {on ? hint : t('scan.opening')}
        </p>
      </div>
      {on && (state.cameras.length > 1 || state.light !== null) && (
        <div className={styles.tools}>
          {state.cameras.length > 1 && (
            <SelectField
              label={t('scan.camera')}
              value={state.chosen}
              choices={state.cameras.map(({ id, label }, at) => ({
                value: id,
                label: label || t('scan.camera.number', { number: at + 1 }),
              }))}
              onChange={camera.choose}
            />
          )}
          {state.light !== null && (
            <Button aria-pressed={state.light} icon="sun" onClick={camera.switchLight}>
              {t('scan.light')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
