import { useLocation } from 'wouter'
import { recipeCalls } from '../../../domain/calls/recipes.ts'
import { evaluationRecipe } from '../../../domain/entities/evaluation-recipe.ts'
import { processRecipe } from '../../../domain/entities/process-recipe.ts'
import { t } from '../../i18n/intl.ts'
import { paths } from '../../paths.ts'
import type { Act } from '../../record/act.ts'
import { whyNotCall } from '../../record/rights.ts'
import { useRecords } from '../../state/use-records.ts'

/**
 * Return the act that leads on from one half of a recipe: to the other half while the company has none, then to the recipe of both. A
 * programme alone runs nothing, and nobody new to the app knows that. Null where the person may not make recipes.
 */
export function useNextStep(half: 'process' | 'evaluation'): (uuid: string) => Act | null {
  const [, go] = useLocation()
  const others = useRecords(half === 'process' ? evaluationRecipe : processRecipe) ?? []
  const isOtherThere = others.some(({ archived }) => archived === 0)
  const why = whyNotCall(recipeCalls.create)
  return (uuid) => {
    if (why !== null) return null
    const facts = { id: 'next', icon: 'next', why: null } as const
    if (isOtherThere) {
      const own = half === 'process' ? { process: uuid } : { evaluation: uuid }
      return {
        ...facts,
        label: t('methods.act.join'),
        hint: t('methods.hint.join'),
        open: () => go(paths.newRecipe(own)),
      }
    }
    const path = half === 'process' ? paths.newEvaluationRecipe() : paths.newProcessRecipe()
    const label = t(half === 'process' ? 'methods.act.evaluate' : 'methods.act.process')
    return { ...facts, label, hint: t('methods.hint.otherHalf'), open: () => go(path) }
  }
}

/** Put the act that leads on behind the first, which opens the record. */
export function withNext([first, ...rest]: readonly Act[], next: Act | null): Act[] {
  return [first, next, ...rest].filter((act): act is Act => act !== null && act !== undefined)
}
