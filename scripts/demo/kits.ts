import type { Bkit } from '../../domain/entities/bkit.ts'
import type { BkitLot, LotFact, LotState } from '../../domain/entities/bkit-lot.ts'

/** A kit, with the names of the recipes that it is for. */
type DemoKit = Omit<Bkit, 'uuid' | 'created_at' | 'updated_at' | 'recipe_uuids'> & {
  recipes: readonly string[]
}

const common = {
  quantity: 96,
  production_start_date: '2025-10-01',
  production_end_date: '2025-10-03',
  production_site: 'Trieste',
  producer: 'Helix',
  assy_number: 'A-36',
  datasheet_uuid: null,
  extraction_uuid: null,
}

/** A good one, one of the same that is past its day, and one that nobody has linked to a recipe yet. */
export const kits: readonly DemoKit[] = [
  {
    ...common,
    name: 'bKIT Listeria',
    ref: 'BK-LM-36',
    gtin: '09506000134352',
    marks: ['ivd', 'do_not_reuse', 'instructions'],
    part_number: 'PN-3601',
    lot: 'LM-2511',
    expiry_date: '2035-10-31',
    product_description: 'Mix and controls for the screening of Listeria monocytogenes',
    recipes: ['Listeria screening, 36 wells'],
  },
  {
    ...common,
    name: 'bKIT Listeria',
    ref: 'BK-LM-36',
    gtin: '09506000134352',
    part_number: 'PN-3601',
    lot: 'LM-2401',
    expiry_date: '2026-01-31',
    product_description: 'Mix and controls for the screening of Listeria monocytogenes',
    recipes: ['Listeria screening, 36 wells'],
  },
  {
    ...common,
    name: 'bKIT katG 315',
    ref: 'BK-KG-96',
    part_number: 'PN-9601',
    lot: 'KG-2507',
    expiry_date: '2035-07-31',
    product_description: 'Mix and controls for the resistance marker katG 315',
    recipes: [],
  },
]

/** A produced lot, with the kit that it is of by its own lot, and what became of it. */
interface DemoLot extends Pick<BkitLot, 'lot_number' | 'boxes' | LotFact> {
  kit: string
  status: LotState
  /** Grounds of its release or withdrawal. */
  evidence: string
}

const listeria = { kit: 'LM-2511', boxes: 12, storage: '-25 to -15 °C, dark' }

/**
 * Make a lot in each state; the last one is of an expired kit.
 * @param today the first one expires 20 days after it, so that the demonstration always has one that runs out.
 */
export function makeLots(today: Date): readonly DemoLot[] {
  const soon = new Date(today.getTime() + 20 * 86_400_000).toISOString().slice(0, 10)
  const lot = (number: string, status: LotState, expiry_date: string, evidence = '') => ({
    ...listeria,
    lot_number: number,
    status,
    expiry_date,
    evidence,
  })
  return [
    lot('LM-26-01', 'released', soon, 'Certificate of analysis CoA-2601'),
    lot('LM-26-02', 'released', '2035-06-30', 'Certificate of analysis CoA-2602'),
    lot('LM-26-03', 'quarantine', '2035-08-31'),
    lot('LM-26-04', 'held', '2035-07-31', 'Certificate of analysis CoA-2604'),
    lot('LM-26-05', 'withdrawn', '2035-07-31', 'Complaint C-12: late positive control'),
    {
      kit: 'LM-2401',
      lot_number: 'LM-25-09',
      boxes: 4,
      status: 'released',
      evidence: 'Certificate of analysis CoA-2509',
    },
  ]
}
