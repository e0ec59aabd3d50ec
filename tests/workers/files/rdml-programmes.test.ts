import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wavelengths } from '../../../domain/catalog/wavelengths.ts'
import { Fault } from '../../../domain/fault.ts'
import { writeRdmlProgramme } from '../../../workers/files/rdml/write-method.ts'
import { readProgrammes } from '../../../workers/files/rdml/read-programmes.ts'
import { draftOf, processOf } from '../../../web/screens/methods/process/draft/draft.ts'
import { programmes } from '../../support/drawn-programmes.ts'

const writer = { software: 'test', version: '1', made: null }
const bytesOf = (text: string) => new TextEncoder().encode(text)
const document = (inside: string) =>
  bytesOf(`<rdml xmlns="http://www.rdml.org" version="1.3">${inside}</rdml>`)

test('any programme that is edited, written as RDML and read again is the same', () => {
  fc.assert(
    fc.property(programmes, (process) => {
      const tabled = processOf(draftOf({ name: 'a', swarm_uuid: null, process }))
      const { bytes, notices } = writeRdmlProgramme({ name: 'Any', process: tabled }, writer)
      const [read, ...others] = readProgrammes('any.rdml', bytes)
      expect(others).toEqual([])
      expect(read?.steps).toEqual(process.steps)
      expect(read?.lid_temperature).toBe(process.lid_temperature)
      expect(read?.leftOut).toEqual([])
      expect(new Set(read?.channels)).toEqual(
        new Set(process.channels.map(({ wavelength }) => wavelength)),
      )
      // Expect notices for the settings that the format cannot hold, and for nothing else.
      const lost = process.channels.flatMap(({ wavelength, intensity, exposure }) => {
        const { Intensity, Exposure } = wavelengths[wavelength].settings
        return [
          ...(intensity === Intensity.default ? [] : ['intensity']),
          ...(exposure === Exposure.default ? [] : ['exposure']),
        ]
      })
      expect(notices.map(({ params }) => params['name'])).toEqual(lost)
    }),
  )
})

test('a part of a second has no place in the format and is named with its step', () => {
  const { notices } = writeRdmlProgramme(
    {
      name: 'short',
      process: {
        steps: [{ type: 'temperature', temperature: 60, duration: 0.5 }],
        channels: [{ wavelength: 'FAM', intensity: 100, exposure: 50 }],
        lid_temperature: 105,
      },
    },
    writer,
  )
  expect(notices).toMatchObject([
    {
      code: 'value_not_written',
      place: { path: 'step 1' },
      params: { name: 'duration', value: 0.5 },
    },
  ])
})

test('gradients, ramps and unknown dyes are left out by name, and several programmes are all there', () => {
  const [first, second] = readProgrammes(
    'two.xml',
    document(
      '<dye id="HEX"/><dye id="SYBR"/>' +
        '<thermalCyclingConditions id="one"><lidTemperature>99</lidTemperature>' +
        '<step><nr>2</nr><gradient><highTemperature>65</highTemperature><lowTemperature>55</lowTemperature><duration>30</duration></gradient></step>' +
        '<step><nr>1</nr><temperature><temperature>95</temperature><duration>10</duration><ramp>1.6</ramp></temperature></step>' +
        '</thermalCyclingConditions>' +
        '<thermalCyclingConditions id="two"><step><nr>1</nr><temperature><temperature>x</temperature></temperature></step></thermalCyclingConditions>',
    ),
  )
  expect(first).toEqual({
    name: 'one',
    steps: [
      { type: 'temperature', temperature: 95, duration: 10 },
      { type: 'temperature', temperature: 60, duration: 30 },
    ],
    lid_temperature: 99,
    channels: ['VIC'],
    leftOut: [
      { kind: 'dye', name: 'SYBR' },
      { kind: 'element', step: 1, name: 'ramp', value: '1.6' },
      { kind: 'gradient', step: 2, low: 55, high: 65 },
    ],
  })
  expect(second).toMatchObject({ name: 'two', steps: null, lid_temperature: null })
})

test('the programme of a real instrument is read', () => {
  const bytes = readFileSync(new URL('../../fixtures/files/BioRad_qPCR_melt.rdml', import.meta.url))
  const read = readProgrammes('BioRad_qPCR_melt.rdml', bytes)
  expect(read.length).toBeGreaterThan(0)
  expect(read[0]?.steps?.length).toBeGreaterThan(3)
})

test.each([
  ['a file without a programme', document('<dye id="FAM"/>'), 'file_without_programme'],
  ['a text', bytesOf('well;cq\nA1;20'), 'file_format_unknown'],
  ['another XML', bytesOf('<html/>'), 'rdml_root'],
  ['a damaged one', bytesOf('<rdml><step>'), 'xml_truncated'],
])('%s is refused with its reason', (_, bytes, reason) => {
  let fault: unknown
  try {
    readProgrammes('x', bytes)
  } catch (error) {
    fault = error
  }
  expect(fault).toBeInstanceOf(Fault)
  expect((fault as Fault).first.reason).toBe(reason)
})
