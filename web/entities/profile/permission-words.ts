import { hasText, t } from '../../i18n/intl.ts'

/** Return the text of a permission, such as “see recipes”; one without a text by its name. */
export function permissionWords(name: string): string {
  const key = `permission.${name}`
  return hasText(key) ? t(key) : name
}
