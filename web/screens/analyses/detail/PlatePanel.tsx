import type { MouseEvent } from 'react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type CartridgeType, cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { Results } from '../../../../domain/results.ts'
import type { CurveLayers } from '../../../../workers/run/views.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { useLongPress } from '../../../parts/chart/use-long-press.ts'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { PlateGrid } from '../../../parts/plate/PlateGrid.tsx'
import type { WellLook } from '../../../parts/plate/Well.tsx'
import { plateRoom } from '../shared/plate-room.ts'
import { lookAtMoment } from './curves/look-at-moment.ts'
import { findMomentRange } from './curves/read-moment.ts'
import type { Scrub } from './curves/use-picked.ts'
import type { WellMenuOrder } from './curves/WellMenu.tsx'
import detail from './Detail.module.css'
import styles from './PlatePanel.module.css'
import { heatGradient } from './heat-scale.ts'
import { isHeat, plateLook } from './plate-look.ts'
import { formatSignal } from './trace-text.ts'
import { colourings, type ViewControl } from './use-view.ts'

type PlateProps = {
  record: Analysis
  results: Results | null
  layers: CurveLayers | null
  control: ViewControl
  selected: ReadonlySet<number>
  onSelect: (wells: Set<number>) => void
  /** A well pointed at in the curves or in the table. */
  pointed: number | null
  scrub: Scrub
  onMenu: (order: WellMenuOrder) => void
}

/** The plate as one of three views of the results; what is selected here is selected everywhere. */
export function PlatePanel(props: PlateProps) {
  const { record, results, control } = props
  const { view, change } = control
  const shape = cartridges[record.cartridge_type]
  const targets = record.method.evaluation.targets
  const all = useMemo(() => results?.wells ?? [], [results])
  // Where no well has two results the plate shows each well's own, unless one target is asked for.
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
      }),
    [record.samples, record.status, shape, view.colour, view.colours, all, target],
  )
  const hasMelt = all.some(({ melt }) => melt.length > 0)
  const channel = (target ?? targets[0])?.channel ?? ''
  const ofTarget = view.colour !== 'type' && view.colour !== 'sample'
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
      </div>
      <div
        style={plateRoom(shape)}
        onPointerDown={menu.down}
        onPointerMove={menu.cancel}
        onPointerUp={menu.cancel}
        onPointerCancel={menu.cancel}
        onContextMenu={menu.onContextMenu}
      >
        <MomentPlate {...props} {...{ shape, looks, channel }} />
      </div>
      <PlateLegend
        {...{ range, results, view: control.view }}
        {...{ layers: props.layers, scrub: props.scrub, channel }}
      />
    </section>
  )
}

/** Right press, long touch or menu key: on a selected well for the selection, on another for it alone. */
function openMenu(event: MouseEvent<HTMLElement>, { selected, onMenu }: PlateProps): void {
  const place = (event.target as Element).closest<HTMLElement>('[data-well]')
  const well = place && Number(place.dataset['well'])
  const wells = well === null || selected.has(well) ? [...selected] : [well]
  if (wells.length === 0) return
  const box = place?.getBoundingClientRect()
  // The menu key has no place of its own.
  const isKey = event.clientX === 0 && event.clientY === 0
  const at = isKey && box ? { x: box.right, y: box.bottom } : { x: event.clientX, y: event.clientY }
  onMenu({ wells, at })
}

/** The plate as it is coloured, or, while the moment is not the newest, by the signal then. */
function MomentPlate(
  props: PlateProps & { shape: CartridgeType; looks: readonly WellLook[]; channel: string },
) {
  const { record, shape, looks, layers, channel, pointed } = props
  const cycle = props.scrub.cycle.value
  const told = useRested(cycle)
  const range = useMemo(() => (layers ? findMomentRange(layers, channel) : null), [layers, channel])
  const shown = useMemo(
    () =>
      cycle === null || !layers || !range
        ? looks
        : lookAtMoment(looks, layers, { channel, cycle, range, told }),
    [looks, layers, channel, cycle, range, told],
  )
  const wellLook = useCallback(
    (index: number) => {
      const look = shown[index] ?? { label: '', quiet: true }
      return index === pointed ? { ...look, ring: 'var(--accent)' } : look
    },
    [shown, pointed],
  )
  const { selected, onSelect } = props
  const label = t('wizard.plate', { name: record.name })
  // New curves of a run change nothing on a plate that shows results.
  return useMemo(
    () => (
      <PlateGrid
        {...{ label, wellLook, selected, onSelect }}
        rows={shape.rows}
        columns={shape.columns}
      />
    ),
    [label, shape, wellLook, selected, onSelect],
  )
}

/** What is read aloud of 96 wells waits until the moment has come to rest: colours follow it at once. */
function useRested(cycle: number | null): number | null {
  const [rested, setRested] = useState(cycle)
  useEffect(() => {
    const timer = setTimeout(() => setRested(cycle), 150)
    return () => clearTimeout(timer)
  }, [cycle])
  return rested
}

function PlateLegend(props: {
  range: readonly [number, number] | null
  results: Results | null
  view: ViewControl['view']
  layers: CurveLayers | null
  scrub: Scrub
  channel: string
}) {
  const { range, view, layers, channel } = props
  const { colour } = view
  const cycle = props.scrub.cycle.value
  if (cycle !== null && layers) {
    const [low, high] = findMomentRange(layers, channel)
    return (
      <HeatLegend
        low={formatSignal(low)}
        high={formatSignal(high)}
        label={t('detail.colour.moment', { cycle })}
      />
    )
  }
  if (range && isHeat(colour)) {
    const [first, last] = colour === 'cq' ? [range[1], range[0]] : range
    const write = (value: number) =>
      colour === 'end' ? formatSignal(value) : formatNumber(value, colour === 'tm' ? 1 : 2)
    return <HeatLegend low={write(first)} high={write(last)} label={t(`detail.colour.${colour}`)} />
  }
  return colour === 'call' && props.results ? <CallLegend /> : null
}

function HeatLegend(props: { low: string; high: string; label: string }) {
  return (
    <p className={styles.legend} dir="ltr">
      <span>{props.label}</span>
      <span>{props.low}</span>
      <i style={{ background: heatGradient }} aria-hidden="true" />
      <span>{props.high}</span>
    </p>
  )
}

function CallLegend() {
  return (
    <p className={styles.legend}>
      <span>● {t('call.detected')}</span>
      <span>○ {t('call.not_detected')}</span>
      <span>◆ {t('call.review')}</span>
      <span>▲ {t('call.invalid')}</span>
    </p>
  )
}
