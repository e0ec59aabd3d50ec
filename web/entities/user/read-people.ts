import Papa from 'papaparse'
import { userCalls } from '../../../domain/calls/users.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import type { FaultDetail } from '../../../domain/fault.ts'
import { t } from '../../i18n/intl.ts'
import type { Choice } from '../../parts/form/SelectField.tsx'
import { checkValue, type ListedLine } from '../../record/list-lines.ts'

/** One line of a list of people, as they would be invited. */
export interface ListedPerson extends ListedLine {
  name: string
  username: string
  email: string
  phone: string
  /** Null where the list names none that may be given. */
  profile: Choice | null
  swarms: Pick<Swarm, 'uuid' | 'name'>[]
}

const columns = ['name', 'username', 'email', 'phone', 'profile', 'swarms'] as const
type ColumnName = (typeof columns)[number]

const { entries } = userCalls.create.body

/**
 * Read a list of people as it is exported from a table: name, user name, e-mail, phone, profile, swarms. A first line of column
 * names, in English or the language on screen and in any order, is read as such. Several swarms are parted by `|`.
 */
export function readPeople(
  text: string,
  profiles: readonly Choice[],
  swarms: readonly Pick<Swarm, 'uuid' | 'name'>[],
): ListedPerson[] {
  const { data } = Papa.parse<string[]>(text.trim(), { skipEmptyLines: 'greedy' })
  const [first = []] = data
  const named = first.map(asColumn)
  const hasNames = named.includes('email') && named.includes('username')
  const place = (column: ColumnName) => (hasNames ? named.indexOf(column) : columns.indexOf(column))
  return data.slice(hasNames ? 1 : 0).map((cells, at) => {
    const cell = (column: ColumnName) => cells[place(column)]?.trim() ?? ''
    const [name, username, email, phone] = [
      cell('name'),
      cell('username'),
      cell('email'),
      cell('phone'),
    ]
    const profile = profiles.find(({ label }) => isSame(label, cell('profile'))) ?? null
    const wanted = cell('swarms')
      .split('|')
      .flatMap((one) => one.trim() || [])
    const found = wanted.flatMap((one) => swarms.find((swarm) => isSame(swarm.name, one)) ?? [])
    return {
      line: at + (hasNames ? 2 : 1),
      name,
      username,
      email,
      phone,
      profile,
      swarms: found,
      problems: [
        ...checkValue(entries.name, name, 'name'),
        ...checkValue(entries.username, username, 'username'),
        ...checkValue(entries.email, email, 'email'),
        ...(phone === '' ? [] : checkValue(entries.phone, phone, 'phone')),
        ...(profile ? [] : [unknown('profile_unknown', cell('profile'))]),
        ...(found.length === wanted.length ? [] : [unknown('swarm_named', cell('swarms'))]),
      ],
    }
  })
}

/** Return the column of a heading: its name in the contract, or its label on screen; an unknown heading is none. */
function asColumn(heading: string): ColumnName | null {
  return (
    columns.find(
      (column) => isSame(heading, column) || isSame(heading, t(`users.column.${column}`)),
    ) ?? null
  )
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

function unknown(reason: 'profile_unknown' | 'swarm_named', text: string): FaultDetail {
  return { code: 'invalid', message: reason, reason, params: { text } }
}
