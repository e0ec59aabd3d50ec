import { expect, test } from 'vitest'
import type { EntityFacts } from '../../domain/entity.ts'
import { localTables } from '../../domain/local-tables.ts'
import { entities } from '../../domain/registry.ts'

test('[CACHE-001] the tables of the browser are those that the entities name, with their permission and home', () => {
  const named = (entities as readonly EntityFacts[]).flatMap(({ kind, local, permission, home }) =>
    local ? [{ kind, ...local, permission, ...(home ? { home } : {}) }] : [],
  )
  expect(localTables).toEqual(named)
})
