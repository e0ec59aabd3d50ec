import { evaluationRecipeCalls } from '../../../domain/calls/evaluation-recipes.ts'
import { processRecipeCalls } from '../../../domain/calls/process-recipes.ts'
import { recipeCalls } from '../../../domain/calls/recipes.ts'
import type { Recipe } from '../../../domain/entities/recipe.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import type { Act } from '../../record/act.ts'
import { whyNotCall } from '../../record/rights.ts'
import { makeMethodActs } from '../method/method-acts.ts'
import { whyNot } from '../method/why-not.ts'

/** Make what may be done about a recipe of the company: what every method has, its two halves, and its publication. */
export function makeRecipeActs(
  recipe: Recipe,
  given: { onEdit: () => void; onMigrate: () => void },
): Act[] {
  const [edit, ...rest] = makeMethodActs('recipe', recipeCalls, recipe, given)
  return [...(edit ? [edit] : []), splitAct(recipe), publicationAct(recipe), ...rest]
}

/** Keep the programme and the evaluation of a recipe as recipes of their own (STATE-052). */
function splitAct(recipe: Recipe): Act {
  const { uuid: id, name } = recipe
  let made: { process: string; evaluation: string } | null = null
  return {
    id: 'split',
    label: t('methods.act.split'),
    icon: 'copy',
    hint: t('methods.hint.split'),
    why:
      whyNot('recipe', 'split', recipe) ??
      whyNotCall(processRecipeCalls.create) ??
      whyNotCall(evaluationRecipeCalls.create),
    send: async (opId) => {
      const halves = await call(recipeCalls.split, { params: { id } })
      const process = await call(
        processRecipeCalls.create,
        { body: halves.process_recipe },
        { opId: `${opId}_p` },
      )
      const evaluation = await call(
        evaluationRecipeCalls.create,
        { body: halves.evaluation_recipe },
        { opId: `${opId}_e` },
      )
      made = { process: process.uuid, evaluation: evaluation.uuid }
      return t('methods.done.split', { name })
    },
    back: async (opId) => {
      if (made) {
        const ids = { process: { id: made.process }, evaluation: { id: made.evaluation } }
        await call(processRecipeCalls.delete, { params: ids.process }, { opId: `${opId}_p` })
        await call(evaluationRecipeCalls.delete, { params: ids.evaluation }, { opId: `${opId}_e` })
      }
      return t('methods.done.unsplit')
    },
  }
}

/** Ask the provider to publish a recipe for all companies, or withdraw that (STATE-054). */
function publicationAct(recipe: Recipe): Act {
  const { uuid, name } = recipe
  const isAsked = recipe.publication_requested === 1
  const act = isAsked ? 'withdraw' : 'request'
  const set = async (opId: string, publication_requested: 0 | 1, reason = '') => {
    const body = { publication_requested, ...(reason && { reason }) }
    await call(recipeCalls.edit, { params: { id: uuid }, body }, { opId })
    return t(publication_requested === 1 ? 'methods.done.request' : 'methods.done.withdraw', {
      name,
    })
  }
  return {
    id: act,
    label: t(`methods.act.${act}`),
    icon: 'globe',
    hint: t(`methods.hint.${act}`),
    why: whyNot('recipe', act, recipe),
    ...(!isAsked && {
      ask: {
        title: t('methods.ask.request', { name }),
        text: t('methods.consequence.request'),
        submit: t('methods.act.request'),
        reason: 'may' as const,
        words: { label: t('methods.ask.note'), hint: t('methods.ask.noteHint') },
      },
    }),
    send: (opId, reason) => set(opId, isAsked ? 0 : 1, reason),
    // A withdrawn request is not made again without the dialog that says what is sent.
    ...(!isAsked && { back: (opId: string) => set(opId, 0) }),
  }
}
