import { evaluationRecipeCalls } from '../../../domain/calls/evaluation-recipes.ts'
import { processRecipeCalls } from '../../../domain/calls/process-recipes.ts'
import { protocolCalls } from '../../../domain/calls/protocols.ts'
import { recipeCalls } from '../../../domain/calls/recipes.ts'
import type { Recipe } from '../../../domain/entities/recipe.ts'
import { isInForce, openVersion, versionState } from '../../../domain/rules/recipe-version.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import type { Act } from '../../record/act.ts'
import { whyNotCall } from '../../record/rights.ts'
import { removeMade, takeBack } from '../../record/undo.ts'
import { makeMethodActs, methodRevert, planAct } from '../method/method-acts.ts'
import { whyNot } from '../method/why-not.ts'
import { makeVersionActs } from './version-acts.ts'

const revert = methodRevert('recipe', recipeCalls)

/** Make what may be done about a recipe of the company: what every method has, its two halves, and its publication. */
export function makeRecipeActs(
  recipe: Recipe,
  given: {
    /** The company reviews versions: steps of a version are shown, also where none is under way. */
    isReviewed: boolean
    onEdit: () => void
    onMigrate: () => void
    onPlan: () => void
    onProtocol: () => void
    onSend: () => void
    onApprove: () => void
    onFigures: () => void
  },
): Act[] {
  const [edit, ...rest] = makeMethodActs('recipe', recipeCalls, recipe, given)
  const at = now()
  const isVersioned = given.isReviewed || openVersion(recipe, at) !== null
  const steps = isVersioned ? makeVersionActs(recipe, given) : [figuresAct(recipe, given.onFigures)]
  return [
    ...(edit ? [{ ...edit, why: edit.why ?? whyNotWrite(recipe, at) }] : []),
    // Put the review of a draft before anything else.
    ...steps.filter(({ isNext }) => isNext),
    ...nextActs(recipe, given),
    ...steps.filter(({ isNext }) => !isNext),
    splitAct(recipe),
    publicationAct(recipe),
    // Leave out bringing back a retired one, which never comes back.
    ...(recipe.retired === 1 ? rest.filter(({ id }) => id !== 'unarchive') : rest),
  ]
}

/** Offer what a recipe is made for: a plan, or a protocol that operators choose. Left out where the person may not. */
function nextActs(
  recipe: Recipe,
  { onPlan, onProtocol }: { onPlan: () => void; onProtocol: () => void },
): Act[] {
  const protocol: Act = {
    id: 'protocol',
    label: t('methods.act.protocol'),
    icon: 'next',
    hint: t('methods.hint.protocol'),
    why: null,
    isNext: true,
    open: onProtocol,
  }
  const isOffered = recipe.archived === 0 && whyNotCall(protocolCalls.create) === null
  const plan = planAct(recipe, 'methods.hint.plan', onPlan)
  // Put the step that leads to an approval first: no plan runs a version that nobody has approved.
  const isUsable = isInForce(recipe, now())
  return [
    plan && { ...plan, why: isUsable ? plan.why : t('fault.recipe_not_effective') },
    isOffered ? protocol : null,
  ].filter((act) => act !== null)
}

/** State verification figures of a version in force, where none is reviewed and none could hold them. */
function figuresAct(recipe: Recipe, open: () => void): Act {
  return {
    id: 'version_figures',
    label: t('versions.act.figures'),
    icon: 'check',
    hint: t('versions.hint.figures'),
    why: recipe.archived === 1 ? t('methods.why.archived') : whyNotCall(recipeCalls.setFigure),
    open,
  }
}

const now = () => new Date().toISOString()

/** Say why the content cannot be changed now: a version that others review or have approved stays as it is. */
function whyNotWrite(recipe: Recipe, at: string): string | null {
  const state = versionState(recipe, at)
  return state === 'review' || state === 'approved' ? t('versions.why.withdraw') : null
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
    back: async (undoId, opId) => {
      if (made) {
        const process = { id: made.process, opId: `${opId}_p`, undoId: `${undoId}_p` }
        await removeMade('process_recipe', processRecipeCalls.delete, process)
        const evaluation = { id: made.evaluation, opId: `${opId}_e`, undoId: `${undoId}_e` }
        await removeMade('evaluation_recipe', evaluationRecipeCalls.delete, evaluation)
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
    why:
      whyNot('recipe', act, recipe) ??
      (isAsked || isInForce(recipe, now()) ? null : t('fault.recipe_not_effective')),
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
    // Offer no undo of a withdrawal: a request is not made again without the dialog that says what is sent.
    ...(!isAsked && {
      back: async (undoId: string, opId: string) => {
        await takeBack(revert, { id: uuid, opId, undoId })
        return t('methods.done.withdraw', { name })
      },
    }),
  }
}
