import { faultText } from '../../../i18n/faults.ts'
import { hasText, t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import type { Launch } from './use-launch.ts'

/** Show the outcome of a launch: waiting for the device, refused by it, expired, unknown, or not sent. */
export function LaunchNotice({ launch, deviceName }: { launch: Launch; deviceName: string }) {
  const { problems, command, left } = launch
  if (left) return <LeftNotice launch={launch} left={left} />
  if (problems.length > 0) {
    return (
      <Notice
        kind="error"
        stays
        title={t(launch.failed === 'saving' ? 'wizard.save.failed' : 'wizard.launch.failed')}
      >
        <ul>
          {problems.map((problem, at) => (
            <li key={at}>{faultText(problem)}</li>
          ))}
        </ul>
        {problems.some(({ reason }) => reason === 'analysis_running') && (
          <p>
            <Button icon="refresh" onClick={launch.refresh}>
              {t('wizard.launch.refresh')}
            </Button>
          </p>
        )}
        {problems.some(({ code }) => code === 'stale') && (
          <p>
            <Button onClick={launch.keepMine}>{t('wizard.launch.keepMine')}</Button>{' '}
            {t('wizard.launch.keepMine.hint')}
          </p>
        )}
      </Notice>
    )
  }
  if (!command || launch.busy) return null
  const device = deviceName
  switch (command.state) {
    case 'queued':
      return (
        <Notice kind="warning" stays title={t('wizard.launch.queued', { device })}>
          {t('wizard.launch.queued.hint')}
        </Notice>
      )
    case 'sent':
      return (
        <Notice kind="info" stays>
          {t('wizard.launch.sent', { device })}
        </Notice>
      )
    case 'refused': {
      const key = `command.refused.${command.reason}`
      return (
        <Notice kind="error" stays title={t('wizard.launch.refused', { device })}>
          {hasText(key) ? t(key) : command.reason} {t('wizard.launch.kept')}
        </Notice>
      )
    }
    case 'unknown':
      return (
        <Notice kind="warning" stays title={t('wizard.launch.unknown', { device })}>
          {t('wizard.launch.unknown.hint')}
        </Notice>
      )
    case 'expired':
      return (
        <Notice kind="error" stays title={t('wizard.launch.expired', { device })}>
          {t('wizard.launch.kept')}
        </Notice>
      )
    default:
      return <Notice kind="info">{t('wizard.launch.accepted', { device })}</Notice>
  }
}

/** Say what others did with the plan, and let the person decide what becomes of the changes. */
function LeftNotice({ launch, left }: { launch: Launch; left: NonNullable<Launch['left']> }) {
  return (
    <Notice
      kind="error"
      stays
      title={t(left === 'gone' ? 'analysis.missing' : 'wizard.left.launched')}
      action={
        <>
          {left === 'launched' && <Button onClick={launch.openRun}>{t('wizard.left.open')}</Button>}
          <Button kind="primary" onClick={launch.keepMine}>
            {t('wizard.launch.keepMine')}
          </Button>
        </>
      }
    >
      {left === 'gone' && t('analysis.missing.hint')} {t('wizard.left.hint')}
    </Notice>
  )
}
