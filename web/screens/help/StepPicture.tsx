import type { ReactNode } from 'react'
import { ExpiryBadge } from '../../entities/kit/ExpiryBadge.tsx'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { Icon } from '../../parts/icon/Icon.tsx'
import type { IconName } from '../../parts/icon/icon-paths.ts'
import { PlateGrid } from '../../parts/plate/PlateGrid.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { callDrawings } from './drawings.tsx'
import styles from './StepPicture.module.css'

/**
 * Show a small picture beside a step, made of the page's own parts. Screen readers skip it, because the text is
 * complete.
 */
export function StepPicture({ name }: { name: string }) {
  const picture = pictures[name]?.()
  if (!picture) return null
  return (
    <div className={styles.picture} aria-hidden="true" inert>
      {picture}
    </div>
  )
}

const block = new Set([5, 6, 9, 10])

/** Draw a plate in the colours of a plan. */
function Plate(props: { selected?: boolean; filled?: boolean }) {
  const look = (index: number) => {
    if (index === 15) return { label: '+', badge: '+', fill: '#e3b27c' }
    if (props.filled && block.has(index)) return { label: 'U', badge: 'U', fill: '#9dc1cf' }
    return { label: '', quiet: true }
  }
  return (
    <div className={styles.plate}>
      <PlateGrid
        label={t('help.picture')}
        rows={4}
        columns={4}
        wellLook={look}
        selected={props.selected ? block : none}
        onSelect={() => undefined}
      />
    </div>
  )
}

const none: ReadonlySet<number> = new Set()

function Words({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <span className={styles.words}>
      <Icon name={icon} size={24} />
      {children}
    </span>
  )
}

function Curves() {
  return (
    <svg viewBox="0 0 160 90" className={styles.curves}>
      <path d="M14 6v70h140" className={styles.axis} />
      <path d="M14 52h140" className={styles.threshold} />
      <path d="M14 73c50 0 56-4 72-32S118 14 150 13" className={styles.curve} />
      <path d="M14 74c66 0 74-2 92-24s28-30 44-31" className={styles.curve} />
      <path d="M14 75h136" className={styles.flat} />
    </svg>
  )
}

/** Draw a programme: a hold, then two steps that repeat. */
function Programme() {
  return (
    <svg viewBox="0 0 160 90" className={styles.curves}>
      <path d="M14 6v70h140" className={styles.axis} />
      <path d="M18 20h40l8 0h28l8 34h40" className={styles.curve} />
      <path d="M66 82v4h76v-4" className={styles.axis} />
    </svg>
  )
}

const soonMs = 10 * 86_400_000

const pictures: Readonly<Record<string, () => ReactNode>> = {
  'launch.1': () => <Words icon="run">{t('wizard.title')}</Words>,
  'launch.2': () => (
    <Words icon="device">
      <Badge shape="disc" tone="accent">
        {t('devices.state.available')}
      </Badge>
    </Words>
  ),
  'launch.3': () => <Plate selected filled />,
  'launch.4': () => <Progress label={t('help.picture')} value={0.4} />,
  'read.1': () => <Curves />,
  'read.2': () => <span className={styles.calls}>{callDrawings}</span>,
  'sign.1': () => <Words icon="review">{t('review.title')}</Words>,
  'sign.3': () => <Words icon="lock">●●●●●●●●</Words>,
  'import.1': () => <Words icon="upload">CSV</Words>,
  'import.3': () => <Plate filled />,
  'offline.1': () => <Words icon="offline">{t('top.offline')}</Words>,
  'methods.1': () => <Programme />,
  'methods.2': () => <Words icon="method">{t('nav.recipes')}</Words>,
  'methods.3': () => <Words icon="list">{t('nav.applications')}</Words>,
  'evaluation.1': () => <Words icon="curve">{t('nav.evaluationRecipes')}</Words>,
  'evaluation.2': () => <Curves />,
  'versions.1': () => <Words icon="method">{t('nav.recipes')}</Words>,
  'versions.3': () => <Words icon="lock">●●●●●●●●</Words>,
  'kits.1': () => <ExpiryBadge expiry={new Date(Date.now() + soonMs).toISOString().slice(0, 10)} />,
  'kits.3': () => <Words icon="camera">{t('material.kits')}</Words>,
  'lots.1': () => <Words icon="lock">●●●●●●●●</Words>,
  'lots.2': () => <Words icon="warning">{t('material.lots')}</Words>,
  'lots.3': () => <Words icon="kit">{t('material.kits')}</Words>,
  'lots.4': () => <ExpiryBadge expiry={new Date(Date.now() + soonMs).toISOString().slice(0, 10)} />,
  'labels.1': () => <Words icon="print">{t('material.lots')}</Words>,
  'labels.3': () => <Words icon="camera">{t('material.lots')}</Words>,
  'offline.3': () => <Words icon="refresh">{t('sync.title')}</Words>,
}
