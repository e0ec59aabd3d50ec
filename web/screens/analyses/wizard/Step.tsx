import { type ReactNode, useId } from 'react'
import { stepAnchor, type StepId } from './step-anchor.ts'
import styles from './Wizard.module.css'

/** Show one numbered part of the plan. */
export function Step(props: {
  number: number
  /** Anchor for the checklist before a launch. */
  id?: StepId
  title: string
  tools?: ReactNode
  /** There are many of them: they get a row of their own. */
  toolRow?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      className={styles.step}
      aria-labelledby={id}
      id={props.id && stepAnchor(props.id)}
      tabIndex={props.id && -1}
    >
      <header className={styles.stepHead}>
        <span className={styles.number} aria-hidden="true">
          {props.number}
        </span>
        <h2 id={id}>{props.title}</h2>
        {props.tools && (
          <div className={styles.tools} data-row={props.toolRow || undefined}>
            {props.tools}
          </div>
        )}
      </header>
      {props.children}
    </section>
  )
}
