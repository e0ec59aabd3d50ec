import type { WellResult } from '../../../../../domain/results.ts'
import { t } from '../../../../i18n/intl.ts'
import { Icon } from '../../../../parts/icon/Icon.tsx'
import type { IconName } from '../../../../parts/icon/icon-paths.ts'
import { traceText } from '../trace-text.ts'
import { judgeTrace, type Verdict } from './trace-verdict.ts'
import styles from './WellExplanation.module.css'

const icons: Readonly<Record<Verdict, IconName>> = {
  held: 'check',
  for: 'check',
  settled: 'minus',
  against: 'warning',
  overruled: 'skip',
}

/** The rules that were asked, in their order; what became of each is told by shape and word, the colour repeats it. */
export function TraceList({ result }: { result: WellResult }) {
  const verdicts = judgeTrace(result.trace, result.call)
  return (
    <ol className={styles.trace}>
      {result.trace.map((entry, at) => {
        const verdict = verdicts[at] ?? 'held'
        return (
          <li key={at} data-verdict={verdict}>
            <Icon name={icons[verdict]} />
            <span>
              {traceText(entry)}{' '}
              {/* The tick says it; fifteen times the same words hide the one line that decided. */}
              <span className={verdict === 'held' ? 'visually-hidden' : styles.verdict}>
                {t(`explain.verdict.${verdict}`, { call: t(`call.${result.call}`) })}
              </span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
