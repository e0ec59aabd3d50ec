import type { DeviceNotice } from '../../domain/live/event.ts'
import { hasText, t } from '../i18n/intl.ts'
import type { ToastMessage } from './toasts.ts'

/** Message about an event: our text where there is one, else the device's own. */
export type NoticeToast = Pick<ToastMessage, 'kind' | 'text' | 'caption'>

/**
 * An event of a device is told with the device's name; one of a gateway, or heard over its Bluetooth, has the name as
 * its caption (spec §8 "Socket", decisions D48). A device that is not known here is called so.
 */
export function noticeToast(
  { kind: what, text }: DeviceNotice,
  device: string | undefined,
  gateway: boolean,
): NoticeToast {
  const name = device ?? t('device.unknown')
  const key = `notice.${what}`
  const kind = what === 'error' ? 'error' : what === 'flooded' ? 'warning' : 'info'
  const told = hasText(key) ? t(key, { device: name }) : text
  // Its own text may be no sentence (the name of the run that it started), and is never in the reader's language.
  if (gateway) return { kind, text: told || name, caption: name }
  return { kind, text: hasText(key) ? told : `${name}: ${told}` }
}
