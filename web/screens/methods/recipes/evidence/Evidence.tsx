import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ComparisonOrder } from '../../../../../domain/entities/bench-comparison.ts'
import type { Recipe } from '../../../../../domain/entities/recipe.ts'
import type { OpenVersion } from '../../../../../domain/rules/recipe-version.ts'
import { KeptComparisons } from '../../../../entities/recipe/KeptComparisons.tsx'
import { completeTexts } from '../../../../i18n/catalogs.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { Progress } from '../../../../parts/progress/Progress.tsx'
import styles from '../requests/Requests.module.css'

// Opened when a comparison is asked for; it brings the compute core.
const CompareDraft = lazy(async () => {
  const [compare] = await Promise.all([
    import('./CompareDraft.tsx'),
    completeTexts('bench'),
    completeTexts('analysis'),
  ])
  return { default: compare.CompareDraft }
})

/** A comparison that a dialog makes: if it was begun, and what it found once it is finished. */
export interface Comparing {
  isOpen: boolean
  /** Null before it is finished; `none` where no run fits. */
  made: ComparisonOrder | 'none' | null
  start: () => void
  onMade: (made: ComparisonOrder | 'none' | null) => void
  /** Leave it out again. */
  end: () => void
}

export function useComparing(): Comparing {
  const [isOpen, setOpen] = useState(false)
  const [made, onMade] = useState<Comparing['made']>(null)
  const end = () => {
    setOpen(false)
    onMade(null)
  }
  return { isOpen, made, onMade, start: () => setOpen(true), end }
}

/** Show comparisons that are kept with a version, and make another on the test bench. */
export function Evidence(props: {
  recipe: Recipe
  open: OpenVersion
  comparing: Comparing
  /** Say under the comparison what becomes of it. */
  children?: ReactNode
}) {
  const { recipe, open, comparing } = props
  const { comparisons } = open.release
  return (
    <section className={styles.effect}>
      <h3>{t('versions.kept.title')}</h3>
      {comparisons && <KeptComparisons comparisons={comparisons} />}
      {comparing.isOpen ? (
        <Suspense fallback={<Progress label={t('parts.loading')} />}>
          <CompareDraft recipe={recipe} open={open} onMade={comparing.onMade}>
            {props.children}
          </CompareDraft>
        </Suspense>
      ) : (
        <>
          <p className={styles.quiet}>
            {t(recipe.next ? 'versions.bench.hint' : 'versions.bench.hintFirst')}
          </p>
          <div>
            <Button icon="curve" onClick={comparing.start}>
              {t('versions.bench.start')}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
