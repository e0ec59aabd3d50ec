import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { Notice } from '../parts/notice/Notice.tsx'
import { tours, type TourStep } from '../screens/help/tours.ts'
import { endTour, goTour, type TourPlace } from '../state/tour.ts'
import styles from './TourCard.module.css'

/** Time for a page to draw what a step points at, before the step says that it is not there. */
const patienceMs = 5000

/** Show the step of a guided tour beside what it points at. Arrow keys go on and back, Escape ends it. */
export function TourCard({ place }: { place: TourPlace }) {
  const [path, navigate] = useLocation()
  const id = useId()
  const card = useRef<HTMLElement>(null)
  const found = tours.find((one) => one.id === place.id)
  const step = found?.steps[place.step]
  const page = step?.page
  const { rect, isMissing } = useAnchor(step, path)
  useEffect(() => {
    if (page !== undefined && page !== location.pathname) navigate(page)
  }, [page, navigate])
  useEffect(() => card.current?.focus(), [place])
  const steps = found?.steps.length ?? 0
  const isLast = place.step + 1 >= steps
  const go = (by: number) => {
    const next = place.step + by
    if (next >= steps) endTour({ isDone: true })
    else if (next >= 0) goTour({ id: place.id, step: next })
  }
  useTourKeys(go)
  const isPlaced = rect !== null && innerWidth >= narrow
  return (
    <>
      {rect && <div className={styles.ring} style={ringAt(rect)} aria-hidden="true" />}
      <section
        ref={card}
        className={styles.card}
        role="dialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        tabIndex={-1}
        data-placed={isPlaced || undefined}
        style={isPlaced ? cardAt(rect) : undefined}
      >
        <h2 id={`${id}-title`} className={styles.title}>
          {found ? t(found.title) : t('tour.title')}
        </h2>
        <p id={`${id}-text`}>{step && t(step.text)}</p>
        {(!step || isMissing) && (
          <Notice kind="warning" title={t('tour.missing')}>
            {t('tour.missingText')}
          </Notice>
        )}
        <div className={styles.foot}>
          <span className={styles.quiet}>
            {step && t('tour.step', { step: place.step + 1, steps })}
          </span>
          {!(step && isLast) && (
            <Button kind="plain" onClick={() => endTour({ isDone: false })}>
              {t('tour.skip')}
            </Button>
          )}
          {place.step > 0 && <Button onClick={() => go(-1)}>{t('tour.back')}</Button>}
          {step && (
            <Button kind="primary" onClick={() => go(1)}>
              {t(isLast ? 'tour.done' : 'tour.next')}
            </Button>
          )}
        </div>
      </section>
    </>
  )
}

/** Elements that have a use of their own for arrow keys. */
const ownKeys = 'input, select, textarea, [contenteditable], [role=grid], [role=tablist]'

/** Let keys lead through the tour wherever the focus is: a page takes it as it opens. */
function useTourKeys(go: (by: number) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, repeat, target, defaultPrevented } = event
      if (repeat || defaultPrevented) return
      if (key === 'Escape') endTour({ isDone: false })
      if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
      if (target instanceof Element && target.closest(ownKeys)) return
      const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
      go(key === forward ? 1 : -1)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}

/** Follow the element of a step: where it is in the window, or that it has not come. */
function useAnchor(step: TourStep | undefined, path: string) {
  const [rect, setRect] = useState<DOMRect | null>(null)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    setRect(null)
    setMissing(false)
    if (!step || step.page !== path) return undefined
    let shown: Element | null = null
    const look = () => {
      const anchor = findAnchor(step.anchor)
      if (anchor && anchor !== shown) {
        shown = anchor
        // Scroll at once: nothing moves for people who asked for less motion, and nobody waits. Keep clear of the card, which is at the bottom of a
        // narrow window.
        anchor.scrollIntoView({ block: innerWidth < narrow ? 'center' : 'nearest' })
      }
      setRect((before) => (anchor ? sameOr(before, anchor.getBoundingClientRect()) : null))
      if (anchor) setMissing(false)
    }
    look()
    const changes = new MutationObserver(look)
    changes.observe(document.body, { childList: true, subtree: true })
    const timer = setTimeout(() => setMissing(findAnchor(step.anchor) === null), patienceMs)
    addEventListener('resize', look)
    addEventListener('scroll', look, true)
    return () => {
      changes.disconnect()
      clearTimeout(timer)
      removeEventListener('resize', look)
      removeEventListener('scroll', look, true)
    }
  }, [step, path])
  return { rect, isMissing }
}

/** Find the first element of a selector that is drawn. */
function findAnchor(selector: string): Element | null {
  const all = [...document.querySelectorAll(selector)]
  return all.find((one) => one.getClientRects().length > 0) ?? null
}

function sameOr(before: DOMRect | null, next: DOMRect): DOMRect {
  const isSame =
    before !== null &&
    before.top === next.top &&
    before.left === next.left &&
    before.width === next.width &&
    before.height === next.height
  return isSame ? before : next
}

/** Room between the element and its ring, and between the ring and the card, in pixels. */
const gap = 6
/** Below this width the card is at the bottom of the window. */
const narrow = 700
const cardWidth = 400
const cardHeight = 220

function ringAt({ top, left, width, height }: DOMRect) {
  return { top: top - gap, left: left - gap, width: width + 2 * gap, height: height + 2 * gap }
}

/**
 * Place the card below the element, above it where there is no room, else beside it; at the bottom of the window where the
 * element fills it. Always within the window.
 */
function cardAt({ top, bottom, left, right }: DOMRect): { top: number; left: number } {
  const most = { top: innerHeight - cardHeight - gap, left: innerWidth - cardWidth - 2 * gap }
  const x = Math.max(gap, Math.min(left, most.left))
  if (bottom + 2 * gap <= most.top) return { top: bottom + 2 * gap, left: x }
  const above = top - cardHeight - 2 * gap
  if (above >= gap) return { top: Math.min(above, most.top), left: x }
  const y = Math.max(gap, Math.min(top, most.top))
  const before = left - cardWidth - 2 * gap
  if (before >= gap) return { top: y, left: before }
  if (right + 2 * gap <= most.left) return { top: y, left: right + 2 * gap }
  return { top: Math.max(gap, most.top), left: x }
}
