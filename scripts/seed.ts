import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256, simulatedImage } from '../devices/slots.ts'
import { operatorCalls } from '../domain/calls/operator.ts'
import { operatorStoreCalls } from '../domain/calls/operator-store.ts'
import { Fault } from '../domain/fault.ts'
import type { Region } from '../domain/regions.ts'
import { bkernels } from './demo/bkernels.ts'
import { companies, demoPassword, lab, provider } from './demo/companies.ts'
import { devices } from './demo/devices.ts'
import { instruments, instrumentTypes } from './demo/instruments.ts'
import { kits } from './demo/kits.ts'
import { methods } from './demo/methods.ts'
import { makePublication } from './demo/publication.ts'
import { demoFileOf, writeDemoFile } from './demo-file.ts'
import { type Body, operate, operateForm, type Place } from './operate.ts'
import { seedLots } from './seed-lots.ts'

/** Deployment to seed, with the folder for `devices.json` and `demo.json`. */
interface SeedPlace extends Place {
  /** Region of the deployment and its companies. */
  region: Region
  /** True has finished analyses added afterwards (seed-runs.ts). */
  examples?: boolean
}

/** Keep the software of simulated devices as the provider's file: its versions name it by its hash. */
async function keepImage(place: Place, image: Uint8Array<ArrayBuffer>): Promise<void> {
  const form = new FormData()
  form.set('company_uuid', provider)
  form.set('hash', sha256(image))
  form.set('file', new Blob([image]), 'image.bin')
  try {
    await operateForm(place, operatorStoreCalls.restoreBlob, form)
  } catch (error) {
    // Skip a company that is there: an earlier start that was interrupted has kept its files.
    if (!(error instanceof Fault && error.code === 'taken')) throw error
  }
}

/** Return the same uuid for the same word, so that seeding twice makes nothing twice. */
export function uuidOf(word: string): string {
  const hex = createHash('sha256').update(`bApp demo ${word}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Fill a fresh deployment with the demonstration: two companies, one sign-in per profile, three devices and
 * their methods. Writes `<state>/devices.json` (with the devices' keys, readable by the owner only) and
 * `<state>/demo.json`. On a state that has both it does nothing;
 * one that was interrupted before is filled again, and nothing is there twice.
 */
export async function seed(place: SeedPlace): Promise<void> {
  const devicesFile = join(place.stateDir, 'devices.json')
  const demoFile = demoFileOf(place.stateDir)
  if (existsSync(devicesFile) && existsSync(demoFile)) return
  // Keep the images before there are companies: files are put beside a store that is still empty.
  for (const { version } of bkernels) await keepImage(place, simulatedImage(version))
  for (const { company, ...people } of companies) {
    const here = { ...company, data_region: place.region }
    await operate(place, operatorCalls.createCompany, { ...people, company: here })
  }
  const publication = makePublication(uuidOf)
  await operate(place, operatorCalls.putRecords, {
    company_uuid: lab,
    records: [...methods.flatMap(recordsOf), ...publication.ofLab],
  })
  await operate(place, operatorCalls.putRecords, {
    company_uuid: provider,
    records: [
      ...publication.ofProvider,
      ...bkernels.map((body) => ({
        kind: 'bkernel' as const,
        uuid: uuidOf(`bkernel ${body.version}`),
        body,
      })),
      ...instrumentTypes.map((body) => ({
        kind: 'instrument_type' as const,
        uuid: uuidOf(`instrument type ${body.name}`),
        body,
      })),
      ...kits.map(({ recipes, ...body }) => ({
        kind: 'bkit' as const,
        uuid: uuidOf(`bkit ${body.lot}`),
        body: { ...body, recipe_uuids: recipes.map((name) => uuidOf(`recipe ${name}`)) },
      })),
    ],
  })
  await seedLots(place.address, uuidOf)
  const fleet = []
  for (const device of devices) {
    const { key } = (await operate(place, operatorCalls.createDevice, {
      company_uuid: lab,
      device,
    })) as { key: string }
    const { uuid, deviceType: type, cartridge_type: cartridge, hostname, serial_no } = device
    const { bkernel_version, wavelengths } = device
    fleet.push({ uuid, key, type, cartridge, hostname, serial_no, bkernel_version, wavelengths })
  }
  await seedInstruments(place)
  writeFileSync(devicesFile, `${JSON.stringify({ devices: fleet }, null, 2)}\n`, { mode: 0o600 })
  writeDemoFile(place.stateDir, {
    sign_ins: signIns(),
    ...(place.examples && { examples: 'wanted' as const }),
  })
}

/** Keep a fresh state without the demonstration, also at later starts. */
export function keepEmpty(stateDir: string): void {
  const [devicesFile, demoFile] = [join(stateDir, 'devices.json'), demoFileOf(stateDir)]
  if (existsSync(devicesFile) || existsSync(demoFile)) return
  writeFileSync(devicesFile, `${JSON.stringify({ devices: [] })}\n`, { mode: 0o600 })
  writeDemoFile(stateDir, {})
}

/** Add the instruments of the laboratory, once the gateway that one is attached to is there. */
async function seedInstruments(place: Place): Promise<void> {
  const gateway = devices.find(({ deviceType }) => deviceType === 'bgate')?.uuid ?? ''
  await operate(place, operatorCalls.putRecords, {
    company_uuid: lab,
    records: instruments(gateway).map(({ type, ...body }) => ({
      kind: 'instrument' as const,
      uuid: uuidOf(`instrument ${body.serial_no}`),
      body: { ...body, type_uuid: uuidOf(`instrument type ${type}`), company_uuid: lab },
    })),
  })
}

type NewRecord = Body<typeof operatorCalls.putRecords>['records'][number]

/** Return a method as records: recipe, its two halves on their own, application and protocol. */
function recordsOf({ recipe, application, protocol }: (typeof methods)[number]): NewRecord[] {
  const { process, evaluation, name, swarm_uuid, archived, version } = recipe
  const half = { name, swarm_uuid, archived, version }
  const recipe_uuid = uuidOf(`recipe ${name}`)
  const application_uuid = uuidOf(`application ${name}`)
  return [
    { kind: 'process_recipe', uuid: uuidOf(`process ${name}`), body: { ...half, process } },
    {
      kind: 'evaluation_recipe',
      uuid: uuidOf(`evaluation ${name}`),
      body: { ...half, evaluation },
    },
    { kind: 'recipe', uuid: recipe_uuid, body: recipe },
    { kind: 'application', uuid: application_uuid, body: application },
    {
      kind: 'protocol',
      uuid: uuidOf(`protocol ${name}`),
      body: { ...protocol, recipe_uuid, application_uuids: [application_uuid] },
    },
  ]
}

function signIns() {
  return companies.flatMap(({ company, users }) =>
    users.map(({ name, email, profile }) => ({
      name,
      email,
      password: demoPassword,
      profile,
      company: company.name,
    })),
  )
}
