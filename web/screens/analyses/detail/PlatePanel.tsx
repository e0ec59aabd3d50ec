import type { ReadonlySignal } from '@preact/signals-react'
import type { MouseEvent } from 'react'
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { type CartridgeType, cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { Results } from '../../../../domain/results.ts'
import { wellIndex } from '../../../../domain/rules/well.ts'
import type { CurveLayers, MeltLayers } from '../../../../workers/run/views.ts'
import { t } from '../../../i18n/intl.ts'
import { useLongPress } from '../../../parts/chart/use-long-press.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { PlateGrid } from '../../../parts/plate/PlateGrid.tsx'
import type { WellLook } from '../../../parts/plate/Well.tsx'
import { plateRoom } from '../../../parts/plate/plate-room.ts'
import {
  labelMoment,
  lookAtMoment,
  makeMomentScale,
  type MomentScale,
} from './curves/look-at-moment.ts'
import { momentsOf, type ShownMoments } from './curves/read-moment.ts'
import type { Scrub } from './curves/use-picked.ts'
import type { WellMenuOrder } from './curves/WellMenu.tsx'
import detail from './Detail.module.css'
import { PlateLegend, VerdictLegend } from './PlateLegend.tsx'
import { plateLook } from './plate-look.ts'
import { colourings, type ViewControl } from './use-view.ts'

/** Load the sheet for the printer when one is printed. */
const PlateSheet = lazy(async () => ({ default: (await import('./PlateSheet.tsx')).PlateSheet }))

type PlateProps = {
  record: Analysis
  results: Results | null
  layers: CurveLayers | null
  melt: MeltLayers | null
  control: ViewControl
  selected: ReadonlySet<number>
  onSelect: (wells: Set<number>) => void
  /** The well under the pointer, to light up its curves and its row. */
  onPoint: (well: number | null) => void
  /** A well pointed at in the curves or in the table. */
  pointed: ReadonlySignal<number | null>
  scrub: Scrub
  onMenu: (order: WellMenuOrder) => void
  /** Width of the panel in px as the person set it, null for its own. */
  width: number | null
}

/** Work out what the wells of the plate look like: by a target's results, or by the signal at a moment. */
function usePlateLooks(props: PlateProps) {
  const { record, results, layers, melt, scrub } = props
  const { view } = props.control
  const shape = cartridges[record.cartridge_type]
  const targets = record.method.evaluation.targets
  const all = useMemo(() => results?.wells ?? [], [results])
  // Show each well's own result where no well has two, unless one target is chosen.
  const isShared = useMemo(() => new Set(all.map(({ well }) => well)).size < all.length, [all])
  const wanted = targets.find(({ name }) => name === view.target)
  const target = wanted ?? (isShared ? targets[0] : undefined)
  const { looks, range } = useMemo(
    () =>
      plateLook({
        samples: record.samples,
        shape,
        colour: view.colour,
        results: target ? all.filter((one) => one.target === target.name) : all,
        running: record.status === 'RUNNING',
        colours: view.colours,
        reviews: record.sample_reviews,
        comments: record.comments,
      }),
    [
      record.samples,
      record.sample_reviews,
      record.comments,
      record.status,
      shape,
      view.colour,
      view.colours,
      all,
      target,
    ],
  )
  const { mode, show } = view
  const moments = useMemo(
    () => momentsOf({ mode, show }, layers, melt, scrub),
    [mode, show, layers, melt, scrub],
  )
  const scale = useMemo(() => {
    const own = new Map(all.map(({ well, channel }) => [wellIndex(shape, well), channel]))
    const first = targets[0]?.channel
    // Show each well's own target while all are shown.
    const channelOf = (well: number) => target?.channel ?? own.get(well) ?? first
    return moments && makeMomentScale(moments, channelOf)
  }, [moments, all, shape, target, targets])
  return { all, isShared, target, looks, range, moments, scale }
}

/** Show the plate as one of three views of the results; a selection here applies to all three. */
export function PlatePanel(props: PlateProps) {
  const { record, results, control } = props
  const { view, change } = control
  const shape = cartridges[record.cartridge_type]
  const targets = record.method.evaluation.targets
  const { all, isShared, target, looks, range, moments, scale } = usePlateLooks(props)
  const hasMelt = all.some(({ melt }) => melt.length > 0)
  const ofTarget = view.colour !== 'type' && view.colour !== 'sample'
  const [isPrinting, setPrinting] = useState(false)
  const stopPrinting = useCallback(() => setPrinting(false), [setPrinting])
  const menu = useLongPress<HTMLDivElement>((event) => openMenu(event, props))
  return (
    <section className={`${detail.panel} ${detail.view}`} aria-label={t('detail.plate')}>
      <div className={detail.bar}>
        <SelectField
          label={t('detail.colour')}
          hideLabel
          value={view.colour}
          choices={colourings
            .filter((one) => one !== 'tm' || hasMelt)
            .map((one) => ({ value: one, label: t(`detail.colour.${one}`) }))}
          onChange={(colour) => change({ colour })}
        />
        {ofTarget && targets.length > 1 && (
          <SelectField
            label={t('detail.target')}
            hideLabel
            value={target?.name ?? ''}
            {...(isShared ? {} : { placeholder: t('detail.target.all') })}
            choices={targets.map(({ name }) => ({ value: name, label: name }))}
            onChange={(name) => change({ target: name || null })}
          />
        )}
        <span className={detail.end}>
          <Button kind="plain" icon="print" iconOnly onClick={() => setPrinting(true)}>
            {t('detail.printPlate')}
          </Button>
        </span>
      </div>
      {isPrinting && (
        <Suspense fallback={null}>
          <PlateSheet
            record={record}
            results={results}
            target={ofTarget ? (isShared ? view.target : (target?.name ?? null)) : null}
            onPrinted={stopPrinting}
          />
        </Suspense>
      )}
      <div
        style={plateRoom(shape, props.width)}
        onPointerDown={menu.down}
        onPointerMove={menu.cancel}
        onPointerUp={menu.cancel}
        onPointerCancel={menu.cancel}
        onContextMenu={menu.onContextMenu}
        onPointerOver={(event) =>
          props.onPoint(event.pointerType === 'touch' ? null : findWell(event))
        }
        onPointerLeave={() => props.onPoint(null)}
      >
        <MomentPlate {...props} {...{ shape, looks, moments, scale }} />
      </div>
      <PlateLegend {...{ range, results, view: control.view, moments, scale }} />
      <VerdictLegend reviews={record.sample_reviews} />
    </section>
  )
}

/**
 * Open the menu by right press, long touch or menu key: on a selected well for the selection, on another for it alone.
 */
function openMenu(event: MouseEvent<HTMLElement>, { selected, onMenu }: PlateProps): void {
  const place = (event.target as Element).closest<HTMLElement>('[data-well]')
  const well = findWell(event)
  const wells = well === null || selected.has(well) ? [...selected] : [well]
  if (wells.length === 0) return
  const box = place?.getBoundingClientRect()
  // Recognise the menu key, which has no place of its own.
  const isKey = event.clientX === 0 && event.clientY === 0
  const at = isKey && box ? { x: box.right, y: box.bottom } : { x: event.clientX, y: event.clientY }
  onMenu({ wells, at })
}

function findWell(event: MouseEvent<HTMLElement>): number | null {
  const place = (event.target as Element).closest<HTMLElement>('[data-well]')
  return place && Number(place.dataset['well'])
}

/** Show the plate with its colouring, or at an earlier moment by the signal then. */
function MomentPlate(
  props: PlateProps & {
    shape: CartridgeType
    looks: readonly WellLook[]
    moments: ShownMoments | null
    scale: MomentScale | null
  },
) {
  const { record, shape, looks, moments, scale, pointed } = props
  const point = moments?.at.value ?? null
  const told = useRested(point)
  // Let texts for screen readers follow the drawing a moment later.
  const spoken = useDeferredValue(moments)
  const spokenScale = useDeferredValue(scale)
  const labels = useMemo(
    () =>
      told === null || !spoken || !spokenScale
        ? null
        : labelMoment(looks, spoken, spokenScale, told),
    [looks, spoken, spokenScale, told],
  )
  const shown = useMemo(
    () =>
      point === null || !moments || !scale
        ? looks
        : lookAtMoment(looks, moments, scale, { point, labels }),
    [looks, moments, scale, point, labels],
  )
  const wellLook = useCallback(
    (index: number) => shown[index] ?? { label: '', quiet: true },
    [shown],
  )
  const { selected, onSelect } = props
  const label = t('wizard.plate', { name: record.name })
  // Keep the plate: new curves of a run change nothing on one that shows results.
  return useMemo(
    () => (
      <PlateGrid
        {...{ label, wellLook, selected, onSelect, pointed }}
        rows={shape.rows}
        columns={shape.columns}
      />
    ),
    [label, shape, wellLook, selected, onSelect, pointed],
  )
}

/** Return the moment once it no longer moves, for the texts of 96 wells; colours follow it at once. */
function useRested(point: number | null): number | null {
  const [rested, setRested] = useState(point)
  useEffect(() => {
    const timer = setTimeout(() => setRested(point), 150)
    return () => clearTimeout(timer)
  }, [point])
  return rested
}
