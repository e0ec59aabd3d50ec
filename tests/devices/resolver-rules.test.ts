import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resolverRules } from '../../devices/resolver-rules.ts'

test('names the devices that are open to the local network', () => {
  const state = mkdtempSync(join(tmpdir(), 'bapp-rules-'))
  for (const [name, facts] of Object.entries({
    one: { hostname: 'cube-1', lan_port: 4001 },
    two: { hostname: 'cube-2', lan_port: 4002, control_port: 1 },
    three: { control_port: 2 },
  })) {
    mkdirSync(join(state, name))
    writeFileSync(join(state, name, 'device.json'), JSON.stringify(facts))
  }
  mkdirSync(join(state, 'new'))
  expect(resolverRules(state).split(',').toSorted()).toEqual([
    'MAP cube-1.local:8780 127.0.0.1:4001',
    'MAP cube-2.local:8780 127.0.0.1:4002',
  ])
  rmSync(state, { recursive: true })
})
