import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Icon } from '../../../parts/icon/Icon.tsx'
import { changeDraft, draft } from '../../../state/draft.ts'
import { mode } from '../../../state/mode.ts'
import { type Check, isOpen, warningOf } from './check.ts'
import styles from './Preflight.module.css'
import { stepAnchor } from './step-anchor.ts'
import type { Launch } from './use-launch.ts'

/**
 * Show the checklist before a launch, always in view on a wide screen. The button is above it: lines that come and go with what the device
 * says would move it away from a slow finger.
 */
export function Preflight(props: {
  checks: readonly Check[]
  launch: Launch
  disabledReason: string | null
}) {
  const { checks, launch } = props
  const open = checks.filter(isOpen).length
  return (
    <aside className={styles.preflight} aria-label={t('wizard.preflight')}>
      <h2>{t('wizard.preflight')}</h2>
      <Button
        kind="secondary"
        icon="run"
        busy={launch.busy === 'launching'}
        disabledReason={props.disabledReason}
        onClick={() => void launch.launch()}
      >
        {t(mode.value.state === 'offline' ? 'wizard.launchLocally' : 'wizard.launch')}
      </Button>
      <ul className={styles.checks}>
        {checks.map((check) => (
          <CheckLine key={check.id} check={check} />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {t('wizard.preflight.open', { count: open })}
      </p>
    </aside>
  )
}

const words = {
  ok: 'wizard.check.ok',
  todo: 'wizard.check.open',
  open: 'wizard.check.open',
  warned: 'wizard.check.warned',
  accepted: 'wizard.check.accepted',
} as const

/** Show no sign of alarm at what nobody did yet. */
const icons = {
  ok: 'check',
  todo: 'todo',
  open: 'error',
  warned: 'warning',
  accepted: 'warning',
} as const

function CheckLine({ check }: { check: Check }) {
  const { id, state, text, mend } = check
  return (
    <li data-state={state}>
      <Icon name={icons[state]} />
      <span className={styles.words}>
        <span className={styles.name}>{t(`wizard.check.title.${id}`)}</span>
        <span className="visually-hidden">{t(words[state])}: </span>
        {text}
        {state === 'accepted' && <span className={styles.name}>{t('wizard.check.accepted')}</span>}
        {isOpen(check) && (
          <span className={styles.buttons}>
            <Button kind="plain" onClick={() => showStep(mend)}>
              {t('wizard.check.mend')}
              <span className="visually-hidden">: {t(`wizard.check.title.${id}`)}</span>
            </Button>
            {state === 'warned' && (
              <Button kind="plain" onClick={() => accept(warningOf(check))}>
                {t('wizard.check.goOn')}
                <span className="visually-hidden">: {text}</span>
              </Button>
            )}
          </span>
        )}
      </span>
    </li>
  )
}

function accept(warning: string): void {
  const known = draft.peek()?.accepted ?? []
  changeDraft({ accepted: [...known.filter((one) => one !== warning), warning] })
}

/** Show the part of the plan that solves a problem: scroll it into view, and focus it. */
function showStep(step: Check['mend']): void {
  const part = document.getElementById(stepAnchor(step))
  part?.scrollIntoView({ block: 'start' })
  part?.focus({ preventScroll: true })
}
