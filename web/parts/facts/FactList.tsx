import { Fragment } from 'react'
import styles from './Facts.module.css'

/** List facts about one thing, name and value beside each other; a dash for an unknown one. */
export function FactList(props: {
  facts: readonly (readonly [name: string, value: string | null | undefined])[]
}) {
  return (
    <dl className={styles.facts}>
      {props.facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value || '–'}</bdi>
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
