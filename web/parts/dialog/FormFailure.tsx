import { useEffect, useRef } from 'react'
import { Notice } from '../notice/Notice.tsx'

/**
 * Say above the fields of a form why it was not sent, and scroll there: in a long form the button seems to do nothing otherwise.
 * @param title above the reasons, if any.
 */
export function FormFailure(props: { reasons: readonly string[]; title?: string | undefined }) {
  const { reasons, title } = props
  const text = reasons.join(' ')
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (text !== '') place.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  if (text === '') return null
  return (
    <div ref={place}>
      <Notice kind="error" {...(title !== undefined && { title })}>
        {text}
      </Notice>
    </div>
  )
}
