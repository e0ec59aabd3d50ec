import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import HL7 from 'hl7-standard'
import { cartridges } from '../../../domain/catalog/cartridges.ts'
import type { Sample } from '../../../domain/entities/analysis.ts'
import { ordersOf, SampleOrder } from '../../../domain/entities/sample-order.ts'
import { Fault } from '../../../domain/fault.ts'
import { wellName } from '../../../domain/rules/well.ts'
import * as v from 'valibot'
import type { ListTarget } from '../../../workers/files/sample-list/list-wish.ts'
import { createListSession } from '../../../workers/files/sample-list/list-session.ts'
import { firstListSettings } from '../../../workers/files/sample-list/list-settings.ts'

const shape = cartridges.Wells9
const control: Sample = {
  uuid: '00000000-0000-4000-8000-000000000001',
  name: 'NTC',
  sample_type: 'ntc',
  coordinates: ['A2'],
}
const placeholder: Sample = {
  uuid: '00000000-0000-4000-8000-000000000002',
  name: 'Sample 1',
  sample_type: 'unknown',
  coordinates: ['A1'],
}
const target: ListTarget = {
  shape,
  present: [placeholder, control],
  predefined: [],
  applications: null,
  order: Array.from({ length: 9 }, (_, at) => wellName(shape, at)),
}

function open(content: string, onto: Partial<ListTarget> = {}) {
  const session = createListSession()
  const wish = {
    type: 'fill' as const,
    settings: firstListSettings,
    target: { ...target, ...onto },
  }
  const bytes = new TextEncoder().encode(content)
  const told = { encoding: null, delimiter: null }
  const view = session.open({ name: 'orders.hl7', bytes }, wish, told, 'en')
  const outcomes = session
    .readRows('all', 0, 100)
    .map(({ outcome }) => (outcome.kind === 'left' ? outcome.reason : outcome.kind))
  return { session, view, outcomes }
}
const layoutOf = ({ view }: ReturnType<typeof open>) =>
  view.samples.map(({ name, coordinates }) => `${name}: ${coordinates.join(' ')}`)

const header = (kind: string) => `MSH|^~\\&|LIS|LAB|bApp|LAB|20261127080000||${kind}|M1|P|2.5.1`
const specimen = (number: string, role = 'P') => `SPM|1|${number}^^||SWAB|||||||${role}`
const order = (number: string, code: string, control_code = 'NW') =>
  `ORC|${control_code}|${number}\rOBR|1|${number}||${code}`
const patient = 'PID|1||MRN-55^^^LAB||Miller^Ann||19800101|F'
const sars = '94500-6^SARS-CoV-2 RNA^LN'

describe('orders in HL7 v2', () => {
  test('issue 20: specimens of OML^O33 fill the open wells in order and keep their orders', () => {
    const found = open(
      [header('OML^O33^OML_O33'), patient]
        .concat(specimen('S-1'), order('P1', sars), specimen('S-2'), order('P2', sars))
        .join('\r'),
    )
    expect(found.view).toMatchObject({ form: 'orders', counts: { taken: 2, left: 0 } })
    // Keep the well of the protocol's control; the placeholder of the layout gives way.
    expect(layoutOf(found)).toEqual(['NTC: A2', 'S-1: A1', 'S-2: A3'])
    const [, first] = found.view.samples
    expect(first?.orders).toEqual([
      {
        form: 'hl7',
        sample: 'S-1',
        specimen: 'S-1',
        number: 'P1',
        code: '94500-6',
        system: 'LN',
        test: 'SARS-CoV-2 RNA',
      },
    ])
    expect(v.is(SampleOrder, first?.orders?.[0])).toBe(true)
    expect(JSON.stringify(found.view)).not.toContain('Miller')
    expect(JSON.stringify(found.view)).not.toContain('MRN-55')
  })

  test('issue 20: several tests of one specimen share its well; OML^O21 and ORM name the specimen later or not at all', () => {
    const two = [
      header('OML^O33'),
      specimen('S-1'),
      order('P1', sars),
      order('P2', 'FLU^Influenza'),
    ]
    const both = open(two.join('\n'))
    expect(layoutOf(both)).toEqual(['NTC: A2', 'S-1: A1'])
    expect(both.view.samples[1]?.orders?.map(({ number }) => number)).toEqual(['P1', 'P2'])
    const later = [header('OML^O21'), patient, order('P1', sars), specimen('S-9')]
    expect(layoutOf(open(later.join('\r\n')))).toEqual(['NTC: A2', 'S-9: A1'])
    const older = [header('ORM^O01'), patient, order('4711', sars)]
    expect(layoutOf(open(older.join('\r')))).toEqual(['NTC: A2', '4711: A1'])
  })

  test('issue 20: messages that order nothing and orders that were taken back are rows with their reason', () => {
    const file = [
      [header('ADT^A01'), patient],
      [header('OML^O33'), specimen('S-1'), order('P1', sars), specimen('S-2'), order('P2', sars)],
      [header('OML^O33'), specimen('S-2'), order('P2', sars, 'CA')],
      [header('OML^O33'), patient],
      [header('OML^O33'), 'SPM|1||', order('P3', sars)],
    ]
    const framed = file.map((lines) => `\u000b${lines.join('\r')}\r\u001c\r`).join('')
    const found = open(framed)
    expect(found.outcomes).toEqual([
      'csv_order_none',
      'taken',
      'csv_order_cancelled',
      'csv_order_cancelled',
      'csv_order_none',
      'csv_name_missing',
    ])
    expect(layoutOf(found)).toEqual(['NTC: A2', 'S-1: A1'])
  })

  test('issue 20: an order for another application is held, by its name or its code', () => {
    const flu = 'FLU-A^Influenza A^L'
    const text = [header('OML^O33')].concat(
      specimen('S-1'),
      order('P1', sars),
      specimen('S-2'),
      order('P2', flu),
    )
    const by = (applications: string[]) => open(text.join('\r'), { applications }).outcomes
    expect(by(['sars-cov-2 rna'])).toEqual(['taken', 'csv_other_application'])
    expect(by(['94500-6'])).toEqual(['taken', 'csv_other_application'])
    expect(by(['LN|94500-6', 'FLU-A'])).toEqual(['taken', 'taken'])
  })

  test('issue 20: a plate that is full holds the rest, and a name typed by hand has no order', () => {
    const lines = Array.from({ length: 9 }, (_, at) => [specimen(`S-${at}`), order(`P${at}`, sars)])
    const found = open([header('OML^O33'), ...lines.flat()].join('\r'))
    expect(found.outcomes).toEqual([
      ...Array.from({ length: 8 }, () => 'taken'),
      'csv_no_well_left',
    ])
    const view = found.session.change({ kind: 'cell', row: 2, column: 'name', text: 'Other' })
    expect(view.samples.find(({ name }) => name === 'Other')).toMatchObject({ coordinates: ['A1'] })
    expect(view.samples.find(({ name }) => name === 'Other')?.orders).toBeUndefined()
  })

  test('issue 20: texts of another HL7 library come through, whatever separators and letters they have', () => {
    const word = fc.stringMatching(/^[A-Z0-9][A-Za-z0-9 |^&~\\äß-]{0,14}[A-Za-z0-9]$/)
    fc.assert(
      fc.property(word, word, word, (number, placer, name) => {
        const message = new HL7('')
        message.createSegment('MSH')
        message.set('MSH', {
          'MSH.2': '^~\\&',
          ...Object.fromEntries([3, 4, 5, 6, 7, 8].map((field) => [`MSH.${field}`, ''])),
          'MSH.9': { 'MSH.9.1': 'OML', 'MSH.9.2': 'O33' },
        })
        message.createSegment('SPM')
        message.set('SPM.2', { 'SPM.2.1': escape(number) })
        message.createSegment('ORC')
        message.set('ORC', { 'ORC.1': 'NW', 'ORC.2': escape(placer) })
        message.createSegment('OBR')
        message.set('OBR.4', { 'OBR.4.1': 'X1', 'OBR.4.2': escape(name) })
        const { view } = open(message.build())
        expect(view.samples.find(({ orders }) => orders)).toMatchObject({
          name: number,
          orders: [{ specimen: number, number: placer, code: 'X1', test: name }],
        })
      }),
      { numRuns: 100 },
    )
  })

  test('issue 20: no text makes the reader of messages fail, and none is lost without a row', () => {
    const line = fc.constantFrom(
      header('OML^O33'),
      header('ACK'),
      specimen('S-1'),
      order('P1', sars),
      'OBR|1',
      'ORC',
      'SPM',
      'ZZZ|1|\\X4',
      '\u000b',
      '',
      '|||',
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const { view } = open([header('OML^O33'), ...lines].join('\r'))
        expect(view.counts.rows).toBeGreaterThan(0)
        expect(view.counts.taken + view.counts.left).toBe(view.counts.rows)
      }),
      { numRuns: 200 },
    )
  })
})

/** Write the separators of a message as HL7 v2.5.1, 2.7 asks its writers to. */
function escape(text: string): string {
  const codes: Readonly<Record<string, string>> = {
    '\\': 'E',
    '|': 'F',
    '^': 'S',
    '&': 'T',
    '~': 'R',
  }
  return text.replaceAll(/[\\|^&~]/g, (letter) => `\\${codes[letter]}\\`)
}

const request = (id: string, extra: object = {}) => ({
  resourceType: 'ServiceRequest',
  id,
  status: 'active',
  intent: 'order',
  identifier: [{ system: 'urn:lab', value: `R-${id}` }],
  code: { coding: [{ system: 'http://loinc.org', code: '94500-6', display: 'SARS-CoV-2 RNA' }] },
  subject: { reference: 'Patient/7', display: 'Ann Miller' },
  ...extra,
})
const bundle = (...resources: object[]) =>
  JSON.stringify({
    resourceType: 'Bundle',
    type: 'collection',
    entry: resources.map((resource) => ({ resource })),
  })

describe('orders in FHIR', () => {
  test('issue 20: requests of a bundle become samples by the number of their specimen', () => {
    const found = open(
      bundle(
        { resourceType: 'Patient', id: '7', name: [{ family: 'Miller' }] },
        { resourceType: 'Specimen', id: 's1', accessionIdentifier: { value: 'S-1' } },
        request('1', { specimen: [{ reference: 'Specimen/s1' }] }),
        request('2', {
          contained: [{ resourceType: 'Specimen', id: 'own', identifier: [{ value: 'S-2' }] }],
          specimen: [{ reference: '#own' }],
        }),
        request('3', { specimen: [{ identifier: { value: 'S-3' } }] }),
      ),
    )
    expect(layoutOf(found)).toEqual(['NTC: A2', 'S-1: A1', 'S-2: A3', 'S-3: B1'])
    expect(found.view.samples[1]?.orders).toEqual([
      {
        form: 'fhir',
        sample: 'S-1',
        specimen: 'S-1',
        number: 'R-1',
        code: '94500-6',
        system: 'http://loinc.org',
        test: 'SARS-CoV-2 RNA',
        reference: 'ServiceRequest/1',
      },
    ])
    expect(JSON.stringify(found.view)).not.toContain('Miller')
  })

  test('issue 20: R5 requests, references by fullUrl and requests that ended or name no specimen', () => {
    const concept = { text: 'Influenza A', coding: [{ code: 'FLU-A' }] }
    const text = JSON.stringify({
      resourceType: 'Bundle',
      type: 'message',
      entry: [
        {
          fullUrl: 'urn:uuid:1',
          resource: { resourceType: 'Specimen', identifier: [{ value: 'S-1' }] },
        },
        {
          fullUrl: 'urn:uuid:2',
          resource: request('1', {
            id: undefined,
            code: { concept },
            specimen: [{ reference: 'urn:uuid:1' }],
          }),
        },
        { resource: request('2', { status: 'revoked', specimen: [{ display: 'S-2' }] }) },
        { resource: request('3') },
      ],
    })
    const found = open(text)
    expect(found.outcomes).toEqual(['taken', 'csv_order_cancelled', 'csv_name_missing'])
    expect(found.view.samples[1]?.orders?.[0]).toMatchObject({
      code: 'FLU-A',
      test: 'Influenza A',
      reference: 'urn:uuid:2',
    })
  })

  test('issue 20: a resource that orders nothing is held; what is no resource is refused', () => {
    expect(open(bundle({ resourceType: 'Patient', id: '7' })).outcomes).toEqual(['csv_order_none'])
    expect(open(JSON.stringify({ resourceType: 'Observation' })).outcomes).toEqual([
      'csv_order_none',
    ])
    for (const text of [
      '{"resourceType": 7}',
      '{"resourceType":"Bundle"',
      '{"resourceType":"Bundle","entry":7}',
    ]) {
      expect(() => open(text)).toThrow(Fault)
    }
  })
})

test('issue 20: a sample that is renamed has no orders any more', () => {
  const one = {
    form: 'hl7' as const,
    sample: 'S-1',
    specimen: 'S-1',
    number: 'P1',
  }
  expect(ordersOf({ name: 'S-1', orders: [one] })).toEqual([one])
  expect(ordersOf({ name: 'S-2', orders: [one] })).toEqual([])
  expect(ordersOf({ name: 'S-1' })).toEqual([])
})
