import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { lanRows } from '../../domain/lan/lan-calls.ts'
import type { Call } from '../../domain/call.ts'
import { refusalReasons } from '../../domain/live/command.ts'
import { hasText } from '../../web/i18n/intl.ts'
import { readSourceTree } from '../architecture/source-tree.ts'
import { listReasons } from '../support/fault-reasons.ts'
import { listSchemaReasons } from '../support/schema-reasons.ts'
import { textPart } from '../support/text-folders.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const without = (reasons: readonly string[]) => reasons.filter((one) => !hasText(`fault.${one}`))

test('whatever a device in the local network refuses for, there is a text for it', () => {
  const said = listReasons(readSourceTree(root, ['devices/lan', 'web/lan', 'domain/lan']))
  const names = said.flatMap(({ name }) =>
    name === '*_off' || name === '*_unknown'
      ? ['wifi', 'ble'].map((radio) => radio + name.slice(1))
      : name,
  )
  expect(names.length).toBeGreaterThan(20)
  expect(without(names)).toEqual([])
  expect(without(refusalReasons)).toEqual([])
  const rows = lanRows.map(({ params }) => ({ body: params }) as Call)
  const checked = listSchemaReasons({
    lan: Object.fromEntries(rows.entries()) as Record<string, Call>,
  })
  expect(without(checked)).toEqual([])
})

test('and it comes with the other texts of the local network', () => {
  for (const key of ['lan.success', 'lan.help.denied', 'fault.lan_no_host', 'fault.wifi_in_use'])
    expect(textPart(key), key).toBe('lan')
})
