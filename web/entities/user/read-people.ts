import { userCalls } from '../../../domain/calls/users.ts'
import { type Language, languageCodes, languages } from '../../../domain/catalog/languages.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import type { FaultDetail } from '../../../domain/fault.ts'
import { t } from '../../i18n/intl.ts'
import type { Choice } from '../../parts/form/SelectField.tsx'
import { checkValue, type ListedLine } from '../../record/list-lines.ts'
import { readTable } from '../../record/read-table.ts'

/** One line of a list of people, as they would be invited. */
export interface ListedPerson extends ListedLine {
  name: string
  username: string
  email: string
  phone: string
  /** Null where the list names none that may be given. */
  profile: Choice | null
  /** Texts of the list, for what could not be found by them. */
  typed: { profile: string; swarms: string }
  swarms: Pick<Swarm, 'uuid' | 'name'>[]
  /** Null where the list names none. */
  language: Language | null
}

const { entries } = userCalls.create.body

/** List the names of each column: that of the contract, its label on screen, and what other programs call it. */
const headings = () => ({
  name: ['name', t('users.column.name'), 'full name'],
  username: ['username', t('users.column.username'), 'login', 'user'],
  email: ['email', t('users.column.email'), 'mail', 'e-mail address'],
  phone: ['phone', t('users.column.phone'), 'telephone'],
  profile: ['profile', t('users.column.profile'), 'role'],
  swarms: ['swarms', t('users.column.swarms'), 'swarm', 'groups', 'group'],
  language: ['language', t('top.language'), 'lang'],
})

/**
 * Read a list of people as it is exported from a table: name, user name, e-mail, phone, profile, swarms, language. A first line of column
 * names, in English or the language on screen and in any order, is read as such; it needs to name the e-mail. Without a user name a
 * person signs in with the e-mail. Several swarms are parted by `|`.
 */
export function readPeople(
  text: string,
  profiles: readonly Choice[],
  swarms: readonly Pick<Swarm, 'uuid' | 'name'>[],
): { people: ListedPerson[]; unread: string[] } {
  const { lines, unread } = readTable(text, headings(), ['email'])
  const people = lines.map(({ line, cell }) => {
    const [name, email, phone] = [cell('name'), cell('email'), cell('phone')]
    const username = cell('username') || email
    const language = findLanguage(cell('language'))
    const profile = profiles.find(({ label }) => isSame(label, cell('profile'))) ?? null
    const wanted = cell('swarms')
      .split('|')
      .flatMap((one) => one.trim() || [])
    const found = wanted.flatMap((one) => swarms.find((swarm) => isSame(swarm.name, one)) ?? [])
    return {
      line,
      name,
      username,
      email,
      phone,
      profile,
      typed: { profile: cell('profile'), swarms: wanted.join(', ') },
      swarms: found,
      language: language ?? null,
      problems: [
        ...checkValue(entries.name, name, 'name'),
        ...checkValue(entries.username, username, 'username'),
        ...checkValue(entries.email, email, 'email'),
        ...(phone === '' ? [] : checkValue(entries.phone, phone, 'phone')),
        ...(profile ? [] : [unknown('profile_unknown', cell('profile'))]),
        ...(language === undefined
          ? checkValue(entries.default_language, cell('language'), 'default_language')
          : []),
        ...(found.length === wanted.length ? [] : [unknown('swarm_named', cell('swarms'))]),
      ],
    }
  })
  return { people, unread }
}

/** Find a language by its code or its own name; null for no text, undefined for a text that names none. */
function findLanguage(text: string): Language | null | undefined {
  if (text === '') return null
  return languageCodes.find((code) => isSame(code, text) || isSame(languages[code].name, text))
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

function unknown(reason: 'profile_unknown' | 'swarm_named', text: string): FaultDetail {
  return { code: 'invalid', message: reason, reason, params: { text } }
}
