import { useId } from 'react'
import styles from './Field.module.css'
import type { FieldFacts } from './FieldShell.tsx'
import { describeInput, FieldShell } from './FieldShell.tsx'

/** Enter several lines of text, such as a note or a reason. */
export function TextAreaField(
  props: FieldFacts & {
    value: string
    onChange: (value: string) => void
    rows?: number
    maxLength?: number
    autoFocus?: boolean
    /** Language of what is written, where it is not the reader's. */
    lang?: string
    dir?: 'ltr' | 'rtl'
  },
) {
  const id = useId()
  return (
    <FieldShell id={id} facts={props}>
      <span className={styles.box}>
        <textarea
          {...describeInput(id, props)}
          className={styles.input}
          rows={props.rows ?? 3}
          maxLength={props.maxLength}
          autoFocus={props.autoFocus}
          lang={props.lang}
          dir={props.dir}
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
        />
      </span>
    </FieldShell>
  )
}
