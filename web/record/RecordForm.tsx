import { type ComponentProps, useEffect, useState } from 'react'
import { loadLater } from '../load-later.tsx'
import type { FormFacts } from './OpenRecordForm.tsx'

/** Fetch it behind the page: with the library of forms it weighs more than most pages of records by themselves. */
const Form = loadLater(async () => (await import('./OpenRecordForm.tsx')).OpenRecordForm, {
  isQuiet: true,
})

/**
 * Show the form of a record in a dialog. A refusal of the service is shown at its field; the entries stay until they
 * are saved, also while it is closed.
 */
export function RecordForm<Body extends object>(props: FormFacts<Body>) {
  const [wasOpen, setWasOpen] = useState(props.open)
  if (props.open && !wasOpen) setWasOpen(true)
  useEffect(() => {
    // Ignore a failure here: the form that is opened fetches it again, and shows why it cannot.
    Form.load().catch(() => undefined)
  }, [])
  return wasOpen && <Form {...(props as unknown as ComponentProps<typeof Form>)} />
}
