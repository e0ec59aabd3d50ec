import { useLocation } from 'wouter'
import { recipeCalls } from '../../../domain/calls/recipes.ts'
import { evaluationRecipe } from '../../../domain/entities/evaluation-recipe.ts'
import { processRecipe } from '../../../domain/entities/process-recipe.ts'
import { t } from '../../i18n/intl.ts'
import { paths } from '../../paths.ts'
import type { Act } from '../../record/act.ts'
import { whyNotCall } from '../../record/rights.ts'
import { useRecords } from '../../state/use-records.ts'

interface Half {
  uuid: string
  name: string
}

/**
 * Return the acts that lead on from one half of a recipe: to the recipe of both where the other half has the same name, else to the
 * other half, and to a recipe with the half of another assay. A programme alone runs nothing, and nobody new to the app knows that.
 * None where the person may not make recipes.
 */
export function useNextSteps(half: 'process' | 'evaluation'): (own: Half) => Act[] {
  const [, go] = useLocation()
  const known = useRecords(half === 'process' ? evaluationRecipe : processRecipe) ?? []
  const others = known.filter(({ archived }) => archived === 0)
  const why = whyNotCall(recipeCalls.create)
  return ({ uuid, name }) => {
    if (why !== null) return []
    const facts = { icon: 'next', why: null, isNext: true } as const
    const own = half === 'process' ? { process: uuid } : { evaluation: uuid }
    const same = others.filter((other) => other.name === name)
    const [other] = same.length === 1 ? same : []
    const fitting =
      other && (half === 'process' ? { evaluation: other.uuid } : { process: other.uuid })
    const join: Act = {
      ...facts,
      id: 'next',
      label: t('methods.act.join'),
      hint: t('methods.hint.join'),
      open: () => go(paths.newRecipe({ ...own, ...fitting })),
    }
    if (other) return [join]
    const write: Act = {
      ...facts,
      id: 'otherHalf',
      label: t(half === 'process' ? 'methods.act.evaluate' : 'methods.act.process'),
      hint: t('methods.hint.otherHalf'),
      open: () =>
        go(half === 'process' ? paths.newEvaluationRecipe(own) : paths.newProcessRecipe(own)),
    }
    return others.length === 0 ? [write] : [write, join]
  }
}

/** Put the acts that lead on behind the first, which opens the record. */
export function withNext([first, ...rest]: readonly Act[], next: readonly Act[]): Act[] {
  return [...(first ? [first] : []), ...next, ...rest]
}
