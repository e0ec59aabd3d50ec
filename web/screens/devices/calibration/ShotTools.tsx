import { useState } from 'react'
import { calibrationCalls } from '../../../../domain/calls/calibrations.ts'
import { displayName } from '../../../../domain/catalog/wavelengths.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { FileButton } from '../../../parts/button/FileButton.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { whyNotAway } from '../../../record/rights.ts'
import { CommandProgress } from '../CommandProgress.tsx'
import styles from './Calibration.module.css'
import type { Shots } from './use-shots.ts'

/** Offer to take the pictures, or to bring one file for each channel. */
export function ShotTools({ device, shots }: { device: Device; shots: Shots }) {
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
