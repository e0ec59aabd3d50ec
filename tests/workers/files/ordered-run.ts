import HL7 from 'hl7-standard'
import type { Analysis } from '../../../domain/entities/analysis.ts'
import type { SampleOrder } from '../../../domain/entities/sample-order.ts'
import type { CallName, GenotypeResult, Results } from '../../../domain/results.ts'
import { collectOrdered } from '../../../workers/files/answers/collect-ordered.ts'
import { writeFhirResults } from '../../../workers/files/answers/write-fhir.ts'
import { writeHl7Results } from '../../../workers/files/answers/write-hl7.ts'
import { uuidOf } from '../../support/uuid-of.ts'

export const hash = 'a'.repeat(64)
export const order = (
  sample: string,
  number: string,
  extra: Partial<SampleOrder> = {},
): SampleOrder => ({
  form: 'hl7',
  sample,
  specimen: sample,
  number,
  code: '94500-6',
  system: 'LN',
  test: 'SARS-CoV-2 RNA',
  ...extra,
})

/** Parts of an ordered run that differ from a plain signed one. */
export interface Made {
  calls?: CallName[]
  names?: string[]
  held?: 'held' | 'rejected'
  signed?: boolean
  targets?: string[]
  orders?: (sample: string, at: number) => SampleOrder[]
  /** Make it the second version of the run with id 8. */
  corrects?: boolean
  /** Genotypes of the wells of the first sample at the place `rs6025`, whose alleles are the targets G and A. */
  genotypes?: Partial<GenotypeResult>[]
  /** Quantity of each target, by the standards unless it is a fold of the calibrator. */
  quantity?: number
  isFold?: boolean
  /** Lowest and highest standard of each target. */
  standards?: [lowest: number, highest: number]
}

/** Make a run of ordered samples, with the fields of a record and of results that an answer is made of. */
export function makeRun({
  calls = ['detected'],
  names = calls.map((_, at) => `S-${at + 1}`),
  held,
  signed = true,
  targets = ['ORF1'],
  orders = (sample, at) => [order(sample, `P${at + 1}`)],
  corrects = false,
  genotypes = [],
  quantity,
  isFold = false,
  standards,
}: Made = {}): { record: Analysis; results: Results } {
  const samples = names.map((name, at) => ({
    uuid: uuidOf(at + 1),
    name,
    sample_type: 'unknown' as const,
    coordinates: [`A${at + 1}`],
    orders: orders(name, at),
  }))
  const record = {
    uuid: uuidOf(9),
    name: 'Run | 7',
    samples,
    started_at: '2026-11-27T08:00:00.000Z',
    created_at: '2026-11-27T07:00:00.000Z',
    results: [{ computed_at: '2026-11-27T09:00:00.000Z', hash }],
    signature: signed ? { printed_name: 'Rita Review', at: '2026-11-27T10:00:00.000Z' } : null,
    ...(corrects && {
      corrects: uuidOf(8),
      version: 2,
      correction_reason: 'The threshold | was wrong',
    }),
    sample_reviews: held ? [{ sample_uuid: uuidOf(1), verdict: held, reason: 'Label' }] : [],
  }
  const results = {
    engine: { name: 'bapp', version: '1.9.0' },
    evaluation: {
      genotypes: [{ name: 'rs6025', alleles: ['G', 'A'] }],
      quantification: { method: isFold ? 'relative' : 'standard_curve' },
    },
    assays: targets.map((target) => ({
      target,
      standard_curve: standards
        ? { lowest: Math.log10(standards[0]), highest: Math.log10(standards[1]) }
        : null,
    })),
    genotypes: genotypes.map((one) => ({
      name: 'rs6025',
      sample_uuid: uuidOf(1),
      doubt: null,
      ...one,
    })),
    samples: samples.flatMap((sample, at) =>
      targets.map((target) => ({
        sample_uuid: sample.uuid,
        target,
        call: calls[at],
        wells: sample.coordinates,
        cq_mean: calls[at] === 'detected' ? 23.41 : null,
        quantity: quantity === undefined ? null : { value: quantity, low: null, high: null },
      })),
    ),
    wells: samples.flatMap((sample) =>
      targets.map((target) => ({
        well: sample.coordinates[0],
        sample_uuid: sample.uuid,
        target,
        melt: [{ tm: 81.234, height: 1, width: null }],
      })),
    ),
  }
  return { record: record as unknown as Analysis, results: results as unknown as Results }
}

function answer(made?: Made) {
  const { record, results } = makeRun(made)
  return collectOrdered(record, results, hash, made?.corrects ? uuidOf(8) : undefined)
}
/** Write the answer to the orders of a run as a file of HL7 v2. */
export const hl7Of = (made?: Made) => new TextDecoder().decode(writeHl7Results(answer(made)))
/** Write it as a bundle of FHIR. */
export const fhirOf = (made?: Made) =>
  JSON.parse(new TextDecoder().decode(writeFhirResults(answer(made)))) as {
    entry: { resource: Record<string, unknown> & { contained: unknown[] } }[]
  }

/** Read a file of messages by another library than ours. */
export function readAnswers(text: string): HL7[] {
  return text
    .split(/\r(?=MSH)/)
    .filter(Boolean)
    .map((message) => {
      const read = new HL7(message)
      read.transform()
      return read
    })
}
