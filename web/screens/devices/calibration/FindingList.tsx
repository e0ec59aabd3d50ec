import { isFirm, limitByName, type LimitName } from '../../../../domain/catalog/calibration.ts'
import { displayName } from '../../../../domain/catalog/wavelengths.ts'
import type { CalibrationFinding } from '../../../../domain/entities/calibration.ts'
import { formatNumber, formatPercent } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import styles from './Calibration.module.css'

const decimals = { wells: 0, pixels: 0, median: 2, pitch: 2, '°C': 2, gain: 3, grey: 0 } as const

/** Say a value in the unit of its limit. */
export function sayValue(name: LimitName, value: number): string {
  const { unit } = limitByName[name]
  if (unit === 'share') return formatPercent(value)
  const number = formatNumber(value, decimals[unit])
  return t(`calibration.unit.${unit === '°C' ? 'degree' : unit}`, { value: number, amount: value })
}

export function sayLimit(name: LimitName): string {
  const { side, value } = limitByName[name]
  return t(side === 'most' ? 'calibration.atMost' : 'calibration.atLeast', {
    value: sayValue(name, value),
  })
}

/** Most findings that are listed; the worst come first. */
const mostListed = 30

/** List what is beyond a limit, the worst first. A well is chosen by pressing its line. */
export function FindingList(props: {
  findings: readonly CalibrationFinding[]
  onChoose?: (finding: CalibrationFinding) => void
}) {
  const { findings, onChoose } = props
  const shown = findings.slice(0, mostListed)
  return (
    <>
      <ol className={styles.findings}>
        {shown.map((finding) => (
          <li key={`${finding.limit} ${finding.channel} ${finding.well}`}>
            {onChoose ? (
              <button type="button" onClick={() => onChoose(finding)}>
                <Finding finding={finding} />
              </button>
            ) : (
              <Finding finding={finding} />
            )}
          </li>
        ))}
      </ol>
      {findings.length > shown.length && (
        <p className={styles.quiet}>
          {t('calibration.moreFindings', { count: findings.length - shown.length })}
        </p>
      )}
    </>
  )
}

function Finding({ finding }: { finding: CalibrationFinding }) {
  const { limit, channel, well, value } = finding
  const firm = isFirm(limit)
  const place = [well, channel && displayName(channel)].filter(Boolean).join(' · ')
  return (
    <>
      <Badge shape={firm ? 'triangle' : 'diamond'} tone={firm ? 'danger' : 'warning'}>
        {place || t(`calibration.limit.${limit}`)}
      </Badge>
      <span>
        {t('calibration.finding', {
          what: t(`calibration.limit.${limit}`),
          value: sayValue(limit, value),
          limit: sayLimit(limit),
        })}
      </span>
    </>
  )
}
