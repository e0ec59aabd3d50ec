import { type ReactNode, useId } from 'react'
import styles from './Wizard.module.css'

/** One numbered part of the plan. */
export function Step(props: {
  number: number
  title: string
  tools?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={styles.step} aria-labelledby={id}>
      <header className={styles.stepHead}>
        <span className={styles.number} aria-hidden="true">
          {props.number}
        </span>
        <h2 id={id}>{props.title}</h2>
        {props.tools && <div className={styles.tools}>{props.tools}</div>}
      </header>
      {props.children}
    </section>
  )
}
