import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { unzipSync, zipSync } from 'fflate'
import { startFleet } from '../../../devices/fleet.ts'
import { analysisCalls } from '../../../domain/calls/analysis.ts'
import type { Call } from '../../../domain/call.ts'
import type { Answer, Lab, Sender } from './edge-test-parts.ts'
import type { Parts } from './fill.ts'

interface Setting {
  lab: Lab
  /** The word the laboratory's people and device are named by. */
  word: string
  address: string
  /** Folder in which the simulated device stores its data. */
  storage: string
  make: () => string
  note: (text: string) => void
}

/** Analyses that are planned, and samples in each. */
const analyses = 16
const wells = ['A1', 'B2', 'C3', 'D4', 'E5', 'F6', 'G7', 'H8', 'A9', 'B10', 'C11', 'D12']

/** Plan of a run, as the edge tests make it. */
interface PlanModule {
  planFor: (lab: Lab, change?: object) => { uuid: string; samples: object[] }
}

const files = new URL('../../fixtures/files/', import.meta.url)

/** Run a laboratory's ordinary day, with markers in all texts of people, devices and files. */
export async function runScenario(setting: Setting): Promise<void> {
  const { lab, make, note } = setting
  const operator = await lab.as('Operator')
  const manager = await lab.as('Manager')
  const send = async (sender: Sender, row: Call, parts: Parts): Promise<Answer> => {
    const answer = await sender(row, parts)
    if (!answer.ok) note(`scenario ${row.path}: ${answer.status} ${JSON.stringify(answer.errors)}`)
    return answer
  }
  await importFiles(lab, make, (form) => send(operator, analysisCalls.import, { body: form }))
  const planPath = '../../edge/plan.ts'
  const { planFor } = (await import(planPath)) as PlanModule
  const ids: string[] = []
  for (let index = 0; index < analyses; index += 1) {
    const samples = wells.map((well) => {
      const name = make()
      // Mark the numbers of an order: they lead back to a patient in the laboratory system.
      const order = { form: 'hl7', sample: name, specimen: make(), number: make(), test: make() }
      return {
        uuid: crypto.randomUUID(),
        name,
        sample_type: 'unknown',
        coordinates: [well],
        orders: [order],
      }
    })
    const plan = planFor(lab, { name: make(), notebook: make(), samples })
    const created = await send(operator, analysisCalls.create, { body: plan })
    if (created.ok) ids.push(plan.uuid)
  }
  const [ran = '', unused = ''] = ids
  const notebook = `Read ${make()}\non the second line ${make()}`
  await send(operator, analysisCalls.edit, { params: { id: ran }, body: { notebook } })
  const reason = `no use: ${make()}`
  await send(manager, analysisCalls.delete, { params: { id: unused }, body: { reason } })
  await runOnDevice(setting, ran, operator)
  for (const fileFormat of ['hl7', 'fhir']) {
    await send(operator, analysisCalls.export, { params: { id: ran }, body: { fileFormat } })
  }
}

/**
 * Run a simulated device: it signs in with its key, takes the launch over the live bus and measures until it is done.
 */
async function runOnDevice(
  { lab, word, address, storage, note }: Setting,
  id: string,
  say: Sender,
): Promise<void> {
  const { device: uuid, deviceKey: key } = lab
  const named = { hostname: `bgate-${word}`, serial_no: `BG-${word}`, bkernel_version: '2.9.4' }
  const device = { uuid, key, type: 'bgate' as const, cartridge: 'Wells96', ...named }
  const wavelengths = ['FAM', 'VIC', 'ROX', 'CY5', 'QUASAR705']
  const devices = [{ ...device, wavelengths }]
  const report = () => {}
  const fleet = startFleet({ devices, edge: address, state: storage, speed: 4000, report })
  try {
    const launched = await until(
      () => say(analysisCalls.launch, { params: { id } }),
      ({ ok }) => ok,
    )
    if (!launched.ok) return note(`launch: ${JSON.stringify(launched.errors)}`)
    const ended = await until(
      () => say(analysisCalls.get, { params: { id } }),
      ({ data }) => (data as { status?: string } | undefined)?.status === 'COMPLETE',
    )
    if ((ended.data as { status?: string }).status !== 'COMPLETE') note('the run did not complete')
  } finally {
    await fleet.stop()
  }
}

async function until(
  ask: () => Promise<Answer>,
  done: (answer: Answer) => boolean,
): Promise<Answer> {
  let answer = await ask()
  for (let attempt = 0; attempt < 120 && !done(answer); attempt += 1) {
    await sleep(500)
    answer = await ask()
  }
  return answer
}

/** Import one file of plain text and one packed, with markers for the names of their samples. */
async function importFiles(
  { swarm }: Lab,
  make: () => string,
  send: (form: FormData) => Promise<Answer>,
): Promise<void> {
  const table = readFileSync(new URL('RDES_v1_0_example_amplification.tsv', files), 'utf8')
  const text = table.replaceAll(/^([A-H]\d+\t)[^\t]+/gm, (_, well: string) => `${well}${make()}`)
  const packed = unzipSync(readFileSync(new URL('hookreg.rdml', files)))
  const inner = Object.entries(packed).map(([name, bytes]): [string, Uint8Array] => [
    name,
    markRdml(Buffer.from(bytes).toString('utf8'), make),
  ])
  await send(formOf(swarm, make, new File([text], `${make()}.tsv`)))
  const zipped = zipSync(Object.fromEntries(inner)) as Uint8Array<ArrayBuffer>
  await send(formOf(swarm, make, new File([zipped], `${make()}.rdml`)))
}

/** Mark the samples of an RDML file in their ids, and in the references to them. */
function markRdml(xml: string, make: () => string): Uint8Array {
  const names = new Map<string, string>()
  for (const [, id = ''] of xml.matchAll(/<sample id="([^"]+)"/g)) names.set(id, make())
  const marked = xml.replaceAll(/<sample id="([^"]+)"/g, (all, id: string) =>
    all.replace(`"${id}"`, `"${names.get(id) ?? id}"`),
  )
  return Buffer.from(marked)
}

function formOf(swarm: string, make: () => string, file: File): FormData {
  const form = new FormData()
  const fields = {
    uuid: crypto.randomUUID(),
    name: make(),
    swarm_uuid: swarm,
    recipe_uuid: null,
    run: 0,
  }
  form.set('fields', JSON.stringify(fields))
  form.set('file', file)
  return form
}
