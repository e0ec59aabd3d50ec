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

/** Coding system of our own words (HL7 table 0396: names of local systems begin with 99). */
const local = '99BAPP'

/**
 * Write the results of ordered samples as HL7 v2.5.1, one message ORU^R01 for each sample, in UTF-8 with CR between
 * segments. Each order of the sample has its own OBR with the placer's number; its status is F if the run is signed, C if it is a
 * signed correction, whose results replace those before (HL7 tables 0085 and 0123), P if it is not signed, I for a sample that a
 * reviewer holds and X for one that was rejected. An invalid measurement is an observation without a value and with the status X. A
 * quantity beyond the standards has the flag < or > (HL7 table 0078) and a note.
 */
export function writeHl7Results(results: OrderedResults): Uint8Array {
  const messages = results.samples.map((sample, at) => writeMessage(results, sample, at))
  return new TextEncoder().encode(messages.map((segments) => `${segments.join('\r')}\r`).join(''))
}

function writeMessage(results: OrderedResults, sample: OrderedSample, at: number): string[] {
  const { hash, made } = results
  // Write at most 20 letters into MSH-10. The same answer sent again has the same number; one
  // that was signed or released since has another, or a receiver would drop it as a repetition.
  const second = Math.floor(Date.parse(made) / 1000).toString(36)
  const number = `${hash.slice(0, 8)}${second}${statusOf(results, sample)}${at + 1}`
  const header = [
    'MSH',
    '^~\\&',
    'bApp',
    '',
    '',
    '',
    time(made),
    '',
    'ORU^R01^ORU_R01',
    number,
    'P',
  ]
  return [
    [...header, '2.5.1', '', '', '', '', '', 'UNICODE UTF-8'].join('|'),
    ...sample.orders.flatMap((order, index) => writeOrder(results, sample, order, index)),
  ]
}

/** Return the state of the results of a sample (HL7 table 0123). */
function statusOf(
  { signed, correction }: OrderedResults,
  { held }: OrderedSample,
): 'I' | 'X' | 'C' | 'F' | 'P' {
  if (held === 'held') return 'I'
  if (held === 'rejected') return 'X'
  if (!signed) return 'P'
  return correction ? 'C' : 'F'
}

function writeOrder(
  results: OrderedResults,
  sample: OrderedSample,
  order: SampleOrder,
  index: number,
): string[] {
  const { analysis, started, made } = results
  const { targets, genotypes } = sample
  const status = statusOf(results, sample)
  const answersTest = orderOfResult(sample) !== undefined
  const test = [order.code ?? order.number, order.test ?? '', hl7System(order.system)]
    .map(escapeText)
    .join('^')
  const numbers = [escapeText(order.number), escapeText(analysis)]
  const answered = answersTest ? test : null
  const observations = [
    ...targets.flatMap((target, at) => listObservations(target, answered, `${at + 1}`, status)),
    ...genotypes.map((one, at) =>
      makeGenotype(one, answered, `${targets.length + at + 1}`, status),
    ),
  ]
  return [
    segment('ORC', { 1: 'RE', 2: numbers[0], 3: numbers[1] }),
    segment('OBR', {
      1: `${index + 1}`,
      2: numbers[0],
      3: numbers[1],
      4: test,
      7: time(started ?? made),
      22: time(made),
      25: status,
    }),
    note(sayOrigin(results)),
    ...observations.flatMap(({ comment, ...fields }, at) => [
      segment('OBX', { 1: `${at + 1}`, ...fields }),
      ...(comment === undefined ? [] : [note(comment)]),
    ]),
    segment('SPM', { 1: '1', 2: escapeText(order.specimen) }),
  ]
}

/** Write all digits of a number, without the exponent that the type NM does not have (HL7 v2, chapter 2A). */
function writePlain(value: number): string {
  const [, sign = '', whole = '', part = '', power] =
    /^(-?)(\d)\.?(\d*)e([+-]\d+)$/.exec(String(value)) ?? []
  if (power === undefined) return String(value)
  const point = 1 + Number(power)
  const digits = `${whole}${part}`
  return point > 0
    ? `${sign}${digits.padEnd(point, '0')}`
    : `${sign}0.${'0'.repeat(-point)}${digits}`
}

/** Fields of an OBX segment by their number, and the note that follows it. */
type Observation = Record<number, string> & { comment?: string }

/** List the OBX segments of a target: its call under the ordered test if it answers that one, then its figures. */
function listObservations(
  ordered: OrderedTarget,
  test: string | null,
  subId: string,
  status: string,
): Observation[] {
  const { target, call, cq, isTime, tm, quantity, isFold, extrapolated } = ordered
  const name = escapeText(target)
  const code = callCodes[call]
  const comment = sayExtrapolated(ordered)
  const number = (word: string, value: number, unit: string): Observation => ({
    2: 'NM',
    3: `${word}^${word} ${name}^${local}`,
    4: subId,
    5: writePlain(value),
    6: `${unit}^^UCUM`,
    11: status,
  })
  return [
    {
      2: 'CWE',
      3: test ?? `${name}^${name}^${local}`,
      4: subId,
      5: code ? `${code.code}^${code.text}^SCT^${call}^${code.text}^${local}` : '',
      11: code ? status : 'X',
    },
    ...(cq === null ? [] : [isTime ? number('Tt', cq, 'min') : number('Cq', cq, '{cycle}')]),
    ...tm.map((value) => number('Tm', value, 'Cel')),
    ...(quantity === null
      ? []
      : [
          {
            ...(isFold ? number('Fold', quantity, '1') : number('Quantity', quantity, '{copies}')),
            ...(extrapolated && { 8: extrapolated.isLow ? '<' : '>' }),
            ...(comment !== null && { comment }),
          },
        ]),
  ]
}

/**
 * Make the OBX segment of a genotype: its alleles as a text, `G/A`, under the ordered test if it answers that one. Where nothing
 * amplified it has no value, as an invalid measurement.
 */
function makeGenotype(
  { place, call, alleles }: OrderedGenotype,
  test: string | null,
  subId: string,
  status: string,
): Observation {
  const name = escapeText(place)
  const { code, text } = genotypeCode
  const { review } = callCodes
  return {
    2: call === 'called' ? 'ST' : 'CWE',
    3: test ?? `${code}^${text}^LN^${name}^${name}^${local}`,
    4: subId,
    5:
      call === 'called'
        ? escapeText(alleles ?? '')
        : call === 'review'
          ? `${review.code}^${review.text}^SCT^review^${review.text}^${local}`
          : '',
    11: call === 'not_amplified' ? 'X' : status,
  }
}

/** Write a note of the laboratory on the segment before it. */
function note(text: string): string {
  return segment('NTE', { 1: '1', 2: 'L', 3: escapeText(text) })
}

/** Write a segment from its fields by their number; missing ones are empty. */
function segment(name: string, fields: Readonly<Record<number, string | undefined>>): string {
  const last = Math.max(...Object.keys(fields).map(Number))
  return [name, ...Array.from({ length: last }, (_, at) => fields[at + 1] ?? '')].join('|')
}

function hl7System(system = ''): string {
  return codeSystems.find(({ fhir }) => fhir === system)?.hl7 ?? system
}

/** Write a moment as HL7 v2 does, in UTC. */
function time(moment: string): string {
  return `${moment.replaceAll(/\D/g, '').slice(0, 14)}+0000`
}

/** Escape the separators of a message (HL7 v2.5.1, 2.7), and write line ends as blanks. */
function escapeText(text: string): string {
  const codes: Readonly<Record<string, string>> = {
    '\\': 'E',
    '|': 'F',
    '^': 'S',
    '&': 'T',
    '~': 'R',
  }
  return text
    .replaceAll(/[\r\n\t]/g, ' ')
    .replaceAll(/[\\|^&~]/g, (letter) => `\\${codes[letter] ?? ''}\\`)
}
