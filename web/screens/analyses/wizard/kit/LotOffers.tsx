import { bkitCalls } from '../../../../../domain/calls/bkits.ts'
import type { Bkit } from '../../../../../domain/entities/bkit.ts'
import type { LabLot } from '../../../../../domain/entities/lab-lot.ts'
import { judgeExpiry, runKitOf } from '../../../../../domain/rules/kit.ts'
import { countWells, type KitUses } from '../../../../../domain/rules/kit-use.ts'
import {
  earlierOffer,
  listOffers,
  type LotOffer,
  refuseKnownLot,
  refuseKnownUse,
} from '../../../../../domain/rules/lot-offer.ts'
import { today } from '../../../../entities/kit/today.ts'
import { faultText } from '../../../../i18n/faults.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { changeDraft, type Draft } from '../../../../state/draft.ts'
import { localTime } from '../../../../state/local-time.ts'
import { may } from '../../../../state/session.ts'
import { showToast } from '../../../../state/toasts.ts'
import type { Plan } from '../plan.ts'

/** Offer the lot that expires first, say why a chosen one is not run, or that another should be used up before it. */
export function LotOffers(props: {
  draft: Draft
  plan: Plan
  kits: readonly Bkit[]
  ownLots: readonly LabLot[]
  uses: KitUses
}) {
  const { draft, plan, kits, ownLots, uses } = props
  const { kit } = draft
  const needed = countWells(draft.layout.present)
  const recipe = plan.recipe?.uuid ?? null
  if (!may(bkitCalls.search.needs) || recipe === null) return null
  const isMeant = kits.some(({ recipe_uuids }) => recipe_uuids.includes(recipe))
  const offers = listOffers(kits, ownLots, { recipe, today: today(), uses, needed })
  const [first] = offers
  const refused = refuseKnownLot(kit, kits, ownLots) ?? refuseKnownUse(kit, needed, ownLots, uses)
  if (kit && refused) {
    return (
      <Notice kind="error" action={first && <Take offer={first} />}>
        <p>{faultText(refused)}</p>
        {first && <p>{sayOffer(first)}</p>}
      </Notice>
    )
  }
  const earlier = kit && earlierOffer(kit, offers)
  if (earlier) {
    return (
      <Notice kind="warning" action={<Take offer={earlier} />}>
        {t('kit.offer.earlier', { lot: earlier.lot, date: dayOf(earlier) })}
      </Notice>
    )
  }
  if (kit || !isMeant) return null
  return first ? (
    <Notice kind={isNear(first) ? 'warning' : 'info'} action={<Take offer={first} />}>
      {sayOffer(first)}
    </Notice>
  ) : (
    <Notice kind="warning">{t('kit.offer.none')}</Notice>
  )
}

function sayOffer(offer: LotOffer): string {
  const words = { kit: offer.kit.name, lot: offer.lot, date: dayOf(offer) }
  return t(isNear(offer) ? 'kit.offer.near' : 'kit.offer.first', words)
}

const dayOf = ({ expiry_date }: LotOffer) => localTime(expiry_date, 'date') ?? expiry_date
const isNear = ({ expiry_date }: LotOffer) => judgeExpiry(expiry_date, today()).state === 'soon'

function Take({ offer: { kit, lot } }: { offer: LotOffer }) {
  const take = () => {
    changeDraft({ kit: runKitOf(kit, { lot, box: null, expiry: null }) })
    showToast('done', t('kit.taken', { name: kit.name, lot }))
  }
  return <Button onClick={take}>{t('kit.offer.take', { lot })}</Button>
}
