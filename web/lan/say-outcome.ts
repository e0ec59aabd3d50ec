import { Fault } from '../../domain/fault.ts'
import { completeTexts } from '../i18n/catalogs.ts'
import { errorTexts, fetchFaultTexts } from '../i18n/faults.ts'
import { t } from '../i18n/intl.ts'
import { showToast } from '../state/toasts.ts'

/**
 * What is told of a call in the local network (spec §8, ERR-024 to ERR-027): "Can't find host for bCUBE" where nothing
 * answers under the name, the list of errors where the device said what is wrong, and "Something went wrong" where
 * nobody said anything that can be told.
 */
export function lanErrorTexts(error: unknown): string[] {
  if (!(error instanceof Fault)) return [t('lan.failed')]
  if (error.first.reason === 'lan_no_host') return [t('lan.noHost')]
  return error.code === 'internal' || error.code === 'network'
    ? [t('lan.failed')]
    : errorTexts(error)
}

/** Makes a call and shows what came of it, with the device's name beside. Null where it failed. */
export async function tellOutcome<Data>(
  device: string,
  work: () => Promise<Data>,
): Promise<Data | null> {
  await completeTexts('lan').catch(() => undefined)
  try {
    const data = await work()
    showToast('done', t('lan.success'), undefined, device)
    return data
  } catch (error) {
    if (error instanceof Fault) await fetchFaultTexts(error)
    for (const text of lanErrorTexts(error)) showToast('error', text, undefined, device)
    return null
  }
}
