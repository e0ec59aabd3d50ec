import { useState } from 'react'
import type { FaultDetail } from '../../domain/fault.ts'
import { faultText } from '../i18n/faults.ts'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { Notice } from '../parts/notice/Notice.tsx'
import type { Layout } from '../state/draft-steps.ts'
import styles from './Layout.module.css'
import { wellsOfProblem } from './well-problems.ts'

const fewAtFirst = 6

/**
 * List the problems for which a launch would be refused; each leads to its wells, where it is marked as well. Samples without a
 * well are in their tray.
 */
export function ProblemList(props: {
  problems: readonly FaultDetail[]
  layout: Layout
  onShow: (wells: readonly string[]) => void
}) {
  const { layout } = props
  const [all, setAll] = useState(false)
  const problems = props.problems.filter(({ reason }) => reason !== 'sample_without_well')
  if (problems.length === 0) return null
  const shown = all ? problems : problems.slice(0, fewAtFirst)
  return (
    <Notice kind="warning" title={t('wizard.layout.problems', { count: problems.length })}>
      <ul className={styles.problems}>
        {shown.map((problem, at) => {
          const wells = wellsOfProblem(problem, layout)
          return (
            <li key={at}>
              {wells.length === 0 ? (
                faultText(problem)
              ) : (
                <button type="button" className={styles.link} onClick={() => props.onShow(wells)}>
                  {faultText(problem)}
                </button>
              )}
            </li>
          )
        })}
      </ul>
      {problems.length > shown.length && (
        <Button kind="plain" onClick={() => setAll(true)}>
          {t('wizard.layout.more', { count: problems.length - shown.length })}
        </Button>
      )}
    </Notice>
  )
}
