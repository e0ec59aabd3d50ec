import {
  judgeExpiry,
  judgeLot,
  matchKit,
  refuseKit,
  refuseLot,
} from '../../../../../domain/rules/kit.ts'
import { countWells } from '../../../../../domain/rules/kit-use.ts'
import {
  earlierOffer,
  listOffers,
  refuseKnownLot,
  refuseKnownUse,
} from '../../../../../domain/rules/lot-offer.ts'
import { faultText } from '../../../../i18n/faults.ts'
import { t } from '../../../../i18n/intl.ts'
import type { Check, Checked } from '../check.ts'
import { today } from '../../../../entities/kit/today.ts'

/** Check that the kit belongs to the method and has not expired; no check where no kit was given and the method has none. */
export function checkKit({ draft, plan, kits, ownLots, uses }: Checked): Check[] {
  const { kit } = draft
  const needed = countWells(draft.layout.present)
  const recipe = plan.recipe?.uuid ?? null
  const check = { id: 'kit', mend: 'method' } as const
  if (!kit) {
    const isMeant =
      recipe !== null && kits.some(({ recipe_uuids }) => recipe_uuids.includes(recipe))
    if (!isMeant) return []
    return [{ ...check, state: 'warned', text: t('kit.check.missing'), about: recipe }]
  }
  const refused =
    refuseKnownLot(kit, kits, ownLots) ??
    refuseKit(kit, today()) ??
    refuseKnownUse(kit, needed, ownLots, uses)
  if (refused) return [{ ...check, state: 'open', text: faultText(refused) }]
  const known = kits.find(({ uuid }) => uuid === kit.bkit_uuid) ?? null
  const foreign = known && refuseLot(known, kit.lot, kits)
  if (foreign) return [{ ...check, state: 'open', text: faultText(foreign) }]
  const match = matchKit(known, recipe)
  const about = `${kit.bkit_uuid}:${recipe ?? ''}`
  if (known && match === 'unlinked') {
    return [{ ...check, state: 'warned', text: t('kit.check.unlinked'), about }]
  }
  if (match === 'other' && recipe !== null) {
    return [{ ...check, state: 'warned', text: t('kit.check.other', { kit: kit.name }), about }]
  }
  const lot = known ? judgeLot(known, kit) : 'known'
  if (lot !== 'known') {
    const text = t(`kit.check.lot.${lot}`, { kit: kit.name, lot: kit.lot, box: kit.box ?? 0 })
    return [{ ...check, state: 'warned', text, about: `${about}:${kit.lot}:${kit.box ?? ''}` }]
  }
  const offers =
    recipe === null ? [] : listOffers(kits, ownLots, { recipe, today: today(), uses, needed })
  const earlier = earlierOffer(kit, offers)
  if (earlier) {
    const text = t('kit.check.earlier', { lot: kit.lot, first: earlier.lot })
    return [{ ...check, state: 'warned', text, about: `${about}:${kit.lot}:${earlier.lot}` }]
  }
  const { state, days } = judgeExpiry(kit.expiry_date, today())
  const text = t(state === 'good' ? 'kit.check.good' : `kit.check.${state}`, { lot: kit.lot, days })
  return [{ ...check, state: 'ok', text }]
}
