import { expect, test } from 'vitest'
import { readCartridge } from '../../web/screens/devices/calibration/read-cartridge.ts'

const head = [
  'serial: TC-1',
  'uuid: 00000000-0000-4000-8000-000000000001',
  'firmware_version: 1.2.3',
  'timestamp: 2026-11-20T19:38:53Z',
]

const read = (...lines: string[]) => readCartridge([...head, ...lines].join('\n'))

test('three temperatures of a line are a reading, with a comma or a point before the decimals', () => {
  expect(read('95,0; 95,1; 95,2', '60 60.1 60.2')).toMatchObject({
    cartridge: {
      readings: [
        { device_sensor: 95, probes: [95.1, 95.2] },
        { device_sensor: 60, probes: [60.1, 60.2] },
      ],
    },
  })
})

test.each(['95,,', '0x10 60 60', '1e999 60 60', '95 60', 'ninety 60 60'])(
  'A24-20: "%s" is no reading: its line is named, and no temperature becomes 0 or another number',
  (line) => {
    expect(read('60 60 60', line)).toEqual({ problem: 'row', line: 6, field: '' })
  },
)
