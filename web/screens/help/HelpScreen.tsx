import { type KeyboardEvent, useRef, useState } from 'react'
import { Link } from 'wouter'
import { version } from '../../../package.json'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { paths } from '../../paths.ts'
import { may } from '../../state/session.ts'
import { goTour, readLeft } from '../../state/tour.ts'
import { useAddress } from '../../use-address.ts'
import styles from './HelpScreen.module.css'
import { TopicPage } from './TopicPage.tsx'
import { tours } from './tours.ts'
import { findTopics, type Topic, topics } from './topics.ts'

/**
 * Show the help centre: tutorials of the main jobs and background, searched while typing; the topic is in the address.
 */
export function HelpScreen() {
  const { search } = useAddress()
  const [wanted, setWanted] = useState('')
  const list = useRef<HTMLElement>(null)
  const found = findTopics(wanted)
  const named = topics.find(({ id }) => id === search.get('topic'))
  // Show the best find while one searches; a topic of the address stays where it fits.
  const shown = named && found.includes(named) ? named : (found[0] ?? null)
  const move = (event: KeyboardEvent) => {
    if (list.current && moveInList(list.current, event.key)) event.preventDefault()
  }
  return (
    <Page title={t('help.title')} facts={[t('help.version', { version })]}>
      <div className={styles.help}>
        <div className={styles.side} onKeyDown={move}>
          <Field
            label={t('help.search')}
            hideLabel
            type="search"
            placeholder={t('help.search')}
            value={wanted}
            onChange={setWanted}
          />
          <TourList />
          <nav ref={list} aria-label={t('help.topics')}>
            <TopicList kind="tutorial" found={found} shown={shown} />
            <TopicList kind="reference" found={found} shown={shown} />
          </nav>
        </div>
        {shown ? (
          <TopicPage key={shown.id} topic={shown} chosen={shown === named} />
        ) : (
          <EmptyState icon="search" title={t('help.none')} />
        )}
      </div>
    </Page>
  )
}

/** List the guided tours, to begin or, where one was left, to go on. */
function TourList() {
  return (
    <section aria-labelledby="help-tours">
      <h2 id="help-tours" className={styles.heading}>
        {t('tour.title')}
      </h2>
      <ul className={styles.list}>
        {tours.map(({ id, title, needs }) => {
          const left = readLeft(id)
          const begin = left > 0 ? t('tour.resume', { step: left + 1 }) : t('tour.start')
          return (
            <li key={id}>
              <Button
                kind="plain"
                icon="run"
                title={begin}
                disabledReason={may(needs) ? null : t('fault.permission_missing')}
                onClick={() => goTour({ id, step: left })}
              >
                {t(title)}
                {left > 0 && <> · {begin}</>}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function TopicList(props: { kind: Topic['kind']; found: readonly Topic[]; shown: Topic | null }) {
  const { kind, found, shown } = props
  const own = found.filter((topic) => topic.kind === kind)
  if (own.length === 0) return null
  const heading = t(kind === 'tutorial' ? 'help.tutorials' : 'help.reference')
  return (
    <>
      <h2 className={styles.heading}>{heading}</h2>
      <ul className={styles.list} aria-label={heading}>
        {own.map(({ id, title }) => (
          <li key={id}>
            <Link
              href={paths.help(id)}
              replace
              className={styles.topic}
              aria-current={id === shown?.id ? 'true' : undefined}
            >
              {t(title)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Move through the topics by arrows, Home and End, also from the search field; return false for other keys. */
function moveInList(list: HTMLElement, key: string): boolean {
  const links = [...list.querySelectorAll<HTMLElement>('a')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  const inField = at === -1
  const next = {
    ArrowDown: links[at + 1],
    ArrowUp: links[at - 1],
    Home: inField ? undefined : links[0],
    End: inField ? undefined : links.at(-1),
  }[key]
  next?.focus()
  return next !== undefined
}
