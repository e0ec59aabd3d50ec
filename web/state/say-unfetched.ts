import { t } from '../i18n/intl.ts'

/** Say why a part of the app could not be fetched, and what helps: without a network another thing than with one. */
export function sayUnfetched(): string {
  return t(navigator.onLine ? 'app.unfetched' : 'app.offlineChunk')
}
