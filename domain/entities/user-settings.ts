import * as v from 'valibot'
import { entity } from '../entity.ts'
import { stamps } from '../fields.ts'

/** A word of a setting: letters, digits and `_ . -`, beginning with a letter. */
export const SettingWord = v.pipe(
  v.string(),
  v.maxLength(60),
  v.regex(/^[A-Za-z][\w.-]*$/, 'setting_word'),
)

export const SettingValue = v.union([
  v.pipe(v.string(), v.maxLength(4000)),
  v.number(),
  v.boolean(),
])

/** One setting of a person (spec §3 "User settings"): flags, the import of CSV files, views. */
export const Setting = v.strictObject({
  name: SettingWord,
  value: SettingValue,
  category: SettingWord,
})
export type Setting = v.InferOutput<typeof Setting>

/** A setting as it is shown: what the provider says of an account may have any name. */
export const ShownSetting = v.strictObject({ ...Setting.entries, name: v.string() })
export type ShownSetting = v.InferOutput<typeof ShownSetting>

/** Most settings of one person, over all categories. */
export const settingsLimit = 500

/** The settings of one person, under the person's uuid. Time zone and date format are kept in the user's record. */
export const UserSettings = v.strictObject({
  ...stamps,
  settings: v.pipe(v.array(Setting), v.maxLength(settingsLimit)),
})
export type UserSettings = v.InferOutput<typeof UserSettings>

export const userSettings = entity({
  kind: 'user_settings',
  path: '/users/settings',
  // Ask for it for nothing that is pulled: everybody reads and writes their own by calls without it.
  permission: 'users.edit',
  schema: UserSettings,
  indexes: [],
  scope: 'company',
  local: null,
  trash: null,
})
