import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { canonicalJson } from '../../../../../domain/canonical.ts'
import type { ComparisonOrder } from '../../../../../domain/entities/bench-comparison.ts'
import type { Recipe } from '../../../../../domain/entities/recipe.ts'
import {
  comparedContent,
  isSameProgramme,
  type OpenVersion,
  type VersionContent,
} from '../../../../../domain/rules/recipe-version.ts'
import {
  ChangedCalls,
  OtherProgramme,
  sumRuns,
} from '../../../../entities/recipe/KeptComparisons.tsx'
import { t } from '../../../../i18n/intl.ts'
import { hashOf } from '../../../../local/blobs.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { Progress } from '../../../../parts/progress/Progress.tsx'
import { useDeviceName } from '../../../../state/device-names.ts'
import { type BenchRun, mostRuns } from '../../bench/bench-run.ts'
import { BenchSummary } from '../../bench/BenchSummary.tsx'
import { ChooseRuns } from '../../bench/ChooseRuns.tsx'
import { useBench } from '../../bench/use-bench.ts'
import { useComparableRuns, useCurves } from '../../bench/use-comparable-runs.ts'
import styles from '../requests/Requests.module.css'
import { makeComparison } from './make-comparison.ts'

/**
 * Compare a version that is written or in review with the one in force on runs of the company: at first on the last runs of
 * the recipe, or of any recipe where none of it has ended. Where no version is in force, each run is compared with the method
 * that it ran with.
 * @param props.onMade receives the comparison once every run is compared, `none` where no run fits, and null before.
 */
export function CompareDraft(props: {
  recipe: Recipe
  open: OpenVersion
  onMade: (made: ComparisonOrder | 'none' | null) => void
  /** Drawn under the comparison. */
  children?: ReactNode
}) {
  const { recipe, open, onMade } = props
  const inForce = recipe.next ? recipe : null
  const pair = useMemo(
    () => ({ inForce: inForce?.evaluation ?? null, draft: open.evaluation }),
    [inForce, open.evaluation],
  )
  const { runs, isWhole } = useComparableRuns(pair)
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const [isChoosing, setChoosing] = useState(false)
  const onBench = useMemo(
    () => (isWhole ? chooseRuns(runs, chosen, recipe.uuid) : []),
    [isWhole, runs, chosen, recipe.uuid],
  )
  const bench = useBench(onBench, pair, null, useCurves(), { isListed: true })
  const isDone = onBench.length > 0 && bench.settled >= onBench.length
  const found = useMemo(
    () => (isDone ? makeComparison(onBench, bench.answers) : null),
    [isDone, onBench, bench.answers],
  )
  const isNone = isWhole && runs.length === 0
  const content = useHash(open)
  const against = useHash(inForce)
  useEffect(() => {
    const isHashed = content !== '' && (inForce === null || against !== '')
    const isMade = found && found.runs.length > 0 && isHashed
    const hashes = { content_hash: content, against_hash: inForce ? against : null }
    onMade(isNone ? 'none' : isMade ? { ...found, ...hashes } : null)
  }, [isNone, found, content, against, inForce, onMade])
  const deviceName = useDeviceName()
  const sourceOf = useCallback(
    (run: BenchRun) => run.source?.file_name ?? deviceName(run),
    [deviceName],
  )
  if (!isWhole) return <Progress label={t('parts.loading')} />
  if (isNone) return <p className={styles.quiet}>{t('versions.bench.noRuns')}</p>
  const missing = found ? onBench.length - found.runs.length : 0
  const named = onBench.filter(({ uuid }) => found?.runs.some((one) => one.uuid === uuid))
  return (
    <div className={styles.effect}>
      <BenchSummary bench={bench} count={onBench.length} />
      {found && (
        <p>{t('versions.kept.sum', { ...sumRuns(found.runs), runs: found.runs.length })}</p>
      )}
      <OtherProgramme count={named.filter((run) => !isSameProgramme(run, open)).length} />
      {missing > 0 && <p>{t('versions.bench.failed', { count: missing })}</p>}
      {found && found.changes.length > 0 && (
        <ChangedCalls
          changes={found.changes}
          total={sumRuns(found.runs).calls}
          nameOf={(run) => named[run]?.name ?? ''}
        />
      )}
      <div>
        <Button icon="list" onClick={() => setChoosing(true)}>
          {t('bench.choose')}
        </Button>
      </div>
      {isChoosing && (
        <ChooseRuns
          {...{ runs, sourceOf }}
          chosen={onBench}
          onChoose={setChosen}
          onClose={() => setChoosing(false)}
        />
      )}
      {props.children}
    </div>
  )
}

function chooseRuns(
  runs: readonly BenchRun[],
  chosen: ReadonlySet<string> | null,
  recipe: string,
): readonly BenchRun[] {
  const own = runs.filter(({ method }) => method.recipe_uuid === recipe)
  const usual = own.length > 0 ? own : runs
  const wanted = chosen ? runs.filter(({ uuid }) => chosen.has(uuid)) : usual
  return wanted.slice(0, mostRuns)
}

/** Hash of what a version does; empty until it is made. */
function useHash(version: VersionContent | null): string {
  const [hash, setHash] = useState('')
  useEffect(() => {
    if (!version) return undefined
    let gone = false
    const content = new TextEncoder().encode(canonicalJson(comparedContent(version)))
    void hashOf(content).then((made) => gone || setHash(made))
    return () => {
      gone = true
    }
  }, [version])
  return hash
}
