import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { Dialog } from '../parts/dialog/Dialog.tsx'
import styles from './KeyHelp.module.css'

/** Keys as they are written on keyboards; what they do says the text of the same name. */
const keys = [
  ['move', '← ↑ → ↓'],
  ['extend', 'Shift + ← ↑ → ↓'],
  ['ends', 'Home, End'],
  ['toggle', 'Space'],
  ['row', 'Shift + Space'],
  ['column', 'Ctrl + Space'],
  ['all', 'Ctrl + A'],
  ['type', 'A … Z, 0 … 9'],
  ['enter', 'Enter'],
  ['tab', 'Tab, Shift + Tab'],
  ['each', 'Ctrl + Enter'],
  ['edit', 'Enter, F2'],
  ['cycle', 'Alt + T'],
  ['clear', 'Delete'],
  ['down', 'Ctrl + D'],
  ['right', 'Ctrl + R'],
  ['copy', 'Ctrl + C, Ctrl + X, Ctrl + V'],
  ['undo', 'Ctrl + Z, Ctrl + Y'],
  ['scan', '▮▯▮▮'],
  ['zoom', 'Alt + + − 0'],
  ['escape', 'Escape'],
  ['help', '?'],
] as const

/** List every key of the plate. Names are typed straight onto wells, so keys that act on wells have Ctrl or Alt. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      size="medium"
      title={t('wizard.keys')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('parts.close')}</Button>}
    >
      <dl className={styles.keys}>
        {keys.map(([name, written]) => (
          <div key={name}>
            <dt>
              <kbd dir="ltr">{written}</kbd>
            </dt>
            <dd>{t(`wizard.keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
