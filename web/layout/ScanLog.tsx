import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { Notice } from '../parts/notice/Notice.tsx'
import type { ScanIssue } from './judge-scan.ts'
import styles from './Layout.module.css'
import type { Editor } from './use-editor.ts'
import type { Scans } from './use-scans.ts'

/** List the scanned codes that need a check, position by position. */
export function ScanLog({ scans, editor }: { scans: Scans; editor: Editor }) {
  const { issues, count, isFull } = scans
  if (count === 0 && issues.length === 0) return null
  return (
    <section className={styles.scans} aria-label={t('wizard.scanned.title')}>
      <p>{t('wizard.scanned.count', { count, issues: issues.length })}</p>
      {isFull && <Notice kind="warning">{t('wizard.scanned.noWell')}</Notice>}
      {issues.length > 0 && (
        <ul className={styles.issues}>
          {issues.map((issue) => (
            <li key={`${issue.well} ${issue.code}`}>
              <span>
                <bdi dir="ltr">
                  <strong>{issue.well}</strong>
                </bdi>
                {': '}
                {issueText(issue)}
              </span>
              <span className={styles.buttons}>
                <IssueButtons issue={issue} scans={scans} editor={editor} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function issueText({ reason, code, elsewhere, holds }: ScanIssue): string {
  if (reason === 'duplicate')
    return t('wizard.scanned.duplicateIn', { code, wells: elsewhere.join(', ') })
  if (holds && reason === 'control')
    return t('wizard.scanned.controlIn', { code, type: t(`sample.type.${holds.sample_type}`) })
  if (holds && (reason === 'taken' || reason === 'full'))
    return t(`wizard.scanned.${reason}In`, { code, holds: holds.name })
  return t(`wizard.scanned.${reason}`, { code })
}

function IssueButtons(props: { issue: ScanIssue; scans: Scans; editor: Editor }) {
  const { issue, scans, editor } = props
  const { well, reason } = issue
  const again = <Button onClick={() => editor.goTo(well)}>{t('wizard.scanned.again')}</Button>
  const dismiss = (text: string) => (
    <Button kind="plain" onClick={() => scans.dismiss(issue)}>
      {text}
    </Button>
  )
  const keep = (text: string) => <Button onClick={() => scans.keep(issue)}>{text}</Button>
  switch (reason) {
    case 'misread':
      return (
        <>
          {again}
          {dismiss(t('wizard.scanned.leave', { well }))}
        </>
      )
    case 'damaged':
      return (
        <>
          {again}
          {keep(t('wizard.scanned.asSample'))}
          {dismiss(t('wizard.scanned.leave', { well }))}
        </>
      )
    case 'duplicate':
      return (
        <>
          {again}
          {keep(t('wizard.scanned.replicate'))}
          {dismiss(t('wizard.scanned.leave', { well }))}
        </>
      )
    case 'doubtful':
      return (
        <>
          {again}
          {dismiss(t('wizard.scanned.right'))}
        </>
      )
    case 'control':
      return (
        <>
          <Button onClick={() => scans.keep(issue, 'unknown')}>
            {t('wizard.scanned.asSample')}
          </Button>
          {keep(t('wizard.scanned.asControl'))}
          {dismiss(t('wizard.scanned.dropCode'))}
        </>
      )
    default:
      return (
        <>
          {keep(t('wizard.scanned.replace', { name: issue.holds?.name ?? '' }))}
          {dismiss(t('wizard.scanned.dropCode'))}
        </>
      )
  }
}
