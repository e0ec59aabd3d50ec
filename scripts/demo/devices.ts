import type { operatorCalls } from '../../domain/calls/operator.ts'
import type * as v from 'valibot'
import { foodSwarm, labSwarm } from './companies.ts'

type DemoDevice = v.InferOutput<typeof operatorCalls.createDevice.body>['device']

/** The three simulated devices; their cartridges have 96, 16 and 36 wells. */
export const devices: readonly DemoDevice[] = [
  {
    uuid: '5e0b7d12-3c49-4e6f-9d28-c1a7b4e30096',
    hostname: 'bgate-0096',
    serial_no: 'BG-26-0096',
    name: 'bGATE Riva',
    deviceType: 'bgate',
    model: 'bGATE 96',
    bkernel_version: '2.9.4',
    cartridge_type: 'Wells96',
    wavelengths: ['FAM', 'VIC', 'ROX', 'CY5', 'QUASAR705'],
    swarms: [labSwarm, foodSwarm],
  },
  {
    uuid: '5e0b7d12-3c49-4e6f-9d28-c1a7b4e30016',
    hostname: 'bcube-0016',
    serial_no: 'BC-25-0016',
    name: 'bCUBE Nord',
    deviceType: 'bcube',
    model: 'bCUBE 16',
    bkernel_version: '2.9.4',
    cartridge_type: 'Wells16',
    wavelengths: ['FAM', 'VIC', 'ROX', 'CY5'],
    swarms: [labSwarm],
  },
  {
    uuid: '5e0b7d12-3c49-4e6f-9d28-c1a7b4e30036',
    hostname: 'bcube-0036',
    serial_no: 'BC-25-0036',
    name: 'bCUBE Sud',
    deviceType: 'bcube',
    model: 'bCUBE 36',
    bkernel_version: '2.8.2',
    cartridge_type: 'Wells36',
    wavelengths: ['FAM', 'VIC', 'ROX', 'CY5'],
    swarms: [labSwarm, foodSwarm],
  },
]
