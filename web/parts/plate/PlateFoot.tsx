import { formatPercent } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../button/Button.tsx'
import styles from './PlateGrid.module.css'
import type { PlateZoom } from './use-plate-zoom.ts'

/** Show how to select, and the buttons of the zoom. Without them the line is for screen readers, or for all where it is new. */
export function PlateFoot(props: {
  /** Id of the line that explains how to select wells. */
  id: string
  isHinted: boolean
  /** Null: no buttons. */
  zoom: {
    zoom: PlateZoom | null
    in: () => void
    out: () => void
    reset: () => void
  } | null
}) {
  const { id, isHinted, zoom } = props
  return (
    <div className={styles.foot}>
      <p id={id} className={isHinted ? styles.hint : 'visually-hidden'}>
        {t(isTouched() ? 'parts.plate.touchHint' : 'parts.plate.hint')}
      </p>
      {zoom && (
        <div role="group" className={styles.zoom} aria-label={t('parts.plate.zoom')}>
          {zoom.zoom && (
            <Button kind="plain" icon="restore" onClick={zoom.reset}>
              {t('parts.plate.zoom.reset')}
            </Button>
          )}
          <Button kind="plain" icon="minus" iconOnly onClick={zoom.out}>
            {t('parts.plate.zoom.out')}
          </Button>
          <span className={styles.percent} aria-live="polite">
            {formatPercent(zoom.zoom?.scale ?? 1)}
          </span>
          <Button kind="plain" icon="plus" iconOnly onClick={zoom.in}>
            {t('parts.plate.zoom.in')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Return true where the machine is worked by fingers: it has no Ctrl to tell of. */
const isTouched = () => matchMedia('(pointer: coarse)').matches
