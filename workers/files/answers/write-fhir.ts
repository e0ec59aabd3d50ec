import { type SampleOrder } from '../../../domain/entities/sample-order.ts'
import {
  callCodes,
  codeSystems,
  genotypeCode,
  type OrderedGenotype,
  type OrderedResults,
  type OrderedSample,
  type OrderedTarget,
  orderOfResult,
  sayExtrapolated,
  sayOrigin,
} from './collect-ordered.ts'

const ucum = 'http://unitsofmeasure.org'

/**
 * Write the results of ordered samples as a FHIR R4 bundle: a `DiagnosticReport` for each
 * sample, which contains the specimen and an `Observation` for each target and genotype, and refers to its orders. Its status is
 * `final` if the run is signed, `corrected` if it is a signed correction, `preliminary` if it is not signed, `registered` for a sample that a reviewer holds and
 * `cancelled` for one that was rejected. A quantity beyond the standards is off scale, and has a note. No resource names a
 * patient: the specimen leads back to them.
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
  const { sample, orders, held, targets, genotypes } = ordered
  const { signed, correction, made, started } = results
  const status = signed ? (correction ? 'corrected' : 'final') : 'preliminary'
  const order = orderOfResult(ordered)
  const specimen = {
    resourceType: 'Specimen',
    id: 'specimen',
    identifier: [...new Set(orders.map(({ specimen }) => specimen))].map((value) => ({ value })),
  }
  const observations = [
    ...targets.map((target, at) => writeObservation(target, `target-${at + 1}`, status, order)),
    ...genotypes.map((one, at) => writeGenotype(one, `genotype-${at + 1}`, status, order)),
  ]
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
  ordered: OrderedTarget,
  id: string,
  status: string,
  order: SampleOrder | undefined,
) {
  const { target, call, cq, isTime, tm, quantity, isFold, extrapolated } = ordered
  const code = callCodes[call]
  const comment = sayExtrapolated(ordered)
  const figure = (text: string, value: number, unit: string, ucumCode: string) => ({
    code: { text },
    valueQuantity: { value, unit, system: ucum, code: ucumCode },
  })
  const components = [
    ...(cq === null
      ? []
      : [isTime ? figure('Tt', cq, 'min', 'min') : figure('Cq', cq, 'cycles', '{cycle}')]),
    ...tm.map((value) => figure('Tm', value, '°C', 'Cel')),
    ...(quantity === null
      ? []
      : [
          isFold
            ? figure('Fold', quantity, 'fold', '1')
            : {
                ...figure('Quantity', quantity, 'copies', '{copies}'),
                ...(extrapolated && { interpretation: [sayOffScale(extrapolated.isLow)] }),
              },
        ]),
  ]
  return {
    resourceType: 'Observation',
    id,
    status,
    code: { ...conceptOf(order), text: target },
    specimen: { reference: '#specimen' },
    ...(code ? sayInSnomed(code) : sayAbsent('Invalid measurement')),
    ...(comment !== null && { note: [{ text: comment }] }),
    ...(components.length > 0 && { component: components }),
  }
}

/** Write a genotype as HL7's guide for genomics reporting does, beside the code of the test that ordered it. */
function writeGenotype(
  { place, call, alleles }: OrderedGenotype,
  id: string,
  status: string,
  order: SampleOrder | undefined,
) {
  const { code, text: display } = genotypeCode
  const ordered = conceptOf(order)?.coding ?? []
  return {
    resourceType: 'Observation',
    id,
    status,
    code: { coding: [...ordered, { system: 'http://loinc.org', code, display }], text: place },
    specimen: { reference: '#specimen' },
    ...(call === 'called'
      ? { valueCodeableConcept: { text: alleles } }
      : call === 'review'
        ? sayInSnomed(callCodes.review)
        : sayAbsent('Nothing amplified')),
  }
}

function sayInSnomed({ code, text }: { code: string; text: string }) {
  const coding = [{ system: 'http://snomed.info/sct', code, display: text }]
  return { valueCodeableConcept: { coding, text } }
}

function sayOffScale(isLow: boolean) {
  const system = 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation'
  const coding = isLow
    ? { system, code: '<', display: 'Off scale low' }
    : { system, code: '>', display: 'Off scale high' }
  return { coding: [coding] }
}

function sayAbsent(text: string) {
  const system = 'http://terminology.hl7.org/CodeSystem/data-absent-reason'
  return { dataAbsentReason: { coding: [{ system, code: 'error', display: 'Error' }], text } }
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
