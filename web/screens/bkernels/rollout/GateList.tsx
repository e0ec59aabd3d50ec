import type { RolloutGates } from '../../../../domain/calls/bkernels.ts'
import type { GateName } from '../../../../domain/entities/bkernel.ts'
import { bootLimit, haltEvidence, pairedGates } from '../../../../domain/rules/rollout-gates.ts'
import { formatNumber, formatPercent } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { DifferenceChart } from './DifferenceChart.tsx'
import styles from './Rollout.module.css'

type Reading = RolloutGates['gates'][number]

const looks = {
  too_few: { shape: 'ring', tone: 'neutral' },
  fine: { shape: 'disc', tone: 'accent' },
  worse: { shape: 'triangle', tone: 'danger' },
  none: { shape: 'ring', tone: 'neutral' },
} as const

/** Show what each gate has seen, its limit and its verdict. */
export function GateList({ found }: { found: RolloutGates }) {
  return (
    <section>
      <h2>{t('bkernels.gates.heading')}</h2>
      <p className={styles.quiet}>
        {t('bkernels.gates.about', { drawn: formatNumber(found.drawn) })}
      </p>
      <ul className={styles.gates}>
        {found.gates.map((one) => (
          <li key={one.gate} className={styles.gate} data-verdict={one.verdict}>
            <Gate reading={one} found={found} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Gate({ reading, found }: { reading: Reading; found: RolloutGates }) {
  const { gate, verdict, count, mean, evidence, differences } = reading
  const limit = gate === 'boot' ? bootLimit : pairedGates[gate].tolerance
  const shown = { mean: sayFigure(gate, mean, true), limit: sayFigure(gate, limit, false) }
  // Say nothing of pairs in a phase that asks for none: nothing was seen, so nothing is called no worse.
  const said = verdict === 'fine' && count === 0 ? 'none' : verdict
  const worse = gate === 'boot' ? 'more' : pairedGates[gate].worse
  return (
    <>
      <h3>{t(`bkernels.gates.name.${gate}`)}</h3>
      <Badge {...looks[said]}>{t(`bkernels.gates.verdict.${said}`)}</Badge>
      {gate !== 'boot' && differences.length > 0 && (
        <DifferenceChart
          label={t('bkernels.gates.chart', { count: differences.length, ...shown })}
          differences={differences}
          mean={mean}
          limit={limit}
          worse={worse}
        />
      )}
      <p>
        {gate === 'boot'
          ? t('bkernels.gates.installed', { count: found.installed, back: found.rolled_back })
          : t('bkernels.gates.pairs', { count, least: formatNumber(found.least) })}
      </p>
      {count > 0 && (
        <p>
          {t(`bkernels.gates.${worse}`, shown)}{' '}
          <span className={styles.quiet}>
            {t('bkernels.gates.evidence', {
              share: formatPercent(Math.min(1, Math.max(0, evidence / haltEvidence))),
            })}
          </span>
        </p>
      )}
    </>
  )
}

/** Write a figure of a gate with its unit. @param signed as a difference, with its sign */
function sayFigure(gate: GateName, value: number, signed: boolean): string {
  const sign = signed && gate !== 'boot' ? (value < 0 ? '−' : '+') : ''
  const size = Math.abs(value)
  switch (gate) {
    case 'boot':
    case 'run_failures':
    case 'invalid':
      return `${sign}${formatNumber(size * 100, 1)} %`
    case 'noise':
      return `× ${formatNumber(Math.exp(value), 2)}`
    case 'control_cq':
      return t('bkernels.gates.unit.cycles', { value: `${sign}${formatNumber(size, 2)}` })
    case 'heating':
      return `${sign}${formatNumber(size, 2)} °C/s`
    default:
      return t('bkernels.gates.unit.hours', { value: `${sign}${formatNumber(size, 2)}` })
  }
}
