import { useState } from 'react'
import { createPortal } from 'react-dom'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Commissioning } from '../../../../domain/entities/commissioning.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import type { StepFound } from '../../../../domain/rules/commissioning.ts'
import { t } from '../../../i18n/intl.ts'
import { localTime } from '../../../state/local-time.ts'
import { account } from '../../../state/session.ts'
import { usePrint } from '../../../parts/print/use-print.ts'
import styles from './Commission.module.css'

/** Print what was found of each step: a signed sheet with its signature, else lines for two signatures by hand; drawn only for the printer, which it opens by itself. */
export function CommissionSheet(props: {
  device: Device
  steps: readonly StepFound[]
  /** Sheet that is printed as it was signed; null for what is found now. */
  signed: Commissioning | null
  onPrinted: () => void
}) {
  const { device, signed, onPrinted } = props
  const { steps } = signed ?? props
  const of = signed ?? device
  const [printedAt] = useState(() => new Date().toISOString())
  usePrint(onPrinted)
  const facts = [
    [t('devices.column.name'), of.name],
    [t('devices.model'), of.model],
    [t('devices.serial'), of.serial_no],
    [t('devices.hostname'), of.hostname],
    [t('devices.software'), of.bkernel_version],
    [t('devices.cartridge'), cartridges[device.cartridge_type].name],
    [t('commission.printed'), `${localTime(printedAt, 'second')} · ${account.value?.name ?? ''}`],
  ] as const
  return createPortal(
    <article className={styles.sheet} aria-label={t('commission.sheet')}>
      <h1>{t('commission.sheet')}</h1>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <table className={styles.found}>
        <tbody>
          {steps.map(({ step, state, at }) => (
            <tr key={step}>
              <th scope="row">{t(`commission.step.${step}`)}</th>
              <td>{t(`commission.state.${state}`)}</td>
              <td>{at !== null && localTime(at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {signed?.signature ? (
        <dl className={styles.facts}>
          {[
            [t('commission.isSigned'), signed.signature.printed_name],
            [t('commission.signedAt'), localTime(signed.signature.at, 'second')],
            [t('record.sign.comment'), signed.signature.comment],
            [t('record.sign.hash'), signed.signature.record_hash],
          ].map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <>
          <p className={styles.sign}>{t('commission.sign.done')}</p>
          <p className={styles.sign}>{t('commission.sign.checked')}</p>
        </>
      )}
    </article>,
    document.body,
  )
}
