import { env, runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { checkPage, oldestPage } from '../../edge/requests/check-page.ts'
import { readMeta, writeMeta } from '../../edge/store/meta.ts'
import { migrate, newestVersion } from '../../edge/store/migrations.ts'
import { Sql } from '../../edge/store/sql.ts'
import { foundLab, password, signIn } from './lab.ts'

test('a page that is too old is refused, and no other', () => {
  for (const said of [undefined, 'curl/8', `bApp/${oldestPage}; mobile=0`, 'bApp/10.0; mobile=1'])
    expect(() => checkPage(said)).not.toThrow()
  expect(() => checkPage('bApp/1.9.9; mobile=0')).toThrow(
    expect.objectContaining({ code: 'client_outdated', status: 426 }),
  )
})

test('a page that is too old still reads, and writes nothing', async () => {
  await foundLab('too-old')
  const sendAs = await signIn('operator-too-old@lab.example', password)
  const headers = { Application: 'bApp/1.9.9; mobile=0' }
  const read = await sendAs(analysisCalls.search, { headers, body: {} })
  const written = await sendAs(analysisCalls.merge, {
    headers,
    params: { id: crypto.randomUUID() },
    body: { base_seq: 1, changes: [{ field: 'name', from: 'a', to: 'b' }] },
  })
  expect([read.status, written.status, written.errors[0]?.code]).toEqual([
    200,
    426,
    'client_outdated',
  ])
})

test('a store that a newer version has opened is known to be that far after a roll-back', async () => {
  const store = env.COMPANY_STORE.getByName('a company that was rolled back')
  await runInDurableObject(store, (_, state) => {
    const sql = new Sql(state.storage, env)
    migrate(sql)
    writeMeta(sql, 'migrations', String(newestVersion + 1))
    migrate(sql)
    expect(readMeta(sql, 'migrations')).toBe(String(newestVersion + 1))
    migrate(sql, 1)
    expect(readMeta(sql, 'migrations')).toBe(String(newestVersion + 1))
  })
})

test('a store that begins with the tables of another one is as if it had been migrated', async () => {
  const dump = (name: string, versions: readonly number[]) =>
    runInDurableObject(env.COMPANY_STORE.getByName(name), (_, state) => {
      const sql = new Sql(state.storage, env)
      for (const version of versions) migrate(sql, version)
      const made = sql.all<{ name: string; type: string; sql: string }>(
        `SELECT name, type, sql FROM sqlite_master WHERE sql IS NOT NULL AND substr(name, 1, 4) <> '_cf_' ORDER BY type, name`,
      )
      const rows = made
        .filter(({ type }) => type === 'table')
        .map((table) => [table.name, sql.all(`SELECT * FROM "${table.name}"`)])
      return { made, rows }
    })
  const migrated = await dump('a store of an earlier version', [1, newestVersion])
  await dump('a new store', [newestVersion])
  const copied = await dump('the next new store', [newestVersion])
  expect(migrated.made.length).toBeGreaterThan(100)
  expect(copied).toEqual(migrated)
})
