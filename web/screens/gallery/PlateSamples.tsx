import { type CSSProperties, useState } from 'react'
import { PlateGrid } from '../../parts/plate/PlateGrid.tsx'
import type { WellLook } from '../../parts/plate/Well.tsx'
import styles from './Gallery.module.css'

const fills = ['#0072B2', '#009E73', '#E69F00', '#CC79A7', '#56B4E9']
const badges = ['U', 'U', 'U', 'S', '+', '−', 'N', 'I']

function look(index: number): WellLook {
  if (index % 11 === 10) return { label: 'empty', quiet: true }
  return {
    label: `made up, ${badges[index % 8]}`,
    fill: fills[index % 5],
    badge: badges[index % 8],
    mark: index % 17 === 3 ? '#D55E00' : undefined,
    ring: index % 13 === 6 ? '#ffffff' : undefined,
  }
}

const steps = ['new', 'changed', 'gone'] as const

/** Return the look of large wells with names, reaction mixes, and the preview of a step. */
function planned(index: number): WellLook {
  const ghost = steps[index % 5]
  const badge = badges[index % 8]
  if (ghost === 'gone' || index % 5 === 4) return { label: 'empty', quiet: true, ghost }
  const fill = fills[index % 5]
  return { label: `made up, ${badge}`, fill, badge, caption: `F-${101 + index}`, tag: '2', ghost }
}

export function PlateSamples() {
  const [wells, setWells] = useState<Set<number>>(new Set([14, 15, 26, 27]))
  const [few, setFew] = useState<Set<number>>(new Set([4]))
  return (
    <>
      <PlateGrid
        label="Made-up plate"
        rows={8}
        columns={12}
        wellLook={look}
        selected={wells}
        onSelect={setWells}
        hint
      />
      <div style={{ '--well': '72px' } as CSSProperties}>
        <PlateGrid
          label="Made-up step to look at"
          rows={4}
          columns={4}
          wellLook={planned}
          selected={few}
          onSelect={setFew}
          adding
        />
      </div>
      <div className={styles.line}>
        {[3, 4, 6].map((side) => (
          <PlateGrid
            key={side}
            label={`Made-up cartridge of ${side} by ${side}`}
            rows={side}
            columns={side}
            wellLook={look}
            selected={few}
            onSelect={setFew}
          />
        ))}
      </div>
    </>
  )
}
