import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { useSpoken } from '../../../parts/voice/use-spoken.ts'
import styles from './MethodBench.module.css'
import { sumAnswers } from './sum-answers.ts'
import type { Bench } from './use-bench.ts'

/** Sum up all runs, with how many of them are compared yet. Read aloud when it rests. */
export function BenchSummary({ bench, count }: { bench: Bench; count: number }) {
  const { calls, moved, runs } = sumAnswers(bench.answers.values())
  const isDone = bench.settled >= count
  const text =
    calls + moved === 0
      ? t('bench.same')
      : t('bench.summary', { calls, runs, of: formatNumber(count), moved })
  const spoken = useSpoken(isDone ? text : '')
  return (
    <div className={styles.summary}>
      <strong>{text}</strong>
      {!isDone && (
        <Progress
          label={t('bench.comparing')}
          value={bench.settled / count}
          text={t('bench.compared', { done: bench.settled, of: count })}
        />
      )}
      <p className="visually-hidden" role="status">
        {spoken}
      </p>
    </div>
  )
}
