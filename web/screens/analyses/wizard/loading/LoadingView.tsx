import {
  type CSSProperties,
  lazy,
  Suspense,
  useRef,
  useState,
  useEffect,
  type KeyboardEvent,
  useLayoutEffect,
} from 'react'
import { type CartridgeType, cartridges } from '../../../../../domain/catalog/cartridges.ts'
import { formatDuration, formatNumber } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { EmptyState } from '../../../../parts/empty/EmptyState.tsx'
import { Segments } from '../../../../parts/form/Segments.tsx'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { Page } from '../../../../parts/page/Page.tsx'
import { PlateGrid } from '../../../../parts/plate/PlateGrid.tsx'
import { Progress } from '../../../../parts/progress/Progress.tsx'
import { now } from '../../../../state/clock.ts'
import type { Draft } from '../../../../state/draft.ts'
import { loading, loadingOrders } from '../../../../state/loading.ts'
import { useOpenWork } from '../../../../state/open-work.ts'
import { useWedge } from '../../../../parts/scan/use-wedge.ts'
import type { Plan } from '../plan.ts'
import { BenchSheet } from './BenchSheet.tsx'
import styles from './Loading.module.css'
import { StepCard } from './StepCard.tsx'
import { StepList } from './StepList.tsx'
import { type LoadingGuide, useLoading } from './use-loading.ts'
import type { Sample } from '../../../../../domain/entities/analysis.ts'
import type { WellLook } from '../../../../parts/plate/Well.tsx'
import { layoutLook } from '../../../../layout/layout-look.ts'
import type { LoadStep } from './list-steps.ts'

/** Longest time between two keys of a scanner; a person's are further apart. */
const scannerGapMs = 50
/** So long behind a letter a blank or Enter belongs to a label, and so long a letter waits for what follows it. */
const labelGapMs = 150

/**
 * Bind the keys: Space or Enter for done, Backspace or U for undo. Buttons other than «Done» keep their own keys, and
 * so does a scanned label.
 */
function useStepKeys({ finish, undo }: { finish: () => void; undo: () => void }) {
  const last = useRef({ at: Number.NEGATIVE_INFINITY, isLetter: false })
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const act = useRef({ finish, undo })
  useLayoutEffect(() => {
    act.current = { finish, undo }
  })
  useEffect(() => () => clearTimeout(waiting.current), [])
  return (event: KeyboardEvent) => {
    const { key, timeStamp } = event
    const gap = timeStamp - last.current.at
    const isLabel = gap < (last.current.isLetter ? labelGapMs : scannerGapMs)
    last.current = { at: timeStamp, isLetter: key.length === 1 && key !== ' ' }
    // Forget the last letter, which was the first one of a label.
    clearTimeout(waiting.current)
    const target = event.target as HTMLElement
    const isOther = target.closest('button, input, a, select') && !target.closest('[data-done]')
    if (isOther || event.ctrlKey || event.metaKey || event.altKey) return
    const isDone = key === ' ' || key === 'Enter'
    const isLetterU = key.toLowerCase() === 'u'
    if (!isDone && !isLetterU && key !== 'Backspace') return
    event.preventDefault()
    if (isLabel || event.repeat) return
    if (isDone) act.current.finish()
    else if (isLetterU) waiting.current = setTimeout(() => act.current.undo(), labelGapMs)
    else act.current.undo()
  }
}

const ScanDialog = lazy(async () => ({
  default: (await import('../../../../parts/scan/ScanDialog.tsx')).ScanDialog,
}))

interface LoadingProps {
  draft: Draft
  plan: Plan
  onClose: () => void
}

/**
 * Guide the loading of the cartridge, one step at a time, on a tablet beside the bench: the sample, its well, and the
 * progress.
 */
export function LoadingView({ draft, plan, onClose }: LoadingProps) {
  const cartridge = draft.cartridge_type && cartridges[draft.cartridge_type]
  const isEmpty = !draft.layout.present.some(({ coordinates }) => coordinates.length > 0)
  if (cartridge && !isEmpty) {
    return <Guide draft={draft} plan={plan} cartridge={cartridge} onClose={onClose} />
  }
  return (
    <Page title={t('loading.title')}>
      <EmptyState
        title={t('loading.empty')}
        icon="kit"
        action={<Button onClick={onClose}>{t('loading.back')}</Button>}
      >
        {t('loading.empty.hint')}
      </EmptyState>
    </Page>
  )
}

function Guide(props: LoadingProps & { cartridge: CartridgeType }) {
  const { draft, plan, cartridge, onClose } = props
  const guide = useLoading(draft, cartridge)
  const area = useRef<HTMLDivElement>(null)
  const [scanning, setScanning] = useState(false)
  const [printing, setPrinting] = useState(false)
  useOpenWork()
  useAwake()
  useWedge(area, true, ({ text, isDoubtful }) => guide.readLabel(text, isDoubtful))
  const keys = useStepKeys(guide)
  const due = guide.steps[guide.current]
  const look = loadingLook(draft.layout.present, cartridge, { loaded: guide.loaded, due })
  const total = guide.steps.reduce((sum, { wells }) => sum + wells.length, 0)
  return (
    <Page
      title={t('loading.title')}
      facts={[draft.name, <Elapsed key="time" />]}
      primary={{ label: t('loading.back'), icon: 'back', onPress: onClose }}
    >
      <div ref={area} className={styles.guide} onKeyDown={keys}>
        <div className={styles.bar}>
          <Segments
            label={t('loading.order')}
            value={guide.order}
            choices={loadingOrders.map((one) => ({ value: one, label: t(`loading.order.${one}`) }))}
            onChange={guide.chooseOrder}
          />
          <div className={styles.progress}>
            <Progress
              label={t('loading.progress')}
              value={total === 0 ? 0 : guide.loaded.size / total}
              text={t('loading.progress.text', { done: guide.loaded.size, total })}
            />
          </div>
          <Button kind="plain" icon="camera" onClick={() => setScanning(true)}>
            {t('loading.scan')}
          </Button>
          <Button kind="plain" icon="print" onClick={() => setPrinting(true)}>
            {t('loading.print')}
          </Button>
          <Button kind="plain" icon="refresh" onClick={guide.restart}>
            {t('loading.restart')}
          </Button>
        </div>
        <div className={styles.columns}>
          <div className={styles.plate} style={loadingRoom(cartridge)}>
            <PlateGrid
              label={t('loading.plate', { name: draft.name })}
              rows={cartridge.rows}
              columns={cartridge.columns}
              wellLook={(index) => look[index] ?? { label: '', quiet: true }}
              selected={new Set(due?.wells ?? [])}
              onSelect={(wells) => goToWell(guide, wells)}
            />
          </div>
          <div className={styles.now}>
            <StepCard guide={guide} cartridge={cartridge} onClose={onClose} />
            {guide.said && <Notice kind={guide.said.kind}>{guide.said.text}</Notice>}
            <StepList guide={guide} cartridge={cartridge} />
          </div>
        </div>
      </div>
      {scanning && (
        <Suspense>
          <ScanDialog
            title={t('loading.scan')}
            hint={t('loading.scan.hint')}
            taken={guide.said?.text ?? null}
            onText={(text) => {
              guide.readLabel(text)
              return null
            }}
            onClose={() => setScanning(false)}
          />
        </Suspense>
      )}
      {printing && <BenchSheet draft={draft} plan={plan} onPrinted={() => setPrinting(false)} />}
    </Page>
  )
}

/** Return the largest well size for the cartridge, because wells are read from the bench. */
function loadingRoom({ columns }: CartridgeType): CSSProperties {
  const well = columns <= 3 ? 112 : columns <= 4 ? 96 : columns <= 6 ? 72 : 48
  const style = { '--well': `${well}px`, maxInlineSize: `calc(40px + ${columns} * var(--well))` }
  return style as CSSProperties
}

/** Go to the step of a pressed well. */
function goToWell({ steps, goTo, current }: LoadingGuide, wells: ReadonlySet<number>): void {
  const due = steps[current]?.wells ?? []
  const pressed = [...wells].find((well) => !due.includes(well)) ?? [...wells][0]
  const step = steps.findIndex((one) => pressed !== undefined && one.wells.includes(pressed))
  if (step >= 0) goTo(step)
}

function Elapsed() {
  const { started_at } = loading.value
  if (started_at === null) return null
  const seconds = Math.max(0, Math.floor((now.value - started_at) / 1000))
  const time =
    seconds < 60
      ? t('loading.seconds', { seconds: formatNumber(seconds) })
      : formatDuration(seconds)
  return <span>{t('loading.since', { time })}</span>
}

/** Return the look of the plate while it is loaded: done wells are ticked and dim, the due one is bright. */
function loadingLook(
  samples: readonly Sample[],
  shape: CartridgeType,
  { loaded, due }: { loaded: ReadonlySet<number>; due: LoadStep | undefined },
): WellLook[] {
  return layoutLook(samples, shape, 'type').map((look, index) => {
    const isDue = due?.wells.includes(index) ?? false
    if (loaded.has(index)) {
      const label = t('loading.well.done', { look: look.label })
      return {
        ...look,
        label,
        fill: 'var(--sunken)',
        badge: '✓',
        ring: isDue ? 'var(--accent)' : undefined,
      }
    }
    if (!isDue) return look
    return { ...look, label: t('loading.well.due', { look: look.label }), ring: 'var(--accent)' }
  })
}

/**
 * Keep the screen on while the caller is mounted, if the browser can; request it again when the page is shown again.
 */
function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let over = false
    const ask = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      const given = await navigator.wakeLock.request('screen').catch(() => null)
      if (over) await given?.release()
      else lock = given
    }
    const onVisible = () => void ask()
    void ask()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', onVisible)
      void lock?.release()
    }
  }, [])
}
