import * as v from 'valibot'
import { mostWells } from '../catalog/cartridges.ts'
import { PaperName } from '../entities/report.ts'
import { languageCodes } from '../catalog/languages.ts'
import { Uuid } from '../fields.ts'

/** Samples by id, each ticked or not; one that is not named counts as ticked (VAL-051, VAL-052). */
export const SampleSelection = v.pipe(
  v.record(Uuid, v.boolean()),
  v.check((map) => Object.keys(map).length <= mostWells, 'max_entries'),
)
export type SampleSelection = v.InferOutput<typeof SampleSelection>

/** Paper and language of a PDF. Absent: letter in North America, else A4, and the account's language. */
export const printChoice = {
  paper: v.optional(PaperName),
  language: v.optional(v.picklist(languageCodes)),
}
