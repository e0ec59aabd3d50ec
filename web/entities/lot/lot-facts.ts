import type { Bkit } from '../../../domain/entities/bkit.ts'
import type { BkitLot, LotFact } from '../../../domain/entities/bkit-lot.ts'
import { t } from '../../i18n/intl.ts'
import { localTime } from '../../state/local-time.ts'

type Show = (lot: BkitLot, kit: Bkit | undefined) => string | null | undefined

/** Label and text of each fact of a lot. One without its line does not compile: people would sign what they do not see. */
const rows: Readonly<Record<LotFact, { label: () => string; show: Show }>> = {
  expiry_date: {
    label: () => t('material.column.expiry'),
    show: (lot, kit) => {
      const day = dayOf(lot, kit)
      return day && localTime(day, 'date')
    },
  },
  storage: { label: () => t('material.lot.storage'), show: ({ storage }) => storage },
}

const names = Object.keys(rows) as LotFact[]

/** Return the last day of a lot: its own, else that of its kit. */
export function dayOf(lot: BkitLot, kit: Bkit | undefined): string | undefined {
  return lot.expiry_date ?? kit?.expiry_date
}

/** List the facts of a lot with their labels, for its panel and for the person who signs it. */
export function listLotFacts(lot: BkitLot, kit: Bkit | undefined) {
  return names.map((name) => [rows[name].label(), rows[name].show(lot, kit)] as const)
}

/** Return the labels of the facts by their fields, for the history of a lot. */
export function labelLotFacts(): Record<LotFact, { label: string }> {
  const labels = names.map((name) => [name, { label: rows[name].label() }])
  return Object.fromEntries(labels) as Record<LotFact, { label: string }>
}
