import { useMemo } from 'react'
import { t } from '../../../../i18n/intl.ts'
import { Progress } from '../../../../parts/progress/Progress.tsx'
import { mostRuns } from '../../bench/bench-run.ts'
import { BenchSummary } from '../../bench/BenchSummary.tsx'
import { useBench } from '../../bench/use-bench.ts'
import { useComparableRuns, useCurves } from '../../bench/use-comparable-runs.ts'
import styles from '../requests/Requests.module.css'
import type { Offer } from './find-offers.ts'

/**
 * Count the calls that the newer version would change in the company's own last runs: those of the recipe, or of any recipe
 * where none of it has ended. They are calculated in this browser, and nothing is kept.
 */
export function OfferEffect({ offer: { recipe, global } }: { offer: Offer }) {
  const pair = useMemo(
    () => ({ inForce: recipe.evaluation, draft: global.evaluation }),
    [recipe.evaluation, global.evaluation],
  )
  const { runs, isWhole } = useComparableRuns(pair)
  const own = useMemo(
    () => runs.filter(({ method }) => method.recipe_uuid === recipe.uuid),
    [runs, recipe.uuid],
  )
  const tried = useMemo(
    () => (isWhole ? (own.length > 0 ? own : runs).slice(0, mostRuns) : []),
    [isWhole, own, runs],
  )
  const bench = useBench(tried, pair, null, useCurves())
  return (
    <section className={styles.effect}>
      <h3>{t('methods.offers.effect')}</h3>
      {!isWhole && <Progress label={t('parts.loading')} />}
      {isWhole && tried.length === 0 && <p>{t('methods.offers.noRuns')}</p>}
      {tried.length > 0 && (
        <>
          <BenchSummary bench={bench} count={tried.length} />
          <p className={styles.quiet}>
            {t(own.length > 0 ? 'methods.offers.ofRecipe' : 'methods.offers.ofAny')}
          </p>
        </>
      )}
    </section>
  )
}
