import { cartridgeNames, cartridges, type CartridgeName } from '../../domain/catalog/cartridges.ts'
import type { PlateShape } from './plate.ts'

/** Plates in which plates of other shapes are shown, smallest first. */
const roomy = ['Wells96', 'Wells384', 'Wells2304'] as const

/**
 * Choose the cartridge of the plate's shape. A plate of another shape is put into the corner of the smallest one that
 * holds it; positions of a rotor, which have numbers, are put along its rows. Return null when none holds it.
 */
export function chooseCartridge(plate: PlateShape): CartridgeName | null {
  const exact = cartridgeNames.find(
    (name) => cartridges[name].rows === plate.rows && cartridges[name].columns === plate.columns,
  )
  if (exact) return exact
  const found = roomy.find((name) => {
    const { rows, columns } = cartridges[name]
    return isRotor(plate)
      ? plate.rows * plate.columns <= rows * columns
      : plate.rows <= rows && plate.columns <= columns
  })
  return found ?? null
}

/** Return the index on the cartridge of a well of the plate. */
export function placeWell(plate: PlateShape, cartridge: CartridgeName, well: number): number {
  if (isRotor(plate)) return well
  const row = Math.floor(well / plate.columns)
  return row * cartridges[cartridge].columns + (well % plate.columns)
}

/** Return true where positions have numbers instead of letters and columns. */
export function isRotor({ labels }: PlateShape): boolean {
  return labels === 'numbers'
}
