import { Fault, type FaultDetail } from '../../domain/fault.ts'
import { hasText, t } from './intl.ts'

/**
 * What to tell a person about one detail of a failure: by its `reason` where there is a text, else by its
 * `code`. The server's own words are English and are for logs.
 */
export function faultText({
  code,
  reason,
  params,
}: Pick<FaultDetail, 'code' | 'reason' | 'params'>): string {
  const named = `fault.${reason}`
  if (reason && hasText(named)) return t(named, params)
  const coded = `fault.${code}`
  return hasText(coded) ? t(coded, params) : t('fault.internal', { request: '' })
}

/** All details of whatever was thrown, in words. */
export function errorTexts(error: unknown): string[] {
  return error instanceof Fault
    ? error.details.map(faultText)
    : [t('fault.internal', { request: '' })]
}
