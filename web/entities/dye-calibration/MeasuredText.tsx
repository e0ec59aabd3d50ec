import type { ReactNode } from 'react'
import { dyeLimits } from '../../../domain/catalog/calibration.ts'
import { displayName } from '../../../domain/catalog/wavelengths.ts'
import type { MeasuredDyes } from '../../../domain/entities/dye-calibration.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import styles from './MeasuredText.module.css'

export type MeasuredWell = MeasuredDyes['wells'][number]
type Failure = MeasuredDyes['failures'][number]

/** Show a colour calibration: verdict, matrix, what is left of each dye, and its wells, the worst first. */
export function MeasuredText(props: {
  measured: MeasuredDyes
  /** Draw what may be done with a well. */
  actOf?: (well: MeasuredWell) => ReactNode
}) {
  const { measured, actOf } = props
  const { failures } = measured
  return (
    <div className={styles.parts}>
      {failures.length === 0 ? (
        <Badge shape="disc" tone="accent">
          {t('dyes.accepted')}
        </Badge>
      ) : (
        <Notice kind="error" title={t('dyes.refused')}>
          <ul className={styles.failures}>
            {failures.map((failure) => (
              <li key={`${failure.limit} ${failure.channel}`}>{sayFailure(failure)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Matrix measured={measured} />
      <p className={styles.quiet}>
        {t('dyes.condition', {
          value: formatNumber(measured.condition, 2),
          allowed: formatNumber(dyeLimits.condition),
        })}
      </p>
      <Dyes measured={measured} />
      <Wells measured={measured} actOf={actOf} />
    </div>
  )
}

/** Say which limit was not met, by how much, and what it means for the dye. */
function sayFailure({ limit, channel, value, allowed }: Failure): string {
  const dye = channel === null ? '' : displayName(channel)
  switch (limit) {
    case 'residual':
      return t('dyes.limit.residual', { dye, value: sayShare(value), allowed: sayShare(allowed) })
    case 'light':
      return t('dyes.limit.light', {
        dye,
        value: formatNumber(value, 0),
        allowed: formatNumber(allowed, 0),
      })
    case 'condition':
      return t('dyes.limit.condition', { value: formatNumber(value, 1), allowed })
    case 'wells':
      return t('dyes.limit.wells', { dye, value, allowed })
    case 'blanks':
      return t('dyes.limit.blanks', { value, allowed })
  }
}

/** Write a part of a light in percent; small ones are what a calibration is about. */
function sayShare(part: number): string {
  return `${formatNumber(100 * part, 2)} %`
}

function Matrix({ measured: { channels, matrix } }: { measured: MeasuredDyes }) {
  return (
    <section>
      <h3>{t('dyes.matrix')}</h3>
      <p className={styles.quiet}>{t('dyes.matrixHint')}</p>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('dyes.matrix')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <td />
              {channels.map((dye) => (
                <th key={dye} scope="col">
                  {t('dyes.dye', { dye: displayName(dye) })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {channels.map((channel, row) => (
              <tr key={channel}>
                <th scope="row">{t('dyes.channel', { channel: displayName(channel) })}</th>
                {matrix[row]?.map((share, column) => (
                  <td key={channels[column]} className={styles.number}>
                    {formatNumber(share, 4)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Dyes({ measured: { dyes } }: { measured: MeasuredDyes }) {
  return (
    <section>
      <h3>{t('dyes.left')}</h3>
      <ul className={styles.list}>
        {dyes.map(({ channel, residual, into, light }) => (
          <li key={channel}>
            {t('dyes.leftOf', {
              dye: displayName(channel),
              other: displayName(into),
              part: sayShare(residual),
              light: formatNumber(light, 0),
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Wells(props: {
  measured: MeasuredDyes
  actOf: ((well: MeasuredWell) => ReactNode) | undefined
}) {
  const { measured, actOf } = props
  const label = t('dyes.wells')
  return (
    <section>
      <h3>{label}</h3>
      <div className={styles.wells} tabIndex={0} role="region" aria-label={label}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('dyes.well')}</th>
              <th scope="col">{t('dyes.holds')}</th>
              <th scope="col">{t('dyes.leftInOther')}</th>
              {actOf && <td />}
            </tr>
          </thead>
          <tbody>
            {measured.wells.map((one) => (
              <tr key={one.well}>
                <th scope="row">
                  <bdi>{one.well}</bdi>
                </th>
                <td>{one.channel === null ? t('dyes.none') : displayName(one.channel)}</td>
                <td className={styles.number}>
                  {one.residual === null ? '–' : sayShare(one.residual)}
                  {one.left_out !== undefined && (
                    <p className={styles.quiet}>{t('dyes.isLeftOut', { reason: one.left_out })}</p>
                  )}
                </td>
                {actOf && <td className={styles.act}>{actOf(one)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
