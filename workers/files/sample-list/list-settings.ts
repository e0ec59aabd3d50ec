import * as v from 'valibot'

const Header = v.pipe(v.string(), v.maxLength(60))

/**
 * Settings of a person for reading lists of samples (spec §3 "CSV import settings"), one value under each name
 * (decisions D26).
 */
export const ListSettings = v.strictObject({
  /** Headers of the columns; an empty one is not looked for. */
  header_application: Header,
  header_sample: Header,
  header_row: Header,
  header_column: Header,
  /** Row and column in one cell, such as `A1`. */
  header_well: Header,
  /** Type of each sample: unknown, standard or a kind of control. */
  header_type: Header,
  header_mix: Header,
  /** Copies per reaction, of standards. */
  header_quantity: Header,
  /** Thresholds that the list brings along, in fluorescence units. */
  header_threshold: Header,
  /** Each of these characters in a sample's name is replaced. */
  cleanse: v.pipe(v.string(), v.maxLength(60)),
  replace_with: v.pipe(v.string(), v.maxLength(20)),
  /** Put before every name. */
  prefix: v.pipe(v.string(), v.maxLength(40)),
  /** The cartridge holds nothing but what was imported. */
  clean_cartridge: v.boolean(),
})
export type ListSettings = v.InferOutput<typeof ListSettings>

/** Category of the person's settings that holds them. */
export const listCategory = 'csv_import'

/** As our own plate files are written. */
export const firstListSettings: Readonly<ListSettings> = {
  header_application: 'Application',
  header_sample: 'Sample',
  header_row: 'Row',
  header_column: 'Column',
  header_well: 'Well',
  header_type: 'Sample type',
  header_mix: 'Mix',
  header_quantity: 'Quantity',
  header_threshold: 'Threshold',
  cleanse: '',
  replace_with: '',
  prefix: '',
  clean_cartridge: true,
}

/** Read the settings from a person's settings of all categories; missing or unreadable ones have their default. */
export function readListSettings(
  settings: readonly { name: string; value: unknown; category: string }[],
): ListSettings {
  const said = Object.fromEntries(
    settings
      .filter(({ name, category }) => category === listCategory && name in firstListSettings)
      .map(({ name, value }) => [name, value]),
  )
  const read = v.safeParse(ListSettings, { ...firstListSettings, ...said })
  return read.success ? read.output : { ...firstListSettings }
}
