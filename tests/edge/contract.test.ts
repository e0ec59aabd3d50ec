import { expect, it } from 'vitest'
import type { Call } from '../../domain/call.ts'
import { contract } from '../../domain/contract.ts'
import { permissionNames } from '../../domain/permissions.ts'
import { placesOf, wantedCalls } from './matrix/requirement-ids.ts'

const rows = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, row]): [string, Call] => [`${group}.${name}`, row]),
)
const places = rows.flatMap(([, row]) => placesOf(row))

it('every call is listed once', () => {
  expect(new Set(places).size).toBe(places.length)
})

it('every call of the specification has its row', () => {
  expect(wantedCalls.size).toBe(282)
  const missing = [...wantedCalls].filter(([, place]) => !places.includes(place))
  // Leave out two: the status search is the search of analyses with a status; the table refresh is every search.
  expect(missing.map(([id]) => id)).toEqual(['CALL-092', 'CALL-282'])
})

it('every call says who may make it', () => {
  for (const [name, row] of rows) {
    const policy = row.needs === null || row.needs in permissionNames
    expect(policy, name).toBe(true)
    if (row.caller !== undefined && row.caller !== 'account') expect(row.needs, name).toBeNull()
  }
})
