import { writeWells } from '../../domain/rules/well-ranges.ts'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { dropUnplaced, findUnplaced, placeAll, placeOne } from '../state/layout-steps/unplaced.ts'
import { sampleBadges } from '../entities/sample/sample-look.ts'
import styles from './Layout.module.css'
import type { Editor } from './use-editor.ts'

/** Show samples without a well, which fell off the plate or were replaced, until they are placed or deleted. */
export function UnplacedTray({ editor }: { editor: Editor }) {
  const { layout, shape, change } = editor
  const waiting = findUnplaced(layout)
  if (waiting.length === 0) return null
  const wells = editor.wells.length > 0 ? editor.wells : [editor.current]
  const target = writeWells(wells, shape)
  return (
    <section className={styles.tray} aria-label={t('wizard.tray', { count: waiting.length })}>
      <h3>{t('wizard.tray', { count: waiting.length })}</h3>
      <ul className={styles.chips}>
        {waiting.map(({ uuid, name, sample_type }) => (
          <li key={uuid}>
            <button
              type="button"
              className={styles.chip}
              onClick={() =>
                change(
                  (before) => placeOne(before, uuid, wells),
                  t('wizard.said.assigned', { name, wells: target }),
                )
              }
            >
              <span className={styles.badge} aria-hidden="true">
                {sampleBadges[sample_type]}
              </span>
              <span className="visually-hidden">{t('wizard.tray.place', { name, target })}</span>
              <span aria-hidden="true">{name}</span>
            </button>
          </li>
        ))}
      </ul>
      <p>{t('wizard.tray.hint', { target })}</p>
      <div className={styles.buttons}>
        <Button
          onClick={() =>
            change((before) => placeAll(before, shape, editor.direction), t('wizard.said.placed'))
          }
        >
          {t('wizard.tray.placeAll')}
        </Button>
        <Button
          kind="plain"
          icon="trash"
          onClick={() => change(dropUnplaced, t('wizard.said.dropped'))}
        >
          {t('wizard.tray.delete')}
        </Button>
      </div>
    </section>
  )
}
