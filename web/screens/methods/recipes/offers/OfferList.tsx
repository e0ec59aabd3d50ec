import { lazy, Suspense, useMemo, useState } from 'react'
import { globalRecipe } from '../../../../../domain/entities/global-recipe.ts'
import type { Recipe } from '../../../../../domain/entities/recipe.ts'
import { completeTexts } from '../../../../i18n/catalogs.ts'
import { formatNumber } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { Progress } from '../../../../parts/progress/Progress.tsx'
import { useRecords } from '../../../../state/use-records.ts'
import styles from '../requests/Requests.module.css'
import { findOffers } from './find-offers.ts'

// It brings the compute core, which says how many calls would change.
const OfferDialog = lazy(async () => {
  const [dialog] = await Promise.all([
    import('./OfferDialog.tsx'),
    completeTexts('evaluation'),
    completeTexts('bench'),
    completeTexts('analysis'),
  ])
  return { default: dialog.OfferDialog }
})

/**
 * List newer versions of the global recipes that recipes of the company were made from; nothing where there are none.
 */
export function OfferList({ recipes }: { recipes: readonly Recipe[] }) {
  const published = useRecords(globalRecipe) ?? none
  const offers = useMemo(() => findOffers(recipes, published), [recipes, published])
  const [open, setOpen] = useState('')
  const offer = offers.find(({ recipe }) => recipe.uuid === open)
  if (offers.length === 0) return null
  return (
    <section className={styles.requests} aria-label={t('methods.offers.title')}>
      <h2>{t('methods.offers.title')}</h2>
      <ul>
        {offers.map(({ recipe, global }) => (
          <li key={recipe.uuid}>
            <div>
              <strong>{recipe.name}</strong>
              <span className={styles.quiet}>
                {t('methods.offers.line', {
                  from: formatNumber(recipe.origin?.version ?? 0),
                  global: global.name,
                  to: formatNumber(global.version),
                })}
              </span>
            </div>
            <Button onClick={() => setOpen(recipe.uuid)}>
              {t('methods.offers.look', {
                version: formatNumber(global.version),
                name: recipe.name,
              })}
            </Button>
          </li>
        ))}
      </ul>
      {offer && (
        <Suspense fallback={<Progress label={t('parts.loading')} />}>
          <OfferDialog offer={offer} onClose={() => setOpen('')} />
        </Suspense>
      )}
    </section>
  )
}

const none: never[] = []
