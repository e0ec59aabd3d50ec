import { useEffect, useState } from 'react'
import { aboutCalls } from '../../domain/calls/about.ts'
import { ssoCalls } from '../../domain/calls/sso.ts'
import { call } from '../client/call.ts'
import { t } from '../i18n/intl.ts'
import { Icon } from '../parts/icon/Icon.tsx'
import { showErrors } from '../state/show-errors.ts'
import styles from './HelpDesk.module.css'

/** Delay after which the page asks whether this deployment has a help desk: nobody waits for it. */
const askAfterMs = 3000

/**
 * Show the button of the help desk, at the left bottom (spec §1), only if the deployment names one. Nothing of it is
 * loaded into this page in either case. Pressed, it opens with a token that signs the person in.
 */
export function HelpDesk() {
  const [known, setKnown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      call(aboutCalls.health, {}, { background: true, once: true }).then(
        ({ help_desk }) => setKnown(help_desk === true),
        () => undefined,
      )
    }, askAfterMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    // Let the frame leave room below the page for the button (SignedIn.module.css).
    document.documentElement.toggleAttribute('data-help-desk', known)
    return () => document.documentElement.removeAttribute('data-help-desk')
  }, [known])
  if (!known) return null
  return (
    <button
      type="button"
      className={styles.desk}
      data-on-screen
      onClick={() => void openHelpDesk()}
    >
      <Icon name="message" />
      {t('top.helpDesk')}
    </button>
  )
}

async function openHelpDesk(): Promise<void> {
  // Open it at once, while it still is what somebody pressed; its address comes with the token.
  const opened = window.open('about:blank', '_blank')
  try {
    const body = { service: 'helpdesk', type: 'jwt' } as const
    const { token, url } = await call(ssoCalls.generate, { body })
    const address = new URL(url)
    address.searchParams.set('jwt', token)
    if (opened) {
      opened.opener = null
      opened.location.replace(address)
    } else location.assign(address)
  } catch (error) {
    opened?.close()
    showErrors(error)
  }
}
