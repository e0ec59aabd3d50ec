import { afterEach, expect, test } from 'vitest'
import { cartridges } from '../../domain/catalog/cartridges.ts'
import { Fault } from '../../domain/fault.ts'
import { firstListSettings } from '../../workers/files/sample-list/list-settings.ts'
import { openList, type OpenList } from '../../workers/files/sample-list/open-list.ts'

const target = {
  shape: cartridges.Wells9,
  present: [],
  predefined: [],
  applications: null,
  order: [],
}
const wish = { type: 'create' as const, settings: firstListSettings, target }
const told = { encoding: null, delimiter: null }
const fileOf = (text: string) => new File([text], 'list.csv')

let list: OpenList | undefined
afterEach(() => list?.close())

test('a list in its worker answers in the order of the requests', async () => {
  list = openList()
  const [view, rows, changed] = await Promise.all([
    list.open(fileOf('Well,Sample\nA1,a\nA2,b\n'), wish, told, 'en'),
    list.readRows('all', 0, 9),
    list.change({ kind: 'skip', rows: [2], skipped: true }),
  ])
  expect(view.counts.taken).toBe(2)
  expect(rows.map(({ row }) => row)).toEqual([2, 3])
  expect(changed.counts).toMatchObject({ taken: 1, skipped: 1 })
})

test('a fault comes as it is, and the list can be opened again', async () => {
  list = openList()
  const refused = await list.open(fileOf(''), wish, told, 'en').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Fault)
  expect((refused as Fault).first.reason).toBe('file_empty')
  const view = await list.open(fileOf('Well,Sample\nA1,a\n'), wish, told, 'en')
  expect(view.names).toBe(1)
})

test('it tells how far it is, and can be stopped in the midst of it', async () => {
  const parts: number[] = []
  let isFar: () => void = () => undefined
  const far = new Promise<void>((resolve) => (isFar = resolve))
  list = openList((part) => {
    parts.push(part)
    isFar()
  })
  const rows = Array.from({ length: 300_000 }, (_, at) => `A1,S-${at}`).join('\n')
  const reading = list.open(fileOf(`Well,Sample\n${rows}`), wish, told, 'en')
  await far
  list.close()
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
  expect(parts[0]).toBeGreaterThan(0)
  expect(parts[0]).toBeLessThan(1)
})
