import { type ReactNode, useRef } from 'react'
import { Button } from './Button.tsx'

/** Choose a file of this machine by a button, or several where `many` is set; the same file can be chosen again. */
export function FileButton(props: {
  /** Name of the hidden file field, for assistive and test programs that fill it in. */
  label: string
  /** Types and endings, as the attribute of HTML takes them. */
  accept: string
  busy?: boolean
  /** Reason that no file can be chosen now. */
  disabledReason?: string | null
  many?: boolean
  /** `all`: every chosen file, the first of them included. */
  onFile: (file: File, all: readonly File[]) => void
  children: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={props.accept}
        multiple={props.many ?? false}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={props.label}
        onChange={({ currentTarget }) => {
          const all = [...(currentTarget.files ?? [])]
          const [file] = all
          currentTarget.value = ''
          if (file) props.onFile(file, all)
        }}
      />
      <Button
        icon="upload"
        busy={props.busy ?? false}
        disabledReason={props.disabledReason ?? null}
        onClick={() => input.current?.click()}
      >
        {props.children}
      </Button>
    </>
  )
}
