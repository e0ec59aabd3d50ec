import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Dialog } from '../../../parts/dialog/Dialog.tsx'
import { localTime } from '../../../state/local-time.ts'
import styles from './Editing.module.css'

/** One thing that two versions say differently, in the words of the laboratory. */
export interface Difference {
  what: string
  mine: string
  theirs: string
}

/** Show both versions side by side when another person has saved meanwhile, and ask which to keep. */
export function StaleDialog(props: {
  differences: readonly Difference[]
  /** `updated_at` of their version. */
  at: string
  onMine: () => void
  onTheirs: () => void
  onClose: () => void
}) {
  const { differences, at } = props
  return (
    <Dialog
      open
      title={t('methods.stale.title')}
      role="alertdialog"
      size="medium"
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose}>{t('methods.stale.back')}</Button>
          <Button onClick={props.onTheirs}>{t('methods.stale.theirs')}</Button>
          <Button kind="primary" onClick={props.onMine}>
            {t('methods.stale.mine')}
          </Button>
        </>
      }
    >
      <p>{t('methods.stale.text', { at: localTime(at) ?? '' })}</p>
      {differences.length === 0 ? (
        <p>{t('methods.stale.same')}</p>
      ) : (
        <table className={styles.differences}>
          <thead>
            <tr>
              <th scope="col">{t('methods.stale.what')}</th>
              <th scope="col">{t('methods.stale.yours')}</th>
              <th scope="col">{t('methods.stale.others')}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map((one) => (
              <tr key={one.what}>
                <th scope="row">{one.what}</th>
                <td>{one.mine}</td>
                <td>{one.theirs}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}
