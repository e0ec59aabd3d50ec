import { useEffect, useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import { calibrationCalls } from '../../../../domain/calls/calibrations.ts'
import { deviceCommandCalls } from '../../../../domain/calls/device-commands.ts'
import { type ChainKind, chainKinds, isApplied } from '../../../../domain/catalog/calibration.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { type AcceptedLink, acceptedOf } from '../../../../domain/rules/calibration-age.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import { whyNotAway } from '../../../record/rights.ts'
import { paths } from '../../../paths.ts'
import { minute } from '../../../state/clock.ts'
import { localTime } from '../../../state/local-time.ts'
import { may } from '../../../state/session.ts'
import { CommandProgress } from '../CommandProgress.tsx'
import { sendByService } from '../send-order.ts'
import { useAsked } from '../use-asked.ts'
import type { GivenCommand } from '../use-command.ts'
import styles from './Calibration.module.css'

/** Send a calibration to its device, as a command of the ledger. */
export function sendCalibration(uuid: string) {
  return sendByService((opId) => call(calibrationCalls.apply, { params: { id: uuid } }, { opId }))
}

/** Show which calibrations are in force, and whether the device says that it measures by them. */
export function OnDevice({ device, sending }: { device: Device; sending: GivenCommand }) {
  const asked = useAsked('getSetup', 'setup', device)
  const inForce = acceptedOf(device)
  const { ask } = asked
  const latest = useRef(ask)
  useLayoutEffect(() => {
    latest.current = ask
  })
  const sent = sending.entry?.state === 'done' ? sending.entry.uuid : null
  useEffect(() => {
    // Ask the device, whose own answer counts, not that it was sent.
    if (sent !== null && may(deviceCommandCalls.getSetup.needs)) void latest.current()
  }, [sent])
  const settings = asked.data?.setup.settings ?? null
  return (
    <section className={styles.section} aria-label={t('calibration.inForce')}>
      <h2>{t('calibration.inForce')}</h2>
      <ul className={styles.inForce}>
        {chainKinds.map((kind) => {
          const known = inForce[kind]
          const held = settings?.[`calibration.${kind}.uuid`]
          return (
            <li key={kind}>
              <InForce kind={kind} known={known ?? null} />
              {kind === 'dye' && <DyeSource />}
              {kind === 'melt' && known && (
                <span className={styles.quiet}>{t('calibration.notApplied')}</span>
              )}
              {known && isApplied(kind) && settings && (
                <Badge
                  {...(held === known.uuid
                    ? ({ shape: 'disc', tone: 'accent' } as const)
                    : ({ shape: 'triangle', tone: 'warning' } as const))}
                >
                  {t(held === known.uuid ? 'calibration.device.same' : 'calibration.device.other')}
                </Badge>
              )}
              {known?.brokenBy === null &&
                isApplied(kind) &&
                (settings === null || held !== known.uuid) && (
                  <Button
                    icon="upload"
                    busy={sending.busy}
                    disabledReason={whyNotAway(calibrationCalls.apply)}
                    onClick={() => void sending.give(() => sendCalibration(known.uuid))}
                  >
                    {t('calibration.device.send')}
                  </Button>
                )}
            </li>
          )
        })}
      </ul>
      {asked.at && (
        <p className={styles.quiet}>
          {t('device.setup.at', { time: localTime(asked.at, 'minute') })}
        </p>
      )}
      {may(deviceCommandCalls.getSetup.needs) && Object.keys(inForce).length > 0 && (
        <div className={styles.acts}>
          <Button
            icon="refresh"
            busy={asked.command.busy}
            disabledReason={whyNotAway(deviceCommandCalls.getSetup)}
            onClick={() => void ask()}
          >
            {t(settings ? 'device.setup.again' : 'device.setup.read')}
          </Button>
        </div>
      )}
      {(sending.entry || sending.failure.length > 0) && <CommandProgress command={sending} />}
      {asked.failure.length > 0 && (
        <CommandProgress command={{ entry: asked.command.entry, failure: asked.failure }} />
      )}
    </section>
  )
}

/** Say where the colours of a device are calibrated. */
function DyeSource() {
  return (
    <span className={styles.quiet}>
      {t('calibration.dye.where')}{' '}
      <Link href={paths.dyeCalibrations()}>{t('nav.dyeCalibrations')}</Link>
    </span>
  )
}

/** Say until when the calibration of a kind is valid, or which other one has made it invalid. */
function InForce({ kind, known }: { kind: ChainKind; known: AcceptedLink | null }) {
  const isOver = known !== null && Date.parse(known.until) < minute.value
  const look =
    known === null
      ? ({ shape: 'ring', tone: 'neutral' } as const)
      : isOver || known.brokenBy !== null
        ? ({ shape: 'triangle', tone: 'warning' } as const)
        : ({ shape: 'disc', tone: 'accent' } as const)
  return (
    <>
      <Badge {...look}>{t(`calibration.kind.${kind}`)}</Badge>
      <span>{sayValidity(known, isOver)}</span>
    </>
  )
}

function sayValidity(known: AcceptedLink | null, isOver: boolean): string {
  if (known === null) return t('calibration.never')
  if (known.brokenBy !== null) {
    return t('calibration.broken', { kind: t(`calibration.kind.${known.brokenBy}`) })
  }
  return t(isOver ? 'calibration.expired' : 'calibration.valid', {
    time: localTime(known.until, 'date'),
  })
}
