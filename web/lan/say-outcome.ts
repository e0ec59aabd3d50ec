import { Fault } from '../../domain/fault.ts'
import { completeTexts } from '../i18n/catalogs.ts'
import { errorTexts } from '../i18n/faults.ts'
import { t } from '../i18n/intl.ts'
import { showToast } from '../state/toasts.ts'

/**
 * Report the outcome of a call in the local network (spec §8, ERR-024 to ERR-027): "Can't find host for bCUBE" if
 * nothing answers under the name, the list of errors if the device sent one, else "Something went wrong".
 */
export function lanErrorTexts(error: unknown): string[] {
  if (!(error instanceof Fault)) return [t('lan.failed')]
  if (error.first.reason === 'lan_no_host') return [t('lan.noHost')]
  return error.code === 'internal' || error.code === 'network'
    ? [t('lan.failed')]
    : errorTexts(error)
}

/** Say that a device has done what it was asked, with its name beside (spec §8, ERR-024). */
export async function tellLanSuccess(device: string): Promise<void> {
  await completeTexts('lan').catch(() => undefined)
  showToast('done', t('lan.success'), undefined, device)
}
