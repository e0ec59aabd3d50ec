import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { operatorStoreCalls } from '../../domain/calls/operator-store.ts'
import {
  keepBody,
  type KeptBody,
  orderDictionaries,
  textOfBody,
} from '../../edge/store/kept-body.ts'
import type { Sql } from '../../edge/store/sql.ts'
import { readTrueBody } from '../../edge/store/trailed-row.ts'
import { emptyStore, readPages, sendPage } from './backup-pages.ts'
import { eachBentLab, lab, reasonsOf } from './bent-lab.ts'
import { must, operatorHeaders, send } from './lab.ts'
import { connectDevice, create, planFor } from './plan.ts'
import { inStoreOf } from './store-writes.ts'

eachBentLab('orders')

const order = {
  analysis_uuid: '018f0000-0000-7000-8000-00000000abcd',
  name: 'Säure 漢 😀',
  process: { lid_temperature: 105, steps: [] },
  wells: Array.from({ length: 96 }, (_, sample) => ({
    well: `A${sample}`,
    sample_type: 'unknown',
    sample,
  })),
}
const body = { state: 'queued', command: { name: 'LOAD_RECIPE', order }, reason: '' }

const rowOf = (sql: Sql, uuid: string) =>
  sql.first<KeptBody>('SELECT body, packed_order FROM records WHERE uuid = ?', uuid) as KeptBody

async function launch(): Promise<{ analysis: string; command: string }> {
  const manager = await lab.as('Manager')
  await connectDevice(lab)
  const { uuid } = await create(manager, planFor(lab))
  const launched = await must(manager(analysisCalls.launch, { params: { id: uuid } }))
  return { analysis: uuid, command: launched.data.uuid }
}

it('a launch is kept with its order beside it, and opens to the same text', () => {
  const text = JSON.stringify(body)
  const kept = keepBody('command', JSON.stringify(body))
  expect(kept.body).toBe(
    JSON.stringify({
      ...body,
      command: { name: 'LOAD_RECIPE', order: { analysis_uuid: order.analysis_uuid } },
    }),
  )
  expect(kept.packed_order?.byteLength).toBeLessThan(text.length / 5)
  expect(textOfBody(kept)).toBe(text)
})

it('a body stays as it is where it has no order, or one that would be spelled in another way', () => {
  const { analysis_uuid, ...rest } = order
  for (const [kind, one] of [
    ['analysis', body],
    ['command', { command: { name: 'ABORT', analysis_uuid } }],
    ['command', { command: { name: 'LOAD_RECIPE', order: { ...rest, analysis_uuid } } }],
  ] as const) {
    const text = JSON.stringify(one)
    expect(keepBody(kind, JSON.stringify(one))).toEqual({ body: text, packed_order: null })
    expect(textOfBody({ body: text, packed_order: null })).toBe(text)
  }
})

it('an order opens as it was packed, for ever', () => {
  expect(orderDictionaries.map((text) => hash('sha256', text, 'hex'))).toEqual([
    '1e2d29c7ede068ccb74ca667aba4326123c51a7e0b3b29948113dd96154966e2',
  ])
  const packed = Buffer.from(
    '0095d7b16d9d310c45e1553c4224911455be1952bbf402065c1af018ee0c0419235d76499d11821436fe0337c703dce67e10457e0ca5efbf7f3e3d3edcfdf9f5e3eeefdbeb8b191cefcfe47fa79f3bfcf6c50e55e9d70a6f5304ae0dde96085c0bbc8508c435902290d74089405d035b04f635d022d0d7c011810338433d68adb0a13d0cf780f730e003e2c3900f980f833ea03e0cfb80fb30f003f2c3d00fd80f833fa03f8dfe84fe34fa936f5d3d76e84fa33fa13f8dfe84fe34fa13fad3e84fe84fa33fa13f8dfe84fe34fa13facbe82fe82fa3bfa0bf8cfee2ac57c31efacbe82fe82fa3bfa0bf8cfe82fe32fa0bfacbe82fe82fa3bfa01f463fa01f463fa01f463fa01f463ff8d7abcf1efa61f403fa61f403fa61f403fa61f403fa61f403fa69f413fa69f413fa69f413fa69f413fa69f493bb9e5af6a09f463fa19f463fa19f463fa19f463fa15f46bfa05f46bfa05f46bfa05f46bfa05f46bfa05f46bfb8ebab651ffa65f40bfa65f40bfa65f40bfadbe86fe86fa3bfa1bf8dfe86fe36fa1bfadbe86fe86fa3bfa1bf8dfee6ada78e3de86fa3bfa1bf8dfe867e1bfd867e1bfd867e1bfd867e1bfd867e1bfd867e1bfd867e1bfd867e1bfde6adaf8e7de8b7d16fe81fa37fa07f8cfe81fe31fa07fac7e81fe81fa37fa07f8cfec9e7fbe77f',
    'hex',
  )
  const kept = {
    ...keepBody('command', JSON.stringify(body)),
    packed_order: new Uint8Array(packed).buffer,
  }
  expect(textOfBody(kept)).toBe(JSON.stringify(body))
})

it('a device gets its whole order, and the ledger keeps it packed through each of its states', async () => {
  const { analysis, command } = await launch()
  const { data } = await must(lab.asDevice(deviceLinkCalls.commands))
  const [fetched] = data
  expect(fetched).toMatchObject({
    command_uuid: command,
    command: { name: 'LOAD_RECIPE', order: { analysis_uuid: analysis } },
  })
  for (const state of ['accepted', 'done']) {
    await must(lab.asDevice(deviceLinkCalls.answer, { body: { command_uuid: command, state } }))
    await inStoreOf(lab.company, (sql) => {
      const kept = rowOf(sql, command)
      expect(kept.packed_order).not.toBeNull()
      expect(kept.body).not.toContain('"wells"')
      expect(readTrueBody(sql, 'command', command)?.command).toEqual(fetched?.command)
    })
  }
})

it('a backup holds the text of launches, and the store that it is put into packs them', async () => {
  const { command } = await launch()
  const before = await inStoreOf(lab.company, (sql) => rowOf(sql, command))
  const pages = await readPages(lab.company)
  const line = pages
    .join('')
    .split('\n')
    .find((one) => one.includes('"table":"records"') && one.includes(`"uuid":"${command}"`))
  const { row } = JSON.parse(line ?? '') as { row: Record<string, unknown> }
  expect(row['body']).toBe(textOfBody(before))
  expect(row).not.toHaveProperty('packed_order')
  await emptyStore(lab.company)
  for (const page of pages) await must(sendPage(lab.company, page))
  const reason = { company_uuid: lab.company, reason: 'disk lost' }
  await must(send(operatorStoreCalls.openRestored, { headers: operatorHeaders, body: reason }))
  expect(await inStoreOf(lab.company, (sql) => rowOf(sql, command))).toEqual(before)
})

const bends: [name: string, set: string][] = [
  ['cut short', 'packed_order = substr(packed_order, 1, length(packed_order) - 8)'],
  ['of another dictionary', `packed_order = CAST(x'7f' || substr(packed_order, 2) AS BLOB)`],
  ['taken away', 'packed_order = NULL'],
  ['beside another one', `body = json_set(body, '$.command.order.name', 'Another')`],
  [
    'beside a text that says two things',
    `body = replace(body, '"state":', '"state":"expired","state":')`,
  ],
]
it.each(bends)('a launch with a packed order %s is an altered record', async (_name, set) => {
  const { command } = await launch()
  await lab.bend((sql) => sql.run(`UPDATE records SET ${set} WHERE uuid = ?`, command))
  const { data } = await must(lab.asDevice(deviceLinkCalls.commands))
  expect(data).toEqual([])
  expect(reasonsOf(await lab.stateAfterStart())).toContain('record_altered')
})
