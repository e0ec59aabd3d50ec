import type { Sample } from '../../domain/entities/analysis.ts'
import type { TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import type { FaultDetail } from '../../domain/fault.ts'
import { wellName } from '../../domain/rules/well.ts'
import { faultText } from '../i18n/faults.ts'
import { formatNumber } from '../i18n/format.ts'
import { t } from '../i18n/intl.ts'
import type { WellLook } from '../parts/plate/Well.tsx'
import type { Layout } from '../state/draft-steps.ts'
import type { LayoutDiff } from '../state/layout-steps/diff.ts'
import { mapOwners, type Shape } from '../state/layout-steps/wells.ts'
import { layoutLook } from './layout-look.ts'
import type { ScanIssue } from './judge-scan.ts'
import { groupByTargets, type TargetGroup } from './mixes.ts'

export const colourings = ['type', 'sample', 'target'] as const
export type LayoutColouring = (typeof colourings)[number]

/** Input of the look of a plan's wells. */
export interface PlanLook {
  /** The layout on show: with a step that is only looked at, the one after it. */
  layout: Layout
  shape: Shape
  colourBy: LayoutColouring
  targets: readonly TargetRule[]
  /** Reaction mixes; with several each well carries the number of its own. */
  mixes: readonly string[]
  problems: ReadonlyMap<number, readonly FaultDetail[]>
  scans: readonly ScanIssue[]
  diff: LayoutDiff | null
  /** Wells of what a paste cannot take. */
  faulty: readonly string[]
}

/** Return the look and the text of each well of a plan, by its index. */
export function planLook(plan: PlanLook): WellLook[] {
  const { layout, shape } = plan
  const looks = layoutLook(layout, shape, plan.colourBy === 'sample' ? 'sample' : 'type')
  const owners = mapOwners(layout)
  const groups = groupByTargets(layout, plan.targets)
  return looks.map((look, index) => {
    const owner = owners.get(wellName(shape, index))
    const ghost = plan.diff?.wells.get(index)
    const said = [
      look.label,
      ...(ghost ? [t(`wizard.well.would.${ghost}`)] : []),
      ...(owner ? tellSample(owner, groups.get(owner.uuid)) : []),
      ...tellTroubles(plan, index),
    ]
    return {
      ...look,
      ...(owner ? lookOf(plan, owner, groups.get(owner.uuid)) : {}),
      mark: markOf(plan, index),
      ghost,
      label: said.reduce((all, more) => t('wizard.well.with', { all, more })),
    }
  })
}

function lookOf(plan: PlanLook, owner: Sample, group: TargetGroup | undefined): Partial<WellLook> {
  const mix = plan.mixes.length > 1 ? plan.mixes.indexOf(owner.well_type ?? '') : -1
  return {
    ...(plan.colourBy === 'target' && group ? { fill: group.fill } : {}),
    ...(mix >= 0 ? { tag: String(mix + 1) } : {}),
  }
}

function tellSample(owner: Sample, group: TargetGroup | undefined): string[] {
  const { quantity, well_type } = owner
  const names = group?.targets.map(({ name }) => name) ?? []
  return [
    ...(quantity === undefined
      ? []
      : [t('wizard.well.copies', { amount: quantity, quantity: formatNumber(quantity) })]),
    ...(well_type ? [t('wizard.well.mix', { mix: well_type })] : []),
    ...(names.length > 0
      ? [t('wizard.well.targets', { count: names.length, names: names.join(', ') })]
      : []),
  ]
}

function tellTroubles({ problems, scans, shape }: PlanLook, index: number): string[] {
  const scan = scans.find(({ well }) => well === wellName(shape, index))
  return [
    ...(scan ? [t(`wizard.scanned.${scan.reason}`, { code: scan.code })] : []),
    ...(problems.get(index) ?? []).map(faultText),
  ]
}

/** Mark a well red if it blocks the launch, and with a warning if its scan is doubtful. */
function markOf(plan: PlanLook, index: number): string | undefined {
  if (plan.problems.has(index)) return 'var(--danger)'
  const name = wellName(plan.shape, index)
  const isDoubtful = plan.faulty.includes(name) || plan.scans.some(({ well }) => well === name)
  return isDoubtful ? 'var(--warning)' : undefined
}
