import {
  type Setting,
  settingsLimit,
  type UserSettings,
} from '../../domain/entities/user-settings.ts'
import { Fault } from '../../domain/fault.ts'
import { type MessageChoices, readMessageChoices } from '../../domain/rules/message-choices.ts'
import { type By, mustSee } from './by.ts'
import { type PlannedOperation, readRecord } from './operations.ts'
import { asStored } from './record-changes.ts'
import { checkZone } from './rules/user.ts'
import type { Sql } from './sql.ts'

const preferences = ['timezone', 'date_format'] as const

/** Read a person's settings: their own, and the two preferences that are kept in their record. */
export function readSettings(sql: Sql, uuid: string): Setting[] {
  const person = readRecord(sql, 'user', uuid)
  const kept = readRecord(sql, 'user_settings', uuid)
  const shown = preferences.flatMap((name) =>
    person ? [{ name, value: person[name], category: 'preferences' }] : [],
  )
  return [...shown, ...(kept?.settings ?? [])]
}

/** Read the messages that a person wants, and when their mails wait. */
export function readChoices(sql: Sql, uuid: string): MessageChoices {
  return readMessageChoices(readRecord(sql, 'user_settings', uuid)?.settings ?? [])
}

/** Make `settings` the person's settings of one category; preferences go into the person's record. */
export function changeSettings(
  change: { uuid: string; category: string; settings: Setting[] },
  by: By,
  at: string,
): PlannedOperation<'user' | 'user_settings'> {
  const { uuid, category, settings } = change
  checkOnce(settings)
  if (category === 'preferences') return changePreferences(uuid, settings, by)
  return {
    kind: 'user_settings',
    uuid,
    action: 'user_settings.set',
    change: (found) => {
      const before = found as UserSettings | null
      const others = (before?.settings ?? []).filter((one) => one.category !== category)
      const all = [...others, ...settings]
      if (all.length > settingsLimit) {
        throw new Fault('refused', 'These are too many settings', {
          field: 'settings',
          reason: 'too_many_settings',
          params: { limit: settingsLimit },
        })
      }
      return { uuid, created_at: before?.created_at ?? at, settings: all }
    },
  }
}

function changePreferences(
  uuid: string,
  settings: readonly Setting[],
  by: By,
): PlannedOperation<'user'> {
  const known: readonly string[] = preferences
  settings.forEach(({ name }, index) => {
    if (known.includes(name)) return
    throw new Fault('invalid', 'There is no such preference', {
      field: `settings.${index}.name`,
      reason: 'preference_unknown',
    })
  })
  const patch = Object.fromEntries(settings.map(({ name, value }) => [name, value]))
  return {
    kind: 'user',
    uuid,
    action: 'user.edit',
    change: (found) => {
      const before = mustSee('user', found, by.sight)
      const after = asStored('user', { ...before, ...patch })
      checkZone(after, before)
      return after
    },
  }
}

function checkOnce(settings: readonly Setting[]): void {
  settings.forEach(({ name }, index) => {
    if (settings.findIndex((one) => one.name === name) === index) return
    throw new Fault('invalid', 'This setting is there twice', {
      field: `settings.${index}.name`,
      reason: 'setting_twice',
    })
  })
}
