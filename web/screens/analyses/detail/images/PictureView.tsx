import { useEffect, useState } from 'react'
import { cartridges } from '../../../../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import type { Attachment } from '../../../../../domain/entities/attachment.ts'
import { wellIndex, wellName } from '../../../../../domain/rules/well.ts'
import type { LocatedWell } from '../../../../../workers/images/locate-wells.ts'
import { inWorker } from '../../../../../workers/pool.ts'
import { saveFile } from '../../../../client/save-file.ts'
import { formatPercent } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { Progress } from '../../../../parts/progress/Progress.tsx'
import type { Picked } from '../curves/use-picked.ts'
import styles from './ImagesPanel.module.css'
import { type Picture, usePicture } from './use-picture.ts'

const zooms = [1, 1.5, 2, 3, 4, 6, 8] as const

/** Show one picture at any size, with the wells over it if they are found. */
export function PictureView(props: {
  record: Analysis
  image: Attachment
  picked: Pick<Picked, 'selected' | 'onSelect'>
}) {
  const { record, image, picked } = props
  const picture = usePicture(image.uuid)
  const shape = cartridges[record.cartridge_type]
  const wells = useWells(picture, shape)
  const [zoom, setZoom] = useState(0)
  const [isOver, setOver] = useState(true)
  const [ratio, setRatio] = useState(1)
  const step = (by: number) =>
    setZoom((before) => Math.min(zooms.length - 1, Math.max(0, before + by)))
  if (picture.failure.length > 0) return <Notice kind="error">{picture.failure.join(' ')}</Notice>
  if (!picture.address) return <Progress label={t('parts.loading')} />
  const scale = zooms[zoom] ?? 1
  return (
    <figure className={styles.picture}>
      <Tools
        {...{ picture, image, scale, wells, isOver }}
        onStep={step}
        onOver={() => setOver(!isOver)}
      />
      <div
        className={styles.window}
        dir="ltr"
        tabIndex={0}
        role="group"
        aria-label={image.name}
        onKeyDown={(event) => {
          if (event.key === '+' || event.key === '=') step(1)
          else if (event.key === '-') step(-1)
          else if (event.key === '0') setZoom(0)
        }}
      >
        <div className={styles.sheet} style={{ inlineSize: `${scale * 100}%` }}>
          <img
            src={picture.address}
            alt={image.name}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setRatio(naturalWidth / Math.max(1, naturalHeight))
            }
          />
          {isOver && wells && (
            <WellsOverlay
              wells={wells}
              ratio={ratio}
              selected={new Set([...picked.selected].map((well) => wellName(shape, well)))}
              onSelect={(well) => picked.onSelect(new Set([wellIndex(shape, well)]))}
            />
          )}
        </div>
      </div>
      <figcaption>{image.name}</figcaption>
    </figure>
  )
}

/** Change the size of the picture, show the wells over it, and save it. */
function Tools(props: {
  picture: Picture
  image: Attachment
  scale: number
  wells: LocatedWell[] | null
  isOver: boolean
  onStep: (by: number) => void
  onOver: () => void
}) {
  const { picture, image, wells, onStep } = props
  const { mime_type: type, name } = image
  return (
    <div className={styles.tools}>
      <Button icon="minus" iconOnly onClick={() => onStep(-1)}>
        {t('images.smaller')}
      </Button>
      <span role="status">{formatPercent(props.scale)}</span>
      <Button icon="plus" iconOnly onClick={() => onStep(1)}>
        {t('images.larger')}
      </Button>
      <Button
        icon="plate"
        aria-pressed={props.isOver && wells !== null}
        disabledReason={wells === null ? t('images.noWells') : null}
        onClick={props.onOver}
      >
        {t('images.wells')}
      </Button>
      <Button
        icon="download"
        onClick={() => {
          if (picture.bytes) saveFile({ bytes: picture.bytes, type, name }, name)
        }}
      >
        {t('export.download')}
      </Button>
    </div>
  )
}

/** Find the wells of the plate in a picture; null during the search, and if they are not found. */
function useWells(
  { bytes }: Picture,
  shape: { rows: number; columns: number },
): LocatedWell[] | null {
  const [wells, setWells] = useState<LocatedWell[] | null>(null)
  useEffect(() => {
    setWells(null)
    if (!bytes) return undefined
    const stop = new AbortController()
    inWorker('locateWells', stop.signal, bytes, shape).then(setWells, () => null)
    return () => stop.abort()
  }, [bytes, shape])
  return wells
}

/**
 * Draw the wells over a picture; pressing one selects it on the plate. The plate beside it offers the same by keyboard.
 */
function WellsOverlay(props: {
  wells: readonly LocatedWell[]
  /** Width of the picture over its height. */
  ratio: number
  selected: ReadonlySet<string>
  onSelect: (well: string) => void
}) {
  const { wells, ratio, selected, onSelect } = props
  // Draw in a picture a thousand wide, so that letters keep their shape.
  const width = 1000
  const height = width / ratio
  return (
    <svg className={styles.overlay} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {wells.map(({ well, x, y, radius }) => (
        <g
          key={well}
          data-selected={selected.has(well) || undefined}
          onClick={() => onSelect(well)}
        >
          <circle cx={x * width} cy={y * height} r={radius * width} />
          <text
            x={x * width}
            y={y * height}
            textAnchor="middle"
            dominantBaseline="central"
            fontSize={Math.max(8, radius * width * 0.8)}
          >
            {well}
          </text>
        </g>
      ))}
    </svg>
  )
}
