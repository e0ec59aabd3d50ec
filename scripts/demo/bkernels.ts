import type { Bkernel } from '../../domain/entities/bkernel.ts'
import { sha256, simulatedImage } from '../../devices/slots.ts'

type DemoBkernel = Omit<Bkernel, 'uuid' | 'created_at' | 'updated_at'>

const models = ['bGATE 96', 'bCUBE 16', 'bCUBE 36']

/** One is about to end, so that a device of the demonstration asks to be updated. */
const supportedUntil: Readonly<Record<string, string>> = { '2.8.2': '2027-03-01' }

/** Versions of the simulated devices' software, with the hash that a device checks them by. */
export const bkernels: readonly DemoBkernel[] = ['2.8.2', '2.9.4', '2.10.0', '3.0.0'].map(
  (version) => ({
    name: `bkernel ${version}`,
    version,
    models,
    notes: '',
    released_at: '2026-03-02',
    unsupported_from: supportedUntil[version] ?? null,
    file_hash: sha256(simulatedImage(version)),
    company_uuids: [],
    device_uuids: [],
  }),
)
