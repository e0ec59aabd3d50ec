import { lazy, Suspense, useState } from 'react'
import * as v from 'valibot'
import type { Founding, foundingFields } from '../../../../domain/entities/founding.ts'
import { PlainId } from '../../../../domain/fields.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import { TextAreaField } from '../../../parts/form/TextAreaField.tsx'
import type { FieldTexts } from '../../../state/form-faults.ts'
import styles from './Founding.module.css'

/** Facts of a step's fields. */
export interface FieldsProps {
  founding: Founding
  /** The step is done, or the founding has ended. */
  fixed: boolean
  refused: FieldTexts
  onChange: (change: Partial<Pick<Founding, keyof typeof foundingFields>>) => void
}

// Opened by a press; the decoder comes with it.
const ScanDialog = lazy(async () => ({
  default: (await import('../../../parts/scan/ScanDialog.tsx')).ScanDialog,
}))

/** Show the devices of a founding: which the company has, which wait and why, and a list to scan or type. */
export function DeviceFields({ founding, fixed, refused, onChange }: FieldsProps) {
  const [isScanning, setScanning] = useState(false)
  const [taken, setTaken] = useState<string | null>(null)
  const take = (text: string): string | null => {
    const id = readDeviceCode(text)
    if (id === null) return t('found.scanWrong')
    const others = founding.devices.filter((one) => one.trim() !== '' && one !== id)
    onChange({ devices: [...others, id] })
    setTaken(t('found.scanTaken', { id }))
    return null
  }
  return (
    <>
      {!fixed && (
        <>
          <TextAreaField
            label={t('found.devices')}
            required
            rows={4}
            dir="ltr"
            value={founding.devices.join('\n')}
            error={refused['devices'] ?? null}
            onChange={(text) => onChange({ devices: text.split('\n') })}
          />
          <div>
            <Button icon="camera" onClick={() => setScanning(true)}>
              {t('found.scan')}
            </Button>
          </div>
        </>
      )}
      <States claimed={founding.claimed} waiting={founding.waiting} />
      {isScanning && (
        <Suspense>
          <ScanDialog
            title={t('found.scan')}
            hint={t('found.scanHint')}
            onText={take}
            taken={taken}
            onClose={() => setScanning(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** List the devices with their states, as the step last found them. */
function States({ claimed, waiting }: Pick<FieldsProps['founding'], 'claimed' | 'waiting'>) {
  if (claimed.length + waiting.length === 0) return null
  return (
    <ul className={styles.devices}>
      {claimed.map(({ id, name }) => (
        <li key={id}>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <Badge tone="accent" shape="disc">
            {t('found.claimed')}
          </Badge>
        </li>
      ))}
      {waiting.map(({ id, why }) => (
        <li key={id}>
          <strong>
            <bdi>{id}</bdi>
          </strong>
          <Badge tone="warning" shape="half">
            {t('found.state.waiting')}
          </Badge>
          <span className={styles.quiet}>{t(`found.why.${why}`)}</span>
        </li>
      ))}
    </ul>
  )
}

/**
 * Read the code of a device: its serial number or id, as it is or as the last part of a link.
 * @returns null for a text that is no such id.
 */
function readDeviceCode(text: string): string | null {
  const last = /^https?:\/\//i.test(text.trim()) ? (text.trim().split(/[/=]/).at(-1) ?? '') : text
  const read = v.safeParse(PlainId, last.trim())
  return read.success ? read.output : null
}
