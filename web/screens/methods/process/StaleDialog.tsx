import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Dialog } from '../../../parts/dialog/Dialog.tsx'
import { localTime } from '../../../state/local-time.ts'
import type { ProcessRecipe } from '../../../../domain/entities/process-recipe.ts'
import { type Draft, draftOf } from './draft/draft.ts'
import styles from './Editor.module.css'
import { sayDifferences } from './say-differences.ts'

/** Somebody else has saved the recipe meanwhile: both versions side by side, and whose is kept. */
export function StaleDialog(props: {
  mine: Draft
  theirs: ProcessRecipe
  onMine: () => void
  onTheirs: () => void
  onClose: () => void
}) {
  const { mine, theirs } = props
  const differences = sayDifferences(mine, draftOf(theirs))
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
      <p>{t('methods.stale.text', { at: localTime(theirs.updated_at) ?? '' })}</p>
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
