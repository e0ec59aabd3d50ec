import * as v from 'valibot'
import { Line, Name } from '../fields.ts'

/** Messages in which laboratory systems order tests: HL7 v2 (OML, ORM) and FHIR (`ServiceRequest`). */
const orderForms = ['hl7', 'fhir'] as const

/** Most orders of one sample: a specimen for which a laboratory system orders several tests has one for each. */
export const mostOrders = 20

const Short = v.pipe(Line, v.maxLength(120))

/**
 * One test that a laboratory system ordered for a sample, as far as the answer needs it (decision 79). It has no fact
 * about a patient: the specimen's number leads back to them in the laboratory system only.
 */
export const SampleOrder = v.strictObject({
  form: v.picklist(orderForms),
  /** Name of the sample when the order was read: of a sample that is renamed since, the order is no longer the sample's. */
  sample: Name,
  /** Number on the specimen: SPM-2 in HL7 v2, the identifier of the `Specimen` in FHIR. */
  specimen: Short,
  /** Number of the order at who placed it: ORC-2 or OBR-2 in HL7 v2, the identifier of the `ServiceRequest` in FHIR. */
  number: Short,
  /** Code of the ordered test, with its code system, such as `94500-6` of `LN`. */
  code: v.optional(Short),
  system: v.optional(Short),
  /** Ordered test in words. */
  test: v.optional(Short),
  /** Reference to the `ServiceRequest`, such as `ServiceRequest/17`; absent in HL7 v2. */
  reference: v.optional(Short),
})
export type SampleOrder = v.InferOutput<typeof SampleOrder>

/** Return the orders that are still those of the sample: none of an order that was read for another name. */
export function ordersOf(sample: {
  name: string
  orders?: readonly SampleOrder[] | undefined
}): SampleOrder[] {
  return (sample.orders ?? []).filter((order) => order.sample === sample.name)
}
