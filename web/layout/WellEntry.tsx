import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../i18n/intl.ts'
import styles from './WellEntry.module.css'
import type { Onward } from './use-editor.ts'

const mostOffers = 6

interface WellEntryProps {
  /** The well, once it is drawn. */
  findAnchor: () => HTMLElement | null
  label: string
  text: string
  /** The text is a name to be changed: the first key replaces it. */
  renames: boolean
  /** Names of the plan, those without a well first. */
  names: readonly string[]
  /** Wells that the name goes into. */
  count: number
  onAssign: (name: string, how: 'one' | 'each', onward: Onward) => void
  onLeave: (back: boolean) => void
}

/**
 * Show the field that opens on a well as soon as a person types: it offers the names of the plan, Enter and Tab accept
 * the name and go on, Escape changes nothing. Draw it above everything, so that no edge cuts it.
 */
export function WellEntry(props: WellEntryProps) {
  const { findAnchor, renames, count } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  const [text, setText] = useState(props.text)
  const [chosen, setChosen] = useState(-1)
  const offers = findOffers(props.names, text)
  useAnchor({ box, input, findAnchor, renames })

  const assign = (name: string, how: 'one' | 'each', onward: Onward) => {
    done.current = true
    if (name.trim() === '' || (renames && name === props.text && onward === 'stay'))
      props.onLeave(onward !== 'stay')
    else props.onAssign(name.trim(), how, onward)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const act = readEntryKey(event)
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    if (act.kind === 'assign') {
      // Read the field itself: a fast key may be ahead of the last drawing.
      assign(offers[chosen] ?? event.currentTarget.value, act.how, act.onward)
    } else if (act.kind === 'leave') {
      done.current = true
      props.onLeave(true)
    } else setChosen(Math.max(-1, Math.min(chosen + act.by, offers.length - 1)))
  }
  return (
    <div ref={box} popover="manual" className={styles.entry}>
      <input
        ref={input}
        data-well-entry
        role="combobox"
        className={styles.input}
        aria-label={props.label}
        aria-expanded={offers.length > 0}
        aria-controls={offers.length > 0 ? `${id}-names` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
        aria-describedby={`${id}-keys`}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={120}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setChosen(-1)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (!done.current) assign(text, 'one', 'stay')
        }}
      />
      {offers.length > 0 && (
        <Offers
          id={id}
          offers={offers}
          chosen={chosen}
          onTake={(name) => assign(name, 'one', 'next')}
        />
      )}
      <p id={`${id}-keys`} className={styles.keys}>
        {count > 1 ? t('wizard.entry.several', { count }) : t('wizard.entry.one')}
      </p>
    </div>
  )
}

/** List the names that fit the text, to take one by a press. */
function Offers(props: {
  id: string
  offers: readonly string[]
  chosen: number
  onTake: (name: string) => void
}) {
  const { id, offers, chosen } = props
  return (
    <ul
      id={`${id}-names`}
      role="listbox"
      aria-label={t('wizard.entry.names')}
      className={styles.names}
    >
      {offers.map((name, at) => (
        <li
          key={name}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === chosen}
          className={styles.name}
          // Keep the focus in the field, whose leaving would put in what is typed so far.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => props.onTake(name)}
        >
          {name}
        </li>
      ))}
    </ul>
  )
}

type EntryAct =
  | { kind: 'assign'; how: 'one' | 'each'; onward: Onward }
  | { kind: 'leave' }
  | { kind: 'move'; by: 1 | -1 }

/** Return what a key does in the field; null for one that types. */
function readEntryKey(event: KeyboardEvent): EntryAct | null {
  const { key, ctrlKey, altKey, metaKey, shiftKey } = event
  if (event.nativeEvent.isComposing) return null
  // Take carriage return and line feed, as some readers of bar codes send them.
  if (ctrlKey && !altKey && /^[jm]$/i.test(key)) {
    return { kind: 'assign', how: 'one', onward: 'next' }
  }
  switch (key) {
    case 'Enter':
      return { kind: 'assign', how: ctrlKey || metaKey ? 'each' : 'one', onward: 'next' }
    case 'Tab':
      return { kind: 'assign', how: 'one', onward: shiftKey ? 'previous' : 'next' }
    case 'Escape':
      return { kind: 'leave' }
    case 'ArrowDown':
      return { kind: 'move', by: 1 }
    case 'ArrowUp':
      return { kind: 'move', by: -1 }
    default:
      return null
  }
}

/** Find the names that hold the typed text, those that begin with it first; not the text itself. */
function findOffers(names: readonly string[], text: string): string[] {
  const wanted = text.trim().toLocaleLowerCase()
  if (wanted === '') return []
  const holding = [...new Set(names)].filter(
    (name) => name !== text && name.toLocaleLowerCase().includes(wanted),
  )
  const starts = (name: string) => name.toLocaleLowerCase().startsWith(wanted)
  return [...holding.filter(starts), ...holding.filter((name) => !starts(name))].slice(
    0,
    mostOffers,
  )
}

/** Open the field on its well with the focus in it, and keep it there while the page moves. */
function useAnchor(given: {
  box: RefObject<HTMLDivElement | null>
  input: RefObject<HTMLInputElement | null>
  findAnchor: () => HTMLElement | null
  renames: boolean
}): void {
  const { box, input, renames } = given
  const find = useRef(given.findAnchor)
  useLayoutEffect(() => {
    if (!box.current || !input.current) return undefined
    if (!box.current.matches(':popover-open')) box.current.showPopover()
    const anchor = find.current()
    const move = () => box.current && anchor && putAt(box.current, anchor)
    move()
    input.current.focus()
    if (renames) input.current.select()
    addEventListener('scroll', move, true)
    addEventListener('resize', move)
    return () => {
      removeEventListener('scroll', move, true)
      removeEventListener('resize', move)
    }
  }, [box, input, renames])
}

/** Put the field on the well, and inside the window. */
function putAt(box: HTMLElement, anchor: HTMLElement): void {
  const from = anchor.getBoundingClientRect()
  const { width, height } = box.getBoundingClientRect()
  const top = Math.max(4, Math.min(from.top - 2, innerHeight - height - 4))
  const left = Math.max(4, Math.min(from.left - 2, innerWidth - width - 4))
  box.style.top = `${top}px`
  box.style.left = `${left}px`
}
