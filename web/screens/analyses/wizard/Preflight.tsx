import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Icon } from '../../../parts/icon/Icon.tsx'
import { mode } from '../../../state/mode.ts'
import type { Check } from './list-checks.ts'
import type { Launch } from './use-launch.ts'
import styles from './Wizard.module.css'

/** The list before a launch, always in view on a wide screen, and the launch itself. */
export function Preflight(props: {
  checks: readonly Check[]
  launch: Launch
  disabledReason: string | null
}) {
  const { checks, launch } = props
  return (
    <aside className={styles.preflight} aria-label={t('wizard.preflight')}>
      <h2>{t('wizard.preflight')}</h2>
      <ul className={styles.checks}>
        {checks.map(({ id, ok, text }) => (
          <li key={id} data-ok={ok}>
            <Icon name={ok ? 'check' : 'warning'} />
            <span>
              <span className={styles.checkName}>{t(`wizard.check.title.${id}`)}</span>
              <span className="visually-hidden">
                {t(ok ? 'wizard.check.ok' : 'wizard.check.open')}:{' '}
              </span>
              {text}
            </span>
          </li>
        ))}
      </ul>
      <Button
        kind="secondary"
        icon="run"
        busy={launch.busy === 'launching'}
        disabledReason={props.disabledReason}
        onClick={() => void launch.launch()}
      >
        {t(mode.value.state === 'offline' ? 'wizard.launchLocally' : 'wizard.launch')}
      </Button>
    </aside>
  )
}
