import { useState } from 'react'
import { type AccessRules, permissionCalls } from '../../../domain/calls/profiles.ts'
import type { AccessRule } from '../../../domain/entities/company.ts'
import { isReason } from '../../../domain/rules/plain-text.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Dialog } from '../../parts/dialog/Dialog.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { FetchingDialog } from '../../parts/dialog/FetchingDialog.tsx'
import { ReasonField } from '../../record/ReasonField.tsx'
import { showToast } from '../../state/toasts.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { useSending } from '../../state/use-sending.ts'
import { AddRule, sayRule } from './AddRule.tsx'
import styles from './PermissionsScreen.module.css'

const load = (signal: AbortSignal) => call(permissionCalls.rules, {}, { signal })

/** Keep the company's rules about its profiles; the service refuses a change that breaks one. */
export function RulesDialog({ onClose }: { onClose: () => void }) {
  const { value, failure, again } = useAnswer(load)
  if (value) return <Rules known={value} onClose={onClose} />
  return <FetchingDialog title={t('rights.rules.title')} {...{ failure, again, onClose }} />
}

function Rules({ known, onClose }: { known: AccessRules; onClose: () => void }) {
  const [rules, setRules] = useState<readonly AccessRule[]>(known.rules)
  const [reason, setReason] = useState('')
  const sending = useSending(['reason'])
  const isSame = JSON.stringify(rules) === JSON.stringify(known.rules)
  const save = async () => {
    const body = { rules: [...rules], seen: known.updated_at, reason: reason.trim() }
    const work = async (opId: string) => {
      await call(permissionCalls.setRules, { body }, { opId })
    }
    if (!(await sending.send(isReason(reason), work, body))) return
    showToast('done', t('rights.rules.saved'))
    onClose()
  }
  return (
    <Dialog
      open
      title={t('rights.rules.title')}
      role="alertdialog"
      size="large"
      onClose={onClose}
      onSubmit={() => void save()}
      busy={sending.busy}
      actions={
        <>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <Button
            type="submit"
            kind="primary"
            busy={sending.busy}
            disabledReason={isSame ? t('rights.matrix.same') : null}
          >
            {t('people.save')}
          </Button>
        </>
      }
    >
      <div className={styles.effect}>
        <p>{t('rights.rules.text')}</p>
        {sending.others.length > 0 && <Notice kind="error">{sending.others.join(' ')}</Notice>}
        <ul className={styles.rules}>
          {rules.map((rule) => (
            <li key={rule.uuid}>
              <span>
                <strong>{rule.name}</strong>
                <br />
                <span className={styles.quiet}>{sayRule(rule)}</span>
              </span>
              <Button
                icon="trash"
                kind="plain"
                iconOnly
                onClick={() => setRules(rules.filter((one) => one !== rule))}
              >
                {t('rights.rules.remove', { name: rule.name })}
              </Button>
            </li>
          ))}
        </ul>
        <AddRule onAdd={(rule) => setRules([...rules, rule])} />
        {!isSame && <ReasonField value={reason} sending={sending} onChange={setReason} />}
      </div>
    </Dialog>
  )
}
