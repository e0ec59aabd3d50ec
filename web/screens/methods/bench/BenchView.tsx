import { useCallback, useMemo, useState } from 'react'
import type { Evaluation } from '../../../../domain/entities/evaluation-recipe.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { useAddress } from '../../../use-address.ts'
import { type BenchRun, mostRuns } from './bench-run.ts'
import { ChooseRuns } from './ChooseRuns.tsx'
import styles from './MethodBench.module.css'
import { RunList } from './RunList.tsx'
import { ShownRun } from './ShownRun.tsx'
import { BenchSummary } from './BenchSummary.tsx'
import { type LoadCurves, useBench } from './use-bench.ts'

/** Compare chosen runs under two evaluations: the changes in each, and one of them in full. */
export function BenchView(props: {
  /** Null where none is in force: each run beside the method that it ran with. */
  inForce: Evaluation | null
  draft: Evaluation
  onThreshold: ((target: string, value: number) => void) | null
  /** Runs to choose from, newest first. */
  runs: readonly BenchRun[]
  /** More runs may come. */
  isReading: boolean
  load: LoadCurves
  start?: () => Worker
  sourceOf: (run: BenchRun) => string
}) {
  const { inForce, draft, runs, load, sourceOf } = props
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const [isChoosing, setChoosing] = useState(false)
  const { search, change } = useAddress()
  const onBench = useMemo(
    () => (chosen ? runs.filter(({ uuid }) => chosen.has(uuid)) : runs).slice(0, mostRuns),
    [runs, chosen],
  )
  const wanted = search.get('run')
  const shown = onBench.find(({ uuid }) => uuid === wanted) ?? onBench[0] ?? null
  const showRun = useCallback((uuid: string) => change({ run: uuid }), [change])
  const pair = useMemo(() => ({ inForce, draft }), [inForce, draft])
  const bench = useBench(onBench, pair, shown?.uuid ?? null, load, { start: props.start })
  const choose = (
    <Button icon="list" onClick={() => setChoosing(true)}>
      {t('bench.choose')}
    </Button>
  )
  return (
    <section className={styles.bench} aria-label={t('bench.title')}>
      <header className={styles.head}>
        <h2>{t('bench.title')}</h2>
        {runs.length > 0 && choose}
      </header>
      {shown ? (
        <>
          <BenchSummary bench={bench} count={onBench.length} />
          <RunList
            runs={onBench}
            answers={bench.answers}
            shown={shown.uuid}
            onShow={showRun}
            sourceOf={sourceOf}
          />
          <ShownRun
            key={shown.uuid}
            run={shown}
            pair={pair}
            answer={bench.answers.get(shown.uuid) ?? null}
            layers={bench.layers}
            onThreshold={props.onThreshold}
          />
        </>
      ) : (
        <NoRuns isReading={props.isReading} isNoneChosen={runs.length > 0} />
      )}
      {isChoosing && (
        <ChooseRuns
          {...{ runs, sourceOf }}
          chosen={onBench}
          onChoose={setChosen}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  )
}

function NoRuns({ isReading, isNoneChosen }: { isReading: boolean; isNoneChosen: boolean }) {
  if (isReading) return <Progress label={t('parts.loading')} />
  return (
    <EmptyState icon="list" title={t(isNoneChosen ? 'bench.noneChosen' : 'bench.noRuns')}>
      {!isNoneChosen && t('bench.noRuns.text')}
    </EmptyState>
  )
}
