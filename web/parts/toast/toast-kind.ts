import type { IconName } from '../icon/icon-paths.ts'
import type { NoticeKind } from '../notice/Notice.tsx'

/** `normal` says in passing what happens, `success` that a small thing went well, `done` that a whole one is stored. */
export type ToastKind = NoticeKind | 'normal' | 'success'

export const toastIcons: Record<ToastKind, IconName> = {
  error: 'error',
  warning: 'warning',
  info: 'info',
  done: 'check',
  success: 'check',
  normal: 'info',
}
