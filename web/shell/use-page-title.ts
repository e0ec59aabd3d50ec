import { useEffect, useRef } from 'react'
import { hasText, t } from '../i18n/intl.ts'
import { namePage } from '../state/page-name.ts'
import type { MessageKey } from '../i18n/text-files.ts'

/** Delay between a navigation and the change of the title (spec §2, §9). */
const titleDelayMs = 100

/** Number of attempts to find the page before the focus is left: five seconds. */
const focusTries = 50

/** Return the title of the window: the product's name, then the page's. */
export function titleOf(title: MessageKey): string {
  return hasText(title) ? `${t('app.name')} · ${t(title)}` : t('app.name')
}

/**
 * Name the window after the page, a moment after the navigation, and take the focus to the page's start so
 * that keyboard and screen reader are where the eyes are. Not on the first page: there nothing was left.
 */
export function usePageTitle(title: MessageKey, path: string): void {
  const before = useRef(path)
  useEffect(() => {
    const timer = setTimeout(() => {
      namePage(titleOf(title))
    }, titleDelayMs)
    return () => clearTimeout(timer)
  }, [title])
  useEffect(() => {
    if (before.current === path) return undefined
    before.current = path
    let tries = 0
    const timer = setInterval(() => {
      const page = document.querySelector<HTMLElement>('main')
      tries += 1
      // Wait for a screen that is still being fetched.
      if (!page && tries < focusTries) return
      clearInterval(timer)
      const active = document.activeElement
      // Leave the focus where a page has put it itself.
      if (!active || active === document.body || !active.closest('main')) {
        page?.focus({ preventScroll: true })
      }
      scrollTo({ top: 0 })
    }, titleDelayMs)
    return () => clearInterval(timer)
  }, [path])
}
