import { type Analysis, type Sample } from '../../../domain/entities/analysis.ts'
import { ordersOf, type SampleOrder } from '../../../domain/entities/sample-order.ts'
import { Fault } from '../../../domain/fault.ts'
import { type CallName, isTime, type Results } from '../../../domain/results.ts'
import { agreeGenotypes, releaseGenotypes, writeAlleles } from '../../../domain/rules/genotype.ts'
import { type Extrapolated, noteQuantity } from '../../../domain/rules/quantity-note.ts'
import { heldBack } from '../../../domain/rules/sample-review.ts'

/** Result of one target in one ordered sample, as a laboratory system takes it. */
export interface OrderedTarget {
  target: string
  call: CallName
  /** Mean Cq in cycles, or time to threshold in minutes; null where there is none. */
  cq: number | null
  isTime: boolean
  /** Melting temperatures in °C, of all wells, each once to a hundredth. */
  tm: number[]
  /** Copies per reaction, or the fold of the calibrator; null where the method does not quantify. */
  quantity: number | null
  isFold: boolean
  /** Copies beyond the standards; null where they are within, or are none. */
  extrapolated: Extrapolated | null
}

/** Genotype of an ordered sample at one place, over all its wells. */
export interface OrderedGenotype {
  place: string
  call: 'called' | 'not_amplified' | 'review'
  /** Its two alleles by the names of their targets, `G/A`; null unless it is called. */
  alleles: string | null
}

/** One sample that was ordered, with what may be said of it. */
export interface OrderedSample {
  sample: Sample
  orders: SampleOrder[]
  /** Decision of a reviewer that holds its results back: then it has no targets. */
  held: 'held' | 'rejected' | null
  /** Without those that are alleles of a place: by their Cq alone one could read another genotype. */
  targets: OrderedTarget[]
  genotypes: OrderedGenotype[]
}

/** Results of a run that answer the orders of laboratory systems. */
export interface OrderedResults {
  /** Id of the first version: the number by which a laboratory system finds the results that a correction replaces. */
  analysis: string
  name: string
  software: string
  hash: string
  /** Signed: the answer is final; else preliminary. */
  signed: { by: string; at: string } | null
  /** Correction by a later version: its answer replaces the one before, and is corrected rather than final. */
  correction: { version: number; reason: string } | null
  started: string | null
  /** Moment of the signature or, without one, of the calculation. */
  made: string
  samples: OrderedSample[]
}

/**
 * Collect the results of the samples that a laboratory system ordered. Orders that were read for another name are left
 * out, and so are controls and standards, whose results are not a patient's.
 * @param first id of the first version of the analysis.
 * @throws Fault `refused` with `no_orders` where no sample has an order.
 */
export function collectOrdered(
  record: Analysis,
  results: Results,
  hash: string,
  first = record.uuid,
): OrderedResults {
  const samples = record.samples
    .filter((sample) => sample.sample_type === 'unknown' && ordersOf(sample).length > 0)
    .map((sample) => collectSample(record, results, sample))
  if (samples.length === 0) {
    throw new Fault('refused', 'No sample has an order of a laboratory system', {
      reason: 'no_orders',
    })
  }
  const { signature } = record
  return {
    analysis: first,
    name: record.name,
    software: `${results.engine.name} ${results.engine.version}`,
    hash,
    signed: signature && { by: signature.printed_name, at: signature.at },
    correction:
      record.corrects === undefined
        ? null
        : { version: record.version ?? 2, reason: record.correction_reason ?? '' },
    started: record.started_at,
    made: signature?.at ?? record.results.at(-1)?.computed_at ?? record.created_at,
    samples,
  }
}

function collectSample(record: Analysis, results: Results, sample: Sample): OrderedSample {
  const held = heldBack(record, sample.uuid)?.verdict
  const orders = ordersOf(sample)
  if (held === 'held' || held === 'rejected')
    return { sample, orders, held, targets: [], genotypes: [] }
  const genotypes = collectGenotypes(results, sample)
  const alleles = new Set(genotypes.flatMap((one) => one.targets))
  const isFold = results.evaluation.quantification?.method === 'relative'
  const targets = results.samples
    .filter(({ sample_uuid, target }) => sample_uuid === sample.uuid && !alleles.has(target))
    .map((result): OrderedTarget => {
      const { target, call, cq_mean, quantity } = result
      const wells = results.wells.filter(
        (well) => well.sample_uuid === sample.uuid && well.target === target,
      )
      // Leave out the figures of an invalid measurement, which would be read as a result.
      if (call === 'invalid') {
        const none = { cq: null, isTime: false, tm: [], quantity: null, extrapolated: null }
        return { target, call, isFold, ...none }
      }
      const note = noteQuantity(result, results, record.samples)
      const tm = wells.flatMap(({ melt }) => melt.map((peak) => Math.round(100 * peak.tm) / 100))
      return {
        target,
        call,
        cq: cq_mean,
        isTime: wells.some(isTime),
        tm: [...new Set(tm)].sort((a, b) => a - b),
        quantity: quantity?.value ?? null,
        isFold,
        extrapolated: note?.code === 'extrapolated' ? note : null,
      }
    })
  return { sample, orders, held: null, targets, genotypes: genotypes.map(({ found }) => found) }
}

/** Collect the genotypes of a sample with the two targets that each is read from. */
function collectGenotypes(
  results: Results,
  sample: Sample,
): { found: OrderedGenotype; targets: readonly string[] }[] {
  const own = releaseGenotypes(results).filter(({ sample_uuid }) => sample_uuid === sample.uuid)
  return (results.evaluation.genotypes ?? []).flatMap(({ name, alleles }) => {
    const wells = own.filter((one) => one.name === name)
    if (wells.length === 0) return []
    const { call, genotype } = agreeGenotypes(wells)
    const written = genotype && writeAlleles(genotype, alleles)
    return [{ found: { place: name, call, alleles: written }, targets: alleles }]
  })
}

/**
 * Return the order whose test a result answers: where a sample has one target or one genotype, and all its orders are of one test. With several
 * tests nothing says which of them the result is of, so it carries its own name and no code of an order.
 */
export function orderOfResult({
  orders,
  targets,
  genotypes,
}: OrderedSample): SampleOrder | undefined {
  const tests = new Set(
    orders.map(({ code, system, test }) => JSON.stringify([code, system, test])),
  )
  return targets.length + genotypes.length === 1 && tests.size === 1 ? orders[0] : undefined
}

/**
 * Codes for calls: SNOMED CT has these three as results of tests. An invalid measurement is no result: it is said by the
 * status of the observation.
 */
export const callCodes = {
  detected: { code: '260373001', text: 'Detected' },
  not_detected: { code: '260415000', text: 'Not detected' },
  review: { code: '419984006', text: 'Inconclusive' },
  invalid: null,
} as const satisfies Record<CallName, { code: string; text: string } | null>

/** Code of LOINC for a genotype that is written as a text, as in HL7's guide for genomics reporting. */
export const genotypeCode = { code: '84413-4', text: 'Genotype display name' } as const

/** Say that copies are beyond the standards, for the reader of an answer. */
export function sayExtrapolated({ target, extrapolated }: OrderedTarget): string | null {
  if (!extrapolated) return null
  const { lowest, highest } = extrapolated
  return `${target}: quantity extrapolated, standards from ${lowest} to ${highest} copies`
}

/** Return the words that tell a reader of an answer where its results come from. */
export function sayOrigin({ name, hash, software, signed, correction }: OrderedResults): string {
  return [
    `${name}; result ${hash}; ${software}`,
    ...(signed ? [`signed by ${signed.by} at ${signed.at}`] : []),
    ...(correction
      ? [`version ${correction.version}, replaces earlier results: ${correction.reason}`]
      : []),
  ].join('; ')
}

/** Code systems by their names in HL7 v2 (table 0396) and their addresses in FHIR. */
export const codeSystems = [
  { hl7: 'LN', fhir: 'http://loinc.org' },
  { hl7: 'SCT', fhir: 'http://snomed.info/sct' },
  { hl7: 'UCUM', fhir: 'http://unitsofmeasure.org' },
] as const
