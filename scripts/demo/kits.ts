import type { Bkit } from '../../domain/entities/bkit.ts'

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
