import type { CallFile } from '../../domain/call.ts'
import { type CartridgeName, cartridges } from '../../domain/catalog/cartridges.ts'
import { displayName } from '../../domain/catalog/wavelengths.ts'
import type { TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import type { Protocol } from '../../domain/entities/protocol.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import { Fault } from '../../domain/fault.ts'
import { rowLetter, wellName } from '../../domain/rules/well.ts'
import type { AccountContext } from '../context.ts'
import { fileName } from '../files/file-name.ts'
import { unwrap } from '../outcome.ts'
import { rowsCsv } from '../files/rows-csv.ts'

interface Wanted {
  protocol_uuid?: string | undefined
  cartridge_type?: CartridgeName | undefined
}

/**
 * Write a plate as CSV (decisions R9), in the form in which plate set-ups of 96-well instruments are typed: UTF-8 with
 * a byte-order mark, commas, one row for each well in order of rows. Columns: `Well` (`A1`), `Row` (letter, or two),
 * `Column` (number), `Sample`, `Sample type` (unknown, standard, positive, negative, ntc), `Mix`, `Quantity` (copies,
 * of standards), then for each channel in the programme's order a column with its name, which holds the targets that
 * are read there, with "; " between several. Without a protocol no well has a sample and every well has all targets.
 * Text that a spreadsheet would take for a formula is escaped (decisions D75).
 * @throws Fault `not_found` for a protocol out of sight, `invalid` for one of another recipe or a cartridge that the
 *   recipe does not run on.
 */
export async function plateFile(
  recipe: Recipe,
  wanted: Wanted,
  context: AccountContext,
): Promise<CallFile> {
  const protocol = wanted.protocol_uuid
    ? await findProtocol(wanted.protocol_uuid, recipe, context)
    : null
  const type = wanted.cartridge_type ?? (protocol ?? recipe).cartridge_types[0]
  if (!type || !recipe.cartridge_types.includes(type)) {
    throw new Fault('invalid', 'Cartridge not available for this recipe', {
      field: 'query.cartridge_type',
      reason: 'cartridge_not_for_recipe',
    })
  }
  const rows = [columnsOf(recipe), ...rowsOf(recipe, protocol, type)]
  return {
    bytes: rowsCsv(rows),
    type: 'text/csv; charset=utf-8',
    name: fileName((protocol ?? recipe).name, '-plate.csv'),
  }
}

async function findProtocol(
  uuid: string,
  recipe: Recipe,
  { own, by }: AccountContext,
): Promise<Protocol> {
  const protocol = await unwrap(own.get('protocol', uuid, by.sight))
  if (protocol.recipe_uuid === recipe.uuid) return protocol
  throw new Fault('invalid', 'The protocol has another recipe', {
    field: 'query.protocol_uuid',
    reason: 'protocol_recipe',
  })
}

function columnsOf({ process }: Recipe): string[] {
  const channels = process.channels.map(({ wavelength }) => displayName(wavelength))
  return ['Well', 'Row', 'Column', 'Sample', 'Sample type', 'Mix', 'Quantity', ...channels]
}

function rowsOf(
  recipe: Recipe,
  protocol: Protocol | null,
  type: CartridgeName,
): (string | number)[][] {
  const shape = cartridges[type]
  return Array.from({ length: shape.rows * shape.columns }, (_, index) => {
    const well = wellName(shape, index)
    const sample = protocol?.layout.find(({ coordinates }) => coordinates.includes(well))
    const targets = protocol && !sample ? [] : targetsFor(recipe, sample?.well_type)
    return [
      well,
      rowLetter(Math.floor(index / shape.columns)),
      (index % shape.columns) + 1,
      sample?.name ?? '',
      sample?.sample_type ?? '',
      sample?.well_type ?? '',
      sample?.quantity ?? '',
      ...recipe.process.channels.map(({ wavelength }) =>
        targets
          .filter(({ channel }) => channel === wavelength)
          .map(({ name }) => name)
          .join('; '),
      ),
    ]
  })
}

/** Return the targets that a mix can show; those without a mix are in every well. */
function targetsFor({ evaluation }: Recipe, mix: string | undefined): TargetRule[] {
  return evaluation.targets.filter(
    ({ well_types: mixes }) => !mixes || mix === undefined || mixes.includes(mix),
  )
}
