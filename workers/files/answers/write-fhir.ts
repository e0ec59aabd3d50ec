import { type SampleOrder } from '../../../domain/entities/sample-order.ts'
import {
  callCodes,
  codeSystems,
  orderOfTarget,
  type OrderedResults,
  type OrderedSample,
  type OrderedTarget,
  sayOrigin,
} from './collect-ordered.ts'

const ucum = 'http://unitsofmeasure.org'

/**
 * Write the results of ordered samples as a FHIR R4 bundle: a `DiagnosticReport` for each
 * sample, which contains the specimen and an `Observation` for each target, and refers to its orders. Its status is
 * `final` if the run is signed, `corrected` if it is a signed correction, `preliminary` if it is not signed, `registered` for a sample that a reviewer holds and
 * `cancelled` for one that was rejected. No resource names a patient: the specimen leads back to them.
 */
export function writeFhirResults(results: OrderedResults): Uint8Array {
  const bundle = {
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: results.made,
    entry: results.samples.map((sample) => ({
      fullUrl: `urn:uuid:${sample.sample.uuid}`,
      resource: writeReport(results, sample),
    })),
  }
  return new TextEncoder().encode(`${JSON.stringify(bundle, null, 2)}\n`)
}

function writeReport(results: OrderedResults, ordered: OrderedSample): object {
  const { sample, orders, held, targets } = ordered
  const { signed, correction, made, started } = results
  const status = signed ? (correction ? 'corrected' : 'final') : 'preliminary'
  const order = orderOfTarget(ordered)
  const specimen = {
    resourceType: 'Specimen',
    id: 'specimen',
    identifier: [...new Set(orders.map(({ specimen }) => specimen))].map((value) => ({ value })),
  }
  const observations = targets.map((target, at) =>
    writeObservation(target, `target-${at + 1}`, status, order),
  )
  return {
    resourceType: 'DiagnosticReport',
    id: sample.uuid,
    contained: [specimen, ...observations],
    identifier: [{ value: `${results.analysis}/${sample.uuid}` }],
    basedOn: orders.map(referOrder),
    status: held === 'held' ? 'registered' : held === 'rejected' ? 'cancelled' : status,
    code: nameTest(orders) ?? { text: results.name },
    ...(started && { effectiveDateTime: started }),
    issued: made,
    specimen: [{ reference: '#specimen' }],
    ...(observations.length > 0 && {
      result: observations.map(({ id }) => ({ reference: `#${id}` })),
    }),
    conclusion: sayOrigin(results),
  }
}

function writeObservation(
  { target, call, cq, isTime, tm, quantity }: OrderedTarget,
  id: string,
  status: string,
  order: SampleOrder | undefined,
) {
  const code = callCodes[call]
  const figure = (text: string, value: number, unit: string, ucumCode: string) => ({
    code: { text },
    valueQuantity: { value, unit, system: ucum, code: ucumCode },
  })
  const components = [
    ...(cq === null
      ? []
      : [isTime ? figure('Tt', cq, 'min', 'min') : figure('Cq', cq, 'cycles', '{cycle}')]),
    ...tm.map((value) => figure('Tm', value, '°C', 'Cel')),
    ...(quantity === null ? [] : [figure('Quantity', quantity, 'copies', '{copies}')]),
  ]
  return {
    resourceType: 'Observation',
    id,
    status,
    code: { ...conceptOf(order), text: target },
    specimen: { reference: '#specimen' },
    ...(code
      ? {
          valueCodeableConcept: {
            coding: [{ system: 'http://snomed.info/sct', code: code.code, display: code.text }],
            text: code.text,
          },
        }
      : {
          dataAbsentReason: {
            coding: [
              {
                system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason',
                code: 'error',
                display: 'Error',
              },
            ],
            text: 'Invalid measurement',
          },
        }),
    ...(components.length > 0 && { component: components }),
  }
}

function referOrder({ reference, number }: SampleOrder): object {
  return {
    type: 'ServiceRequest',
    ...(reference && { reference }),
    ...(number && { identifier: { value: number } }),
  }
}

/** Return the test of a report: that of its orders where all are of one, otherwise all their names. */
function nameTest(
  orders: readonly SampleOrder[],
): { coding?: object[]; text?: string } | undefined {
  const concepts = orders.flatMap((order) => conceptOf(order) ?? [])
  const several = new Set(concepts.map((concept) => JSON.stringify(concept))).size > 1
  if (!several) return concepts[0]
  const names = orders.flatMap(({ test, code }) => test ?? code ?? [])
  return { text: [...new Set(names)].join(', ') }
}

function conceptOf(
  order: SampleOrder | undefined,
): { coding?: object[]; text?: string } | undefined {
  if (!order || (!order.code && !order.test)) return undefined
  const { code, test, system = '' } = order
  const address = codeSystems.find(({ hl7 }) => hl7 === system)?.fhir
  const uri = address ?? (system.includes(':') ? system : undefined)
  return {
    ...(code && {
      coding: [{ ...(uri && { system: uri }), code, ...(test && { display: test }) }],
    }),
    ...(test && { text: test }),
  }
}
