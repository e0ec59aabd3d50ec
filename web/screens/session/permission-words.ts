import { hasText, t } from '../../i18n/intl.ts'

/** A permission as people say it, such as “see recipes”; one that has no words by its name. */
export function permissionWords(name: string): string {
  const key = `permission.${name}`
  return hasText(key) ? t(key) : name
}
