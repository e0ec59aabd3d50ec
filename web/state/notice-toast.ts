import type { DeviceNotice } from '../../domain/live/event.ts'
import { hasText, t } from '../i18n/intl.ts'
import type { ToastMessage } from './toasts.ts'

/** Message about an event: our text where there is one, else the device's own. */
export type NoticeToast = Pick<ToastMessage, 'kind' | 'text' | 'caption'>

/**
 * Make a message of a device's event, with the device's name; an event of a gateway, or one heard over its Bluetooth,
 * has the name as caption (spec §8 "Socket", decisions D48). An unknown device is named so.
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
  // Show its own text as it is: it may be no sentence (the name of the run that it started), and is never in the reader's language.
  if (gateway) return { kind, text: told || name, caption: name }
  return { kind, text: hasText(key) ? told : `${name}: ${told}` }
}
