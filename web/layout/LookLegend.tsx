import type { CSSProperties } from 'react'
import { displayName } from '../../domain/catalog/wavelengths.ts'
import { sampleTypes } from '../../domain/entities/analysis.ts'
import { t } from '../i18n/intl.ts'
import { inkOn } from '../parts/plate/ink.ts'
import { sampleBadges, sampleTypeFills } from '../entities/sample/sample-look.ts'
import styles from './Layout.module.css'
import type { TargetGroup } from './mixes.ts'
import type { LayoutColouring } from './plan-look.ts'

/** Show the legend of the colours, badges and numbers on the plate. */
export function LookLegend(props: {
  colourBy: LayoutColouring
  groups: readonly TargetGroup[]
  mixes: readonly string[]
}) {
  const { colourBy, groups, mixes } = props
  return (
    <div className={styles.legend}>
      {colourBy === 'target' ? (
        <TargetLegend groups={groups} />
      ) : (
        <ul aria-label={t('wizard.legend.types')}>
          {sampleTypes.map((type) => (
            <li key={type}>
              <i
                aria-hidden="true"
                style={colourBy === 'type' ? fillStyle(sampleTypeFills[type]) : undefined}
              >
                {sampleBadges[type]}
              </i>
              {t(`sample.type.${type}`)}
            </li>
          ))}
        </ul>
      )}
      {mixes.length > 1 && (
        <ul aria-label={t('wizard.legend.mixes')}>
          {mixes.map((mix, at) => (
            <li key={mix}>
              <b aria-hidden="true">{at + 1}</b>
              {mix}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function fillStyle(fill: string): CSSProperties {
  return { background: fill, color: inkOn(fill) }
}

/** List the groups of targets that wells share; an internal control has an I. */
function TargetLegend({ groups }: { groups: readonly TargetGroup[] }) {
  return (
    <ul aria-label={t('wizard.legend.targets')}>
      {groups.map(({ targets, fill }) => (
        <li key={fill}>
          <i aria-hidden="true" style={fillStyle(fill)} />
          {targets.length === 0 && t('wizard.legend.noTarget')}
          {targets.map(({ name, channel, role }) => (
            <span key={`${name}-${channel}`}>
              {name} ({displayName(channel)}){role === 'internal control' && <b>{' I'}</b>}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
