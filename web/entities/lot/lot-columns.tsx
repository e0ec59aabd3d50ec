import type { Bkit } from '../../../domain/entities/bkit.ts'
import type { BkitLot } from '../../../domain/entities/bkit-lot.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import type { Column } from '../../parts/table/column.ts'
import type { Facet } from '../../record/facets.ts'
import { localTime } from '../../state/local-time.ts'
import { judgeExpiry } from '../../../domain/rules/kit.ts'
import { ExpiryBadge } from '../kit/ExpiryBadge.tsx'
import { LotBadge, lotSituations, situationOf } from '../kit/LotBadge.tsx'
import { today } from '../kit/today.ts'
import { dayOf } from './lot-facts.ts'

/** Make the columns of a list of lots, with the kit that each is of. */
export function makeLotColumns(kits: ReadonlyMap<string, Bkit>): Column<BkitLot>[] {
  const kitOf = ({ bkit_uuid }: BkitLot) => kits.get(bkit_uuid)
  return [
    {
      id: 'lot_number',
      header: t('material.column.lot'),
      value: ({ lot_number }) => lot_number,
      cell: ({ lot_number }) => (
        <strong>
          <bdi dir="ltr">{lot_number}</bdi>
        </strong>
      ),
      fixed: true,
      width: 160,
    },
    {
      id: 'state',
      header: t('material.lot.state'),
      value: (row) => situationOf(row, kitOf(row)),
      cell: (row) => <LotBadge situation={situationOf(row, kitOf(row))} />,
      text: (row) => t(`material.lot.${situationOf(row, kitOf(row))}`),
      width: 150,
    },
    { id: 'kit', header: t('material.column.kit'), value: (row) => kitOf(row)?.name, width: 200 },
    {
      id: 'ref',
      header: t('material.column.ref'),
      value: (row) => kitOf(row)?.ref,
      cell: (row) => <bdi dir="ltr">{kitOf(row)?.ref}</bdi>,
      width: 130,
    },
    {
      id: 'boxes',
      header: t('material.column.boxes'),
      kind: 'number',
      value: ({ boxes }) => boxes,
      cell: ({ boxes }) => formatNumber(boxes),
      width: 100,
    },
    {
      id: 'tests',
      header: t('material.column.tests'),
      kind: 'number',
      value: (row) => testsOf(row, kitOf(row)),
      cell: (row) => {
        const tests = testsOf(row, kitOf(row))
        return tests === null ? '–' : formatNumber(tests)
      },
      width: 110,
    },
    expiryColumn(kitOf),
    {
      id: 'storage',
      header: t('material.lot.storage'),
      value: ({ storage }) => storage,
      cell: ({ storage }) => <bdi>{storage}</bdi>,
      width: 150,
    },
    {
      id: 'created_at',
      header: t('material.column.added'),
      kind: 'date',
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => localTime(created_at, 'date'),
      text: ({ created_at }) => localTime(created_at, 'date') ?? created_at,
      width: 120,
    },
  ]
}

function expiryColumn(kitOf: (lot: BkitLot) => Bkit | undefined): Column<BkitLot> {
  return {
    id: 'expiry',
    header: t('material.column.expiry'),
    kind: 'date',
    value: (row) => dayOf(row, kitOf(row)),
    cell: (row) => {
      const expiry = dayOf(row, kitOf(row))
      // Show no badge for a lot that must not be run: "good" beside it would be read as the opposite.
      const isRun = ['released', 'expired'].includes(situationOf(row, kitOf(row)))
      return expiry && (isRun ? <ExpiryBadge expiry={expiry} /> : localTime(expiry, 'date'))
    },
    text: (row) => dayOf(row, kitOf(row)) ?? '',
    width: 230,
  }
}

/** Tests of all boxes of a lot; null while its kit is not known. */
export function testsOf({ boxes }: BkitLot, kit: Bkit | undefined): number | null {
  return kit ? boxes * kit.quantity : null
}

/** More chips than that are no choice any more: the filter finds a kit by its name. */
const mostChips = 12

/** Make what a list of lots can be narrowed down to: state, shelf life, and the kit where there are few. */
export function makeLotFacets(
  lots: readonly BkitLot[],
  kits: ReadonlyMap<string, Bkit>,
): Facet<BkitLot>[] {
  const kitOf = ({ bkit_uuid }: BkitLot) => kits.get(bkit_uuid)
  return [
    {
      id: 'state',
      label: t('material.lot.state'),
      valueOf: (row) => situationOf(row, kitOf(row)),
      choices: lotSituations.map((value) => ({
        value,
        label: t(`material.lot.${value}`),
        badge: <LotBadge situation={value} />,
      })),
    },
    {
      id: 'expiry',
      label: t('material.column.state'),
      valueOf: (row) => {
        const day = dayOf(row, kitOf(row))
        return day === undefined ? 'good' : judgeExpiry(day, today()).state
      },
      choices: [{ value: 'soon', label: t('material.lot.soon') }],
    },
    ...makeKitFacet(lots, kits),
  ]
}

function makeKitFacet(lots: readonly BkitLot[], kits: ReadonlyMap<string, Bkit>): Facet<BkitLot>[] {
  const used = [...new Set(lots.map(({ bkit_uuid }) => bkit_uuid))]
  const choices = used.flatMap((value) => {
    const kit = kits.get(value)
    return kit ? [{ value, label: `${kit.name} ${kit.lot}` }] : []
  })
  if (choices.length < 2 || choices.length > mostChips) return []
  const label = t('material.column.kit')
  return [{ id: 'kit', label, valueOf: ({ bkit_uuid }) => bkit_uuid, choices }]
}
