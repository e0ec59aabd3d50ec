import * as v from 'valibot'
import { device } from '../../../../domain/entities/device.ts'
import {
  type EvaluationRecipe,
  evaluationRecipe,
} from '../../../../domain/entities/evaluation-recipe.ts'
import { type ProcessRecipe, processRecipe } from '../../../../domain/entities/process-recipe.ts'
import { Recipe } from '../../../../domain/entities/recipe.ts'
import { Fault } from '../../../../domain/fault.ts'
import { Uuid, Version } from '../../../../domain/fields.ts'
import { findRecipeProblems } from '../../../../domain/rules/recipe-problems.ts'
import { listPlates, VersionField } from '../../../entities/method/device-limits.tsx'
import { sayPlate } from '../../../parts/plate/say-plate.ts'
import type { AnyRecipe } from '../../../entities/recipe/recipe-columns.tsx'
import { t } from '../../../i18n/intl.ts'
import type { FieldSpec } from '../../../record/FieldInput.tsx'
import { RecordForm } from '../../../record/RecordForm.tsx'
import { useRecords } from '../../../state/use-records.ts'

/** Content of a recipe to send, with both halves as they are in the chosen recipes. */
export type RecipeContent = Pick<
  Recipe,
  'name' | 'process' | 'evaluation' | 'cartridge_types' | 'minimum_bkernel'
>

const Half = v.optional(v.union([v.literal(''), Uuid]), '')
const Values = v.strictObject({
  name: Recipe.entries.name,
  process_recipe: Half,
  evaluation_recipe: Half,
  cartridge_types: Recipe.entries.cartridge_types,
  minimum_bkernel: v.nullable(Version),
})
type Values = v.InferOutput<typeof Values>
const Changes = v.partial(Values)

/**
 * Put a recipe together from a process recipe and an evaluation recipe, or change one: its halves stay as they are unless
 * others are chosen.
 * @param recipe null for a new one.
 */
export function RecipeForm(props: {
  title: string
  recipe: AnyRecipe | null
  /** Halves of a new one that are chosen already. */
  halves?: { process: string | null; evaluation: string | null }
  send: (content: Partial<RecipeContent>, opId: string) => Promise<void>
  onClose: () => void
}) {
  const { recipe } = props
  const programmes = useRecords(processRecipe) ?? none
  const evaluations = useRecords(evaluationRecipe) ?? none
  const devices = useRecords(device) ?? none
  const plates = listPlates([]).filter((type) =>
    devices.some(({ active, cartridge_type }) => active === 'Y' && cartridge_type === type),
  )
  return (
    <RecordForm<Values>
      open
      title={props.title}
      submit={t('methods.save')}
      schema={recipe ? Changes : Values}
      values={
        recipe
          ? valuesOf(recipe)
          : {
              ...valuesOf(null),
              ...halvesOf(props.halves, programmes, evaluations),
              cartridge_types: plates,
            }
      }
      fields={listFields(recipe, programmes, evaluations)}
      changesOnly={recipe !== null}
      send={async (values, opId) => {
        const { process_recipe: from, evaluation_recipe: by, ...rest } = values
        const process = programmes.find(({ uuid }) => uuid === from)?.process
        const evaluation = evaluations.find(({ uuid }) => uuid === by)?.evaluation
        if (process && evaluation) checkHalves(process, evaluation)
        return props.send(
          { ...rest, ...(process && { process }), ...(evaluation && { evaluation }) },
          opId,
        )
      }}
      onClose={props.onClose}
    />
  )
}

const none: never[] = []

function valuesOf(recipe: AnyRecipe | null): Values {
  return {
    name: recipe?.name ?? '',
    process_recipe: '',
    evaluation_recipe: '',
    cartridge_types: recipe?.cartridge_types ?? [],
    minimum_bkernel: recipe?.minimum_bkernel ?? null,
  }
}

/** Refuse halves that do not fit together, at the choice that is usually wrong. @throws Fault */
function checkHalves(process: Recipe['process'], evaluation: Recipe['evaluation']): void {
  const [first, ...rest] = findRecipeProblems({ process, evaluation }).map((problem) => ({
    ...problem,
    field: 'process_recipe',
  }))
  if (first) throw new Fault([first, ...rest])
}

/** Fill in the halves that are chosen, and the name that they have. */
function halvesOf(
  halves: { process: string | null; evaluation: string | null } | undefined,
  programmes: readonly ProcessRecipe[],
  evaluations: readonly EvaluationRecipe[],
): Partial<Values> {
  const process = programmes.find(({ uuid }) => uuid === halves?.process)
  const evaluation = evaluations.find(({ uuid }) => uuid === halves?.evaluation)
  return {
    name: process?.name ?? evaluation?.name ?? '',
    process_recipe: process?.uuid ?? '',
    evaluation_recipe: evaluation?.uuid ?? '',
  }
}

function listFields(
  recipe: AnyRecipe | null,
  programmes: readonly ProcessRecipe[],
  evaluations: readonly EvaluationRecipe[],
): FieldSpec<Values>[] {
  const offer = (
    records: readonly { uuid: string; name: string; archived: 0 | 1; version: number }[],
  ) => [
    ...(recipe ? [{ value: '', label: t('methods.recipe.keep') }] : []),
    ...records
      .filter(({ archived }) => archived === 0)
      .map(({ uuid, name, version }) => ({
        value: uuid,
        label: t('methods.recipe.half', { name, version }),
      })),
  ]
  const half = (
    name: 'process_recipe' | 'evaluation_recipe',
    choices: ReturnType<typeof offer>,
  ) => ({
    name,
    label: t(`methods.recipe.${name}`),
    kind: 'choice' as const,
    choices,
    ...(!recipe && {
      placeholder: t('methods.recipe.choose'),
      missing: t('methods.recipe.choose'),
    }),
  })
  return [
    { name: 'name', label: t('methods.name'), autoFocus: true },
    half('process_recipe', offer(programmes)),
    half('evaluation_recipe', offer(evaluations)),
    {
      name: 'minimum_bkernel',
      label: t('methods.bkernel'),
      draw: (field) => <VersionField {...field} />,
    },
    {
      name: 'cartridge_types',
      label: t('methods.plates'),
      missing: t('methods.recipe.choosePlate'),
      choices: listPlates(recipe?.cartridge_types ?? []).map((type) => ({
        value: type,
        label: sayPlate(type),
      })),
    },
  ]
}
