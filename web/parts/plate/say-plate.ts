import { type CartridgeName, cartridges } from '../../../domain/catalog/cartridges.ts'

/** Write the name of a plate, in its order also inside a line that runs from right to left: 8 × 12 is not 12 × 8. */
export const sayPlate = (type: CartridgeName): string => `\u2066${cartridges[type].name}\u2069`
