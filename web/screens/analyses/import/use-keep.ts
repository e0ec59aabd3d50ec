import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { analysisCalls } from '../../../../domain/calls/analysis.ts'
import type { CartridgeName } from '../../../../domain/catalog/cartridges.ts'
import { type Recipe, recipe as recipeEntity } from '../../../../domain/entities/recipe.ts'
import { type Swarm, swarm as swarmEntity } from '../../../../domain/entities/swarm.ts'
import { Fault, type FaultDetail } from '../../../../domain/fault.ts'
import type { ImportedRun } from '../../../../workers/files/imported-run.ts'
import { findUnsure } from '../../../../workers/files/fit-plan.ts'
import type { ImportPlan } from '../../../../workers/files/import-plan.ts'
import { planImport } from '../../../../workers/files/plan-import.ts'
import { cutName } from '../../../../domain/rules/plain-text.ts'
import { isInForce, takeEffect } from '../../../../domain/rules/recipe-version.ts'
import { call } from '../../../client/call.ts'
import { faultText } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { paths } from '../../../paths.ts'
import { minute } from '../../../state/clock.ts'
import { resyncRecords } from '../../../state/records.ts'
import { account, may } from '../../../state/session.ts'
import { useRecords } from '../../../state/use-records.ts'
import { makeUuid } from '../../../client/make-uuid.ts'

export interface Keep {
  name: string
  setName: (name: string) => void
  swarms: readonly Swarm[]
  swarm: string
  setSwarm: (uuid: string) => void
  /** Methods that fit the cartridge of the run. */
  recipes: readonly Recipe[]
  /** Empty: as far as the file says. */
  recipe: string
  setRecipe: (uuid: string) => void
  /** Reason why the chosen method cannot judge this run; null if it can. */
  recipeProblem: string | null
  busy: boolean
  error: unknown
  /** Reason why this run cannot become an analysis; null if it can. */
  disabledReason: string | null
  submit: () => void
}

/** Keep a run of a file as an analysis. The edge reads the file again by itself. */
export function useKeep(order: {
  file: File
  run: ImportedRun
  position: number
  onClose: () => void
}): Keep {
  const { file, run, position, onClose } = order
  const [, goTo] = useLocation()
  const [name, setName] = useState(() => nameOf(file, run))
  const [swarmChoice, setSwarm] = useState('')
  const [recipe, setRecipe] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  // Make the ids once a dialog: a press that is repeated because no answer came makes one analysis.
  const [ids] = useState(() => ({ uuid: makeUuid(), op: makeUuid() }))
  const plan = useMemo(() => tryPlan(run), [run])
  const own = account.value?.swarms ?? []
  const swarms = (useRecords(swarmEntity) ?? []).filter(({ uuid }) => own.includes(uuid))
  const at = new Date(minute.value).toISOString()
  const recipes = (useRecords(recipeEntity) ?? [])
    .map((one) => takeEffect(one, at))
    .filter(
      (one) =>
        one.archived === 0 &&
        isInForce(one, at) &&
        'cartridge' in plan &&
        one.cartridge_types.includes(plan.cartridge),
    )
  const swarm = swarmChoice || (swarms[0]?.uuid ?? '')
  const chosen = recipes.find(({ uuid }) => uuid === recipe)
  const unsure = chosen && 'cartridge' in plan ? findUnsure(plan, chosen.evaluation) : null
  const recipeProblem = unsure && faultText(unsure)
  const keep = async () => {
    setBusy(true)
    setError(null)
    try {
      const body = {
        uuid: ids.uuid,
        name,
        swarm_uuid: swarm,
        recipe_uuid: recipe || null,
        run: position,
        file,
      }
      await call(analysisCalls.import, { body }, { opId: ids.op })
      resyncRecords()
      onClose()
      goTo(paths.analysis(ids.uuid))
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return {
    name,
    setName,
    swarms,
    swarm,
    setSwarm,
    recipes,
    recipe,
    setRecipe,
    recipeProblem,
    busy,
    error,
    disabledReason: refuse(plan, name, swarm) ?? recipeProblem,
    submit: () => void keep(),
  }
}

/** Return the name of the analysis: that in an archive of ours, or the name of an instrument's file. */
function nameOf(file: File, run: ImportedRun): string {
  return run.plan?.told ? run.name : cutName(file.name.replace(/\.[^.]{1,5}$/, ''), 120)
}

type Plan =
  | ({ cartridge: CartridgeName } & Pick<ImportPlan, 'guessed' | 'evaluation'>)
  | { fault: FaultDetail }

/** Make the same plan as the edge will, to show the reason of a refusal beforehand. */
function tryPlan(run: ImportedRun): Plan {
  try {
    const { cartridge_type, guessed, evaluation } = planImport(run, makeUuid)
    return { cartridge: cartridge_type, guessed, evaluation }
  } catch (error) {
    if (error instanceof Fault && error.details[0]) return { fault: error.details[0] }
    throw error
  }
}

function refuse(plan: Plan, name: string, swarm: string): string | null {
  if (!may(analysisCalls.import.needs)) return t('fault.permission_missing')
  if ('fault' in plan) return faultText(plan.fault)
  if (name.trim() === '') return t('import.name.missing')
  return swarm === '' ? t('wizard.swarm.choose') : null
}
