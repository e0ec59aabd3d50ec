import { useLayoutEffect, useRef, useState } from 'react'
import styles from './Dialog.module.css'

/** An element of its own that content is drawn into, whichever place of the page it stands in. */
export function useHolder(): HTMLElement {
  const [holder] = useState(() => {
    const made = document.createElement('div')
    made.className = styles.holder ?? ''
    return made
  })
  return holder
}

/** The place where the holder stands while this is drawn; what is in it outlives the place. */
export function Slot({ holder }: { holder: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const here = place.current
    here?.append(holder)
    return () => {
      // A dialog leaves a moment after its content has moved on.
      if (holder.parentElement === here) holder.remove()
    }
  }, [holder])
  return <div ref={place} className={styles.holder} />
}
