import { describe, expect, test } from 'vitest'
import { cartridges } from '../../../domain/catalog/cartridges.ts'
import { mostOrders } from '../../../domain/entities/sample-order.ts'
import { wellName } from '../../../domain/rules/well.ts'
import { createListSession } from '../../../workers/files/sample-list/list-session.ts'
import { firstListSettings } from '../../../workers/files/sample-list/list-settings.ts'

const shape = cartridges.Wells9

/** Open a file of orders onto an empty cartridge of nine wells. */
function open(content: string, changes: Partial<typeof firstListSettings> = {}) {
  const session = createListSession()
  const order = Array.from({ length: 9 }, (_, at) => wellName(shape, at))
  const target = { shape, present: [], predefined: [], applications: null, order }
  const wish = { type: 'fill' as const, settings: { ...firstListSettings, ...changes }, target }
  const bytes = new TextEncoder().encode(content)
  const told = { encoding: null, delimiter: null }
  const { samples } = session.open({ name: 'orders.hl7', bytes }, wish, told, 'en')
  const outcomes = session
    .readRows('all', 0, 100)
    .map(({ outcome }) => (outcome.kind === 'left' ? outcome.reason : outcome.kind))
  const layout = samples.map(({ name, coordinates, orders = [] }) => [
    name,
    coordinates.join(' '),
    orders.map(({ number }) => number).join(' '),
  ])
  return { layout, outcomes, samples }
}

const header = 'MSH|^~\\&|LIS|LAB|bApp|LAB|20261127080000||OML^O33^OML_O33|M1|P|2.5.1'
const hl7 = (...segments: string[]) => [header, ...segments].join('\r')
const request = (id: string, extra: object = {}) => ({
  resourceType: 'ServiceRequest',
  id,
  status: 'active',
  intent: 'order',
  identifier: [{ value: `R-${id}` }],
  specimen: [{ identifier: { value: `S-${id}` } }],
  ...extra,
})
const bundle = (...resources: object[]) =>
  JSON.stringify({ resourceType: 'Bundle', entry: resources.map((resource) => ({ resource })) })

describe('fourteenth attack A14-3: two specimens never become one sample', () => {
  test('whose references in FHIR have the same words and no number', () => {
    const swab = { specimen: [{ display: 'Nasopharyngeal swab of Ann Miller' }] }
    const found = open(bundle(request('1', swab), request('2', swab)))
    expect(found.outcomes).toEqual(['csv_name_missing', 'csv_name_missing'])
    expect(found.layout).toEqual([])
  })

  test('that share an accession in FHIR: they have their own numbers', () => {
    const specimen = (id: string, own: string) => ({
      resourceType: 'Specimen',
      id,
      accessionIdentifier: { value: 'A-7' },
      identifier: [{ value: own }],
    })
    const of = (id: string) => ({ specimen: [{ reference: `Specimen/${id}` }] })
    const both = [specimen('a', 'A-7-1'), specimen('b', 'A-7-2')]
    const found = open(bundle(...both, request('1', of('a')), request('2', of('b'))))
    expect(found.layout).toEqual([
      ['A-7-1', 'A1', 'R-1'],
      ['A-7-2', 'A2', 'R-2'],
    ])
    const one = open(bundle(...both, request('1', of('a')), request('2', of('a'))))
    expect(one.layout).toEqual([['A-7', 'A1', 'R-1 R-2']])
  })

  test('whose numbers differ in case, or only in what is cleansed from them', () => {
    const two = hl7('SPM|1|s-1^', 'ORC|NW|P1', 'OBR|1|P1||X', 'SPM|2|S-1^', 'ORC|NW|P2')
    expect(open(two).layout).toEqual([
      ['s-1', 'A1', 'P1'],
      ['S-1', 'A2', 'P2'],
    ])
    const alike = hl7('SPM|1|12-3^', 'ORC|NW|P1', 'SPM|2|1-23^', 'ORC|NW|P2')
    const found = open(alike, { cleanse: '-', replace_with: '' })
    expect(found.outcomes).toEqual(['taken', 'csv_specimen_alike'])
    expect(found.layout).toEqual([['123', 'A1', 'P1']])
  })

  test('of one order in OML^O21, where several follow it', () => {
    const text = hl7('ORC|NW|P1', 'OBR|1|P1||X', 'SPM|1|S-1^', 'SPM|2|S-2^')
    expect(open(text).layout).toEqual([
      ['S-1', 'A1', 'P1'],
      ['S-2', 'A2', 'P1'],
    ])
  })
})

describe('A29-4: a specimen is not taken for that of another laboratory', () => {
  const specimen = (at: string, own: string) => ({
    fullUrl: `${at}/Specimen/1`,
    resource: { resourceType: 'Specimen', id: '1', identifier: [{ value: own }] },
  })
  const of = (at: string, id: string, reference = 'Specimen/1') => ({
    fullUrl: `${at}/ServiceRequest/${id}`,
    resource: request(id, { specimen: [{ reference }] }),
  })
  const gather = (...entry: object[]) => open(JSON.stringify({ resourceType: 'Bundle', entry }))
  const [one, other] = ['https://one.example/fhir', 'https://other.example/fhir']

  test('where a FHIR bundle has resources of two servers with the same id', () => {
    const both = [specimen(one, 'S-1'), specimen(other, 'S-2')]
    expect(gather(...both, of(one, 'a'), of(other, 'b')).layout).toEqual([
      ['S-1', 'A1', 'R-a'],
      ['S-2', 'A2', 'R-b'],
    ])
    expect(gather(...both, of('https://third.example', 'a')).outcomes).toEqual(['csv_name_missing'])
    expect(gather(specimen(one, 'S-1'), of(one, 'a', `${other}/Specimen/1`)).outcomes).toEqual([
      'csv_name_missing',
    ])
    const version = `${one}/Specimen/1/_history/3`
    expect(gather(specimen(one, 'S-1'), of(other, 'a', version)).layout).toEqual([
      ['S-1', 'A1', 'R-a'],
    ])
  })

  test('whose number is the same in FHIR or HL7 v2', () => {
    const numbered = (system: string | undefined) => ({
      specimen: [{ identifier: { ...(system && { system }), value: '7' } }],
    })
    const requests = ['urn:one', undefined, 'urn:one', 'urn:other'].map((system, at) =>
      request(String(at), numbered(system)),
    )
    const fhir = open(bundle(...requests))
    expect(fhir.outcomes).toEqual(['taken', 'taken', 'taken', 'csv_specimen_alike'])
    expect(fhir.layout).toEqual([['7', 'A1', 'R-0 R-1 R-2']])
    const message = hl7('SPM|1|7&ONE^', 'ORC|NW|P1', 'SPM|2|7&OTHER^', 'ORC|NW|P2')
    expect(open(message).outcomes).toEqual(['taken', 'csv_specimen_alike'])
    const older = `${header.replace('OML^O33^OML_O33', 'ORM^O01')}\rORC|NW|7^ONE\rORC|NW|7^OTHER`
    expect(open(older).outcomes).toEqual(['taken', 'csv_specimen_alike'])
  })
})

describe('fourteenth attack A14-4: an invalid order is not measured', () => {
  test('in FHIR: forbidden, on hold, a draft, a plan, or under a condition that is not known', () => {
    const reasons = [
      [{ doNotPerform: true }, 'csv_order_cancelled'],
      [{ status: 'on-hold' }, 'csv_order_cancelled'],
      [{ status: 'draft' }, 'csv_order_none'],
      [{ intent: 'plan' }, 'csv_order_none'],
      [{ modifierExtension: [{ url: 'urn:x', valueBoolean: true }] }, 'csv_order_unclear'],
    ] as const
    for (const [extra, reason] of reasons) {
      const found = open(bundle(request('1', extra), request('2')))
      expect([extra, found.outcomes]).toEqual([extra, [reason, 'taken']])
    }
  })

  test('in HL7 v2: by the state of the order, or as the replaced one of two', () => {
    const ended = ['SPM|1|S-1^', 'ORC|SC|P1|||CA', 'SPM|2|S-2^', 'ORC|SC|P2|||CM']
    const replaced = ['SPM|3|S-3^', 'ORC|RP|P3', 'ORC|RO|P4', 'OBR|1|P4||X']
    const found = open(hl7(...ended, ...replaced))
    expect(found.outcomes).toEqual([
      'csv_order_cancelled',
      'csv_order_cancelled',
      'csv_order_cancelled',
      'taken',
    ])
    expect(found.layout).toEqual([['S-3', 'A1', 'P4']])
  })
})

describe('fourteenth attack A14-5: an order is kept whole or not at all', () => {
  test('one whose number would be cut off or has control characters is left out with its reason', () => {
    const long = 'P'.repeat(121)
    const text = hl7(
      'SPM|1|S-1^',
      `ORC|NW|${long}`,
      'SPM|2|S-2^',
      'ORC|NW|P\\X0D\\OBX',
      'ORC|NW|P3',
    )
    const found = open(text)
    expect(found.outcomes).toEqual(['csv_order_unclear', 'csv_order_unclear', 'taken'])
    expect(found.layout).toEqual([['S-2', 'A2', 'P3']])
  })

  test('the orders that a sample cannot keep are left out by their rows, and a repeated message counts once', () => {
    const orders = Array.from({ length: mostOrders + 1 }, (_, at) => `ORC|NW|P${at}`)
    const found = open(hl7('SPM|1|S-1^', ...orders))
    expect(found.outcomes.filter((one) => one === 'taken')).toHaveLength(mostOrders)
    expect(found.outcomes.at(-1)).toBe('csv_orders_many')
    const message = hl7('SPM|1|S-1^', 'ORC|NW|P1', 'OBR|1|P1||X')
    expect(open(`${message}\r${message}`).layout).toEqual([['S-1', 'A1', 'P1']])
  })

  test('words that every object of the language has are words of the message', () => {
    const text = hl7('SPM|1|\\constructor\\^|||||||||constructor', 'ORC|NW|\\toString\\')
    expect(open(text).layout).toEqual([['\\constructor\\', 'A1', '\\toString\\']])
  })
})
