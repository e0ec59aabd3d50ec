import type { Bkernel } from '../../domain/entities/bkernel.ts'
import { sha256, simulatedImage } from '../../devices/slots.ts'

type DemoBkernel = Omit<Bkernel, 'uuid' | 'created_at' | 'updated_at'>

const models = ['bGATE 96', 'bCUBE 16', 'bCUBE 36']

/** One is about to end, so that a device of the demonstration asks to be updated. */
const supportedUntil: Readonly<Record<string, string>> = { '2.8.2': '2027-03-01' }

const versions = [
  { version: '2.8.2', released_at: '2025-05-12', notes: 'Faster ramp from 95 to 60 °C.' },
  { version: '2.9.4', released_at: '2025-11-03', notes: 'Shared folders of a bGATE by SMB 3.' },
  {
    version: '2.10.0',
    released_at: '2026-03-02',
    notes: 'Lid heater checks its sensor before each run.',
  },
  {
    version: '3.0.0',
    released_at: '2026-09-14',
    notes:
      'Update in two slots: a version that does not start gives way to the one before.\nDownloads continue after a break.',
  },
] as const

/** Versions of the simulated devices' software, with the hash that a device checks them by. */
export const bkernels: readonly DemoBkernel[] = versions.map(({ version, released_at, notes }) => {
  const image = simulatedImage(version)
  return {
    name: `bkernel ${version}`,
    version,
    models,
    notes,
    released_at,
    unsupported_from: supportedUntil[version] ?? null,
    file_hash: sha256(image),
    file_size: image.length,
    company_uuids: [],
    device_uuids: [],
  }
})
