import type { Bkit } from '../../../../../domain/entities/bkit.ts'
import { readCode } from '../../../../../domain/codes/read-code.ts'
import { Fault } from '../../../../../domain/fault.ts'
import { findKit, isKitLabel, readKitCode, runKitOf } from '../../../../../domain/rules/kit.ts'
import { today } from '../../../../entities/kit/today.ts'
import { errorTexts, faultText } from '../../../../i18n/faults.ts'
import { t } from '../../../../i18n/intl.ts'
import { changeDraft, draft } from '../../../../state/draft.ts'
import { account } from '../../../../state/session.ts'
import { showToast } from '../../../../state/toasts.ts'
import { listProtocols, listRecipes, type MethodChoice } from '../method/judge-method.ts'
import { takeMethod } from '../method/MethodPicker.tsx'
import type { PlanRecords } from '../plan.ts'

/**
 * Take the kit of a label that was read into the draft, and what it is for where there is no choice.
 * @returns why it cannot be taken, in words; null when it was.
 */
export function takeKit(
  text: string,
  { kits, records }: { kits: readonly Bkit[]; records: PlanRecords },
): string | null {
  try {
    const code = readKitCode(text, today())
    const kit = findKit(code, kits)
    changeDraft({ kit: runKitOf(kit, code) })
    const chosen = records.saved ? null : findOnlyMethod(kit, records)
    if (chosen && !draft.peek()?.recipe_uuid) takeMethod(chosen)
    showToast('done', t('kit.taken', { name: kit.name, lot: code.lot ?? kit.lot }))
    const { expiry: label } = code
    const record = runKitOf(kit, { ...code, expiry: null }).expiry_date
    if (label !== null && label !== record) {
      showToast('warning', t('kit.taken.expiry', { label, record }))
    }
    return null
  } catch (error) {
    return error instanceof Fault ? faultText(error.first) : errorTexts(error).join(' ')
  }
}

/**
 * Take the label of a kit that a hand scanner read while the plate had the focus.
 * @returns false for a code that is of no kit of the company: it names a sample.
 */
export function takeKitLabel(
  text: string,
  given: { kits: readonly Bkit[]; records: PlanRecords },
): boolean {
  const { code } = readCode(text, today())
  if (!code || !isKitLabel(code, given.kits)) return false
  const reason = takeKit(text, given)
  if (reason !== null) showToast('error', reason)
  return true
}

/** Find the only method of a kit: its only protocol, else its only recipe. */
function findOnlyMethod(kit: Bkit, records: PlanRecords): MethodChoice | null {
  const permissions = account.peek()?.permissions ?? []
  for (const list of [listProtocols, listRecipes]) {
    const fitting = list(records, permissions).filter(
      ({ recipe, refusal }) => !refusal && recipe && kit.recipe_uuids.includes(recipe.uuid),
    )
    if (fitting.length > 0) return fitting.length === 1 ? (fitting[0] ?? null) : null
  }
  return null
}
