import { useMemo, useState } from 'react'
import { cartridges } from '../../../../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import type { Results } from '../../../../../domain/results.ts'
import { findRisks, type Risk, riskLevel } from '../../../../../domain/rules/review-risk.ts'
import { wellIndex } from '../../../../../domain/rules/well.ts'
import { writeWells } from '../../../../../domain/rules/well-ranges.ts'
import { t } from '../../../../i18n/intl.ts'
import { KeysToggle } from '../../../../parts/keys/KeysToggle.tsx'
import { useSingleKeys } from '../../../../parts/keys/use-single-keys.ts'
import { minute } from '../../../../state/clock.ts'
import { useOldPoints } from '../../../../state/old-points.ts'
import { setSingleKeys, singleKeys } from '../../../../state/single-keys.ts'
import styles from './Findings.module.css'

/** List the findings in a run that is not signed yet, the most severe first; clicking one shows its wells and the reason. */
export function Findings(props: {
  record: Analysis
  results: Results
  onShow: (wells: Set<number>) => void
  onHistory: () => void
}) {
  const { record, results } = props
  const shape = cartridges[record.cartridge_type]
  const now = minute.value
  const counted = useOldPoints(record)
  const risks = useMemo(
    () => findRisks(results, record, now, counted),
    [results, record, now, counted],
  )
  const [told, setTold] = useState('')
  const show = ({ name, count, wells }: Risk) => {
    if (name === 'recalculated') return props.onHistory()
    // Announce the change elsewhere on the page to screen readers.
    setTold(`${t(`risk.${name}`, { count })}: ${writeWells(wells, shape)}`)
    props.onShow(new Set(wells.map((well) => wellIndex(shape, well))))
  }
  const first = risks.find(({ wells }) => wells.length > 0)
  useSingleKeys(singleKeys.value, { e: () => first && show(first) })
  if (risks.length === 0) return <p className={styles.clean}>○ {t('findings.none')}</p>
  return (
    <section className={styles.findings} aria-label={t('findings.title')}>
      <strong>{t('findings.title')}</strong>
      <ul>
        {risks.map((risk) => (
          <li key={risk.name}>
            <Finding risk={risk} onShow={() => show(risk)} />
          </li>
        ))}
      </ul>
      {first && (
        <KeysToggle
          label={t('findings.keys')}
          keys={['E']}
          on={singleKeys.value}
          onChange={setSingleKeys}
        />
      )}
      <p className="visually-hidden" role="status">
        {told}
      </p>
    </section>
  )
}

const shapes = { high: '▲', medium: '◆', low: '◐', none: '○' } as const

/** Show a finding as a button if there are wells to show, else as text. */
function Finding({ risk, onShow }: { risk: Risk; onShow: () => void }) {
  const { name, count, wells } = risk
  const level = riskLevel(name)
  const text = (
    <>
      <span aria-hidden="true">{shapes[level]}</span> {t(`risk.${name}`, { count })}
    </>
  )
  if (wells.length === 0 && name !== 'recalculated') {
    return (
      <span className={styles.finding} data-level={level}>
        {text}
      </span>
    )
  }
  return (
    <button type="button" className={styles.finding} data-level={level} onClick={onShow}>
      {text}
    </button>
  )
}
