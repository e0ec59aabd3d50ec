import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importFile } from '../../../workers/files/import.ts'
import {
  type Match,
  matchFile,
  matchRuns,
  type PlannedAnalysis,
} from '../../../workers/files/match-plan.ts'
import { planImport } from '../../../workers/files/plan-import.ts'
import { countOrders } from '../../../workers/files/sample-list/orders/find-orders.ts'
import { uuidOf } from '../../support/uuid-of.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/files/${name}`, import.meta.url))
const bytes = fixture('RDES_v1_0_example_amplification.tsv')
const file = await importFile('Plate 7.tsv', bytes)
const run = file.runs[0]!
let ids = 0
const told = planImport(run, () => uuidOf((ids += 1)))

/** Make the plan that the file is the run of, but for the changes. */
function planned(changes: Partial<PlannedAnalysis> = {}): PlannedAnalysis {
  return {
    uuid: crypto.randomUUID(),
    name: 'Plate 7',
    cartridge_type: told.cartridge_type,
    samples: told.samples,
    method: {
      recipe_uuid: null,
      recipe_version: 0,
      protocol_uuid: null,
      minimum_bkernel: null,
      process: told.process,
      evaluation: told.evaluation,
    },
    ...changes,
  }
}
const others = told.samples.map((one) => ({ ...one, name: `not ${one.name}` }))
const instrument = { uuid: crypto.randomUUID(), name: 'CFX', serial_no: '785BR1' }
const reasonOf = (match: Match) => ('question' in match ? match.question.reason : 'taken')
const withSerial = (serial: string, name = run.name) => {
  return {
    ...file,
    name: `${name}.tsv`,
    runs: [{ ...run, name, source: { ...run.source, serial } }],
  }
}

test('issue 19: a run is taken into the one plan that has its name and its samples', async () => {
  const plan = planned()
  expect(
    await matchFile('plate-7.tsv', bytes, [planned({ name: 'Plate 8', samples: others }), plan]),
  ).toEqual({
    plan: plan.uuid,
  })
  const barcode = { ...run.source, barcode: 'PLATE_7' }
  const scanned = { ...file, name: 'export.csv', runs: [{ ...run, source: barcode }] }
  expect(matchRuns(scanned, [plan])).toEqual({ plan: plan.uuid })
})

test('issue 19: nothing is guessed: whatever speaks against a plan is a question', () => {
  const asked = (plans: PlannedAnalysis[], from = file) => reasonOf(matchRuns(from, plans))
  const unnamed = { ...file, name: 'export.tsv', runs: [{ ...run, name: 'export' }] }
  expect(asked([])).toBe('no_plan')
  expect(asked([planned({ name: 'Plate 8', samples: others })])).toBe('no_plan')
  expect(asked([planned(), planned()])).toBe('several_plans')
  expect(asked([planned({ samples: others })])).toBe('other_samples')
  expect(asked([planned()], unnamed)).toBe('only_samples')
  expect(asked([planned({ instrument })], withSerial('785BR1', 'export'))).toBe('taken')
  expect(asked([planned({ instrument })], withSerial('999'))).toBe('other_instrument')
  expect(asked([planned({ cartridge_type: 'Wells36' })])).toBe('does_not_fit')
  expect(asked([planned()], { ...file, runs: [run, run] })).toBe('several_runs')
})

test('a plan that would refuse the run says for what, in the words of the refusal', () => {
  const { evaluation } = told
  const [first] = evaluation.targets
  const channel = first?.channel === 'FAM' ? ('VIC' as const) : ('FAM' as const)
  const own = planned().method
  const swapped = { ...evaluation, targets: [{ ...first!, channel }] }
  const match = matchRuns(file, [planned({ method: { ...own, evaluation: swapped } })])
  expect(match).toMatchObject({
    question: { reason: 'does_not_fit' },
    misfit: { reason: expect.stringMatching(/^plan_(targets|channels|dyes)$/) },
  })
  expect(matchRuns(file, [planned({ cartridge_type: 'Wells36' })])).toMatchObject({
    misfit: { reason: 'plan_cartridge' },
  })
})

test('issue 19: a file that was cut off while it was written is a question, never half a run', async () => {
  const text = bytes.toString('utf8')
  const lines = text.trimEnd().split('\n')
  const ends = [lines.slice(0, 40).join('\n'), text.trimEnd().slice(0, -30)]
  for (const end of ends) {
    const match = await matchFile('Plate 7.tsv', new TextEncoder().encode(end), [planned()]).catch(
      () => null,
    )
    expect(match && reasonOf(match)).not.toBe('taken')
  }
  const { process } = told
  const longer = {
    ...planned().method,
    process: {
      ...process,
      steps: process.steps.map((step) =>
        step.type === 'loop' ? { ...step, repeat: step.repeat + 5 } : step,
      ),
    },
  }
  expect(reasonOf(matchRuns(file, [planned({ method: longer })]))).toBe('cut_short')
})

test('issue 19: files name the serial number of their instrument', async () => {
  const quantstudio = await importFile('a.txt', fixture('appbio_quantstudio_example01.txt'))
  expect(quantstudio.runs[0]?.source.serial).toBe('INST_1')
  // Read no bar code, for which the export says NA.
  expect(quantstudio.runs[0]?.source.barcode).toBeUndefined()
})

const message = (number: string, control = 'NW') =>
  [
    'MSH|^~\\&|LIS|LAB|bApp|LAB|20261127080000||OML^O33|M1|P|2.5.1',
    `SPM|1|S-${number}^^||SWAB`,
    `ORC|${control}|${number}`,
    `OBR|1|${number}||94500-6^SARS-CoV-2 RNA^LN`,
  ].join('\r')
const orders = new TextEncoder().encode([message('1'), message('2'), message('3', 'CA')].join('\r'))

test('issue 20: a file of orders is no run: it asks for a plan, with the number of samples that it makes', async () => {
  expect(await matchFile('orders.hl7', orders, [planned()])).toEqual({
    question: { reason: 'orders', run: '', serial: '', plans: [], runs: 2 },
  })
  const framed = new Uint8Array([0x0b, ...orders, 0x1c, 0x0d])
  expect(reasonOf(await matchFile('orders.txt', framed, []))).toBe('orders')
  const bundle = '\ufeff{ "resourceType": "Bundle", "entry": [] }'
  const empty = await matchFile('orders.json', new TextEncoder().encode(bundle), [])
  expect('question' in empty && empty.question.runs).toBe(0)
  const cut = new TextEncoder().encode('{ "resourceType": "Bundle", "entry": [')
  await expect(matchFile('orders.json', cut, [])).rejects.toThrow(/FHIR/)
})

test('issue 20: settings of other programs are passed over', async () => {
  const settings = new TextEncoder().encode('{ "window": 3 }')
  expect(await matchFile('settings.json', settings, [])).toEqual({ ignored: true })
})

test('issue 20: an order counts as planned while its sample keeps the name that it was read for', () => {
  const order = {
    form: 'hl7' as const,
    sample: 'S-1',
    specimen: 'S-1',
    number: '1',
    code: '94500-6',
  }
  const sample = { ...told.samples[0]!, name: 'S-1', orders: [order] }
  expect(countOrders(orders, [sample])).toEqual({ orders: 2, planned: 1 })
  expect(countOrders(orders, [{ ...sample, name: 'other' }])).toEqual({ orders: 2, planned: 0 })
  expect(countOrders(bytes)).toBeNull()
})
