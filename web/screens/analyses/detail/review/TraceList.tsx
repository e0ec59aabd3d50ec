import type { WellResult } from '../../../../../domain/results.ts'
import { t } from '../../../../i18n/intl.ts'
import { Icon } from '../../../../parts/icon/Icon.tsx'
import type { IconName } from '../../../../parts/icon/icon-paths.ts'
import { traceText } from '../../../../entities/result/trace-text.ts'
import { isBorderline } from './borderline.ts'
import { judgeTrace, type Verdict } from './trace-verdict.ts'
import styles from './WellExplanation.module.css'

const icons: Readonly<Record<Verdict, IconName>> = {
  held: 'check',
  near: 'near',
  below: 'minus',
  noted: 'info',
  for: 'check',
  settled: 'minus',
  against: 'warning',
  overruled: 'skip',
}

/** List the rules in their order, each with its outcome as shape and word; the colour repeats it. */
export function TraceList({ result }: { result: WellResult }) {
  const verdicts = judgeTrace(result.trace, result.call)
  return (
    <ol className={styles.trace}>
      {result.trace.map((entry, at) => {
        const verdict = verdicts[at] ?? 'held'
        // Mark a rule that decided narrowly.
        const isNear = entry.decided && verdict !== 'overruled' && isBorderline(entry)
        return (
          <li key={at} data-verdict={verdict} data-near={isNear || undefined}>
            <Icon name={isNear ? 'near' : icons[verdict]} />
            <span>
              {traceText(entry)}{' '}
              {/* The tick says it; fifteen times the same words hide the one line that decided. */}
              <span className={verdict === 'held' ? 'visually-hidden' : styles.verdict}>
                {t(`explain.verdict.${verdict}`, { call: t(`call.${result.call}`) })}
                {isNear && ` · ${t('explain.verdict.near')}`}
              </span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
