import { t } from '../../i18n/intl.ts'
import { Button } from '../button/Button.tsx'
import styles from './PlaceMap.module.css'

/** Show buttons to zoom in, to zoom out, and to show all places if there are some. */
export function MapControls(props: { onZoom: (step: 1 | -1) => void; onFit?: () => void }) {
  return (
    <div className={styles.controls} role="group" aria-label={t('map.controls')}>
      <Button icon="plus" iconOnly onClick={() => props.onZoom(1)}>
        {t('map.nearer')}
      </Button>
      <Button icon="minus" iconOnly onClick={() => props.onZoom(-1)}>
        {t('map.farther')}
      </Button>
      {props.onFit && (
        <Button icon="globe" iconOnly onClick={props.onFit}>
          {t('map.all')}
        </Button>
      )}
    </div>
  )
}
