import { useMemo, useState } from 'react'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import { displayName } from '../../../../domain/catalog/wavelengths.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { wellName } from '../../../../domain/rules/well.ts'
import { namesOf, writeWells } from '../../../../domain/rules/well-ranges.ts'
import { dyeColour, dyeFill } from '../../../entities/sample/dye-colour.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { PlateGrid } from '../../../parts/plate/PlateGrid.tsx'
import { plateRoom } from '../../../parts/plate/plate-room.ts'
import type { WellLook } from '../../../parts/plate/Well.tsx'
import styles from './Calibrations.module.css'
import { channelsOf, type Holding, type Holdings } from './dye-wells.ts'

/** Say on a picture of the plate which wells hold which dye: select wells, then press the dye. */
export function DyePlateField(props: {
  run: Pick<Analysis, 'name' | 'samples' | 'method' | 'cartridge_type'>
  holdings: Holdings
  leftOut: ReadonlyMap<string, string>
  onChange: (holdings: Holdings) => void
}) {
  const { run, holdings, leftOut, onChange } = props
  const shape = cartridges[run.cartridge_type]
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const looks = useMemo(() => lookOf(shape, holdings, leftOut), [shape, holdings, leftOut])
  const put = (holding: Holding | null) => {
    const next = new Map(holdings)
    for (const well of namesOf(selected, shape)) {
      if (holding) next.set(well, holding)
      else next.delete(well)
    }
    onChange(next)
    setSelected(new Set())
  }
  const why = selected.size === 0 ? t('dyes.selectFirst') : null
  return (
    <div className={styles.plate}>
      <h3>{t('dyes.plate')}</h3>
      <p className={styles.quiet}>{t('dyes.plateHint')}</p>
      <div className={styles.bar} role="group" aria-label={t('dyes.holds')}>
        {channelsOf(run).map((channel) => (
          <Button key={channel} disabledReason={why} onClick={() => put(channel)}>
            <span className={styles.swatch} style={{ background: dyeColour(channel) }} />
            {displayName(channel)}
          </Button>
        ))}
        <Button disabledReason={why} onClick={() => put('none')}>
          {t('dyes.none')}
        </Button>
        <Button kind="plain" disabledReason={why} onClick={() => put(null)}>
          {t('dyes.empty')}
        </Button>
      </div>
      <div style={plateRoom(shape)}>
        <PlateGrid
          label={t('dyes.plateOf', { name: run.name })}
          rows={shape.rows}
          columns={shape.columns}
          wellLook={(index) => looks[index] ?? { label: '', quiet: true }}
          selected={selected}
          onSelect={setSelected}
          hint
        />
      </div>
      <ul className={styles.list}>
        {[...channelsOf(run), 'none' as const].map((holding) => (
          <li key={holding}>
            {t('dyes.wellsOf', {
              dye: sayHolding(holding),
              wells: writeWells(wellsOf(holdings, holding), shape) || '–',
            })}
          </li>
        ))}
      </ul>
    </div>
  )
}

function sayHolding(holding: Holding): string {
  return holding === 'none' ? t('dyes.none') : displayName(holding)
}

function wellsOf(holdings: Holdings, holding: Holding): string[] {
  return [...holdings].flatMap(([well, one]) => (one === holding ? [well] : []))
}

function lookOf(
  shape: { rows: number; columns: number },
  holdings: Holdings,
  leftOut: ReadonlyMap<string, string>,
): WellLook[] {
  return Array.from({ length: shape.rows * shape.columns }, (_, index) => {
    const well = wellName(shape, index)
    const holding = holdings.get(well)
    if (!holding) return { label: t('parts.plate.empty'), quiet: true }
    const isOut = leftOut.has(well)
    const name = sayHolding(holding)
    return {
      label: isOut ? t('dyes.wellLeftOut', { dye: name }) : name,
      badge: holding === 'none' ? '–' : name.slice(0, 3),
      ...(holding !== 'none' && { fill: dyeFill(holding) }),
      ...(isOut && { mark: 'var(--warning)', ghost: 'gone' as const }),
    }
  })
}
