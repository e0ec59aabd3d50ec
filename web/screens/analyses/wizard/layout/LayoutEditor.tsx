import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import type { CartridgeType } from '../../../../../domain/catalog/cartridges.ts'
import type { FaultDetail } from '../../../../../domain/fault.ts'
import { wellIndex } from '../../../../../domain/rules/well.ts'
import { faultText } from '../../../../i18n/faults.ts'
import { t } from '../../../../i18n/intl.ts'
import type { Draft } from '../../../../state/draft.ts'
import { startHistory } from '../../../../state/history.ts'
import { AnonymousHint } from '../../shared/AnonymousHint.tsx'
import { takeProtocolLayout } from '../choose-method.ts'
import { findDraftProblems, type Plan } from '../plan.ts'
import { Step } from '../Step.tsx'
import { listMixes } from './mixes.ts'
import { LayoutPlate } from './LayoutPlate.tsx'
import { LayoutTools } from './LayoutTools.tsx'
import styles from './Layout.module.css'
import { ProblemList } from './ProblemList.tsx'
import { SampleInspector } from './SampleInspector.tsx'
import { SampleList } from './SampleList.tsx'
import { ScanLog } from './ScanLog.tsx'
import { UnplacedTray } from './UnplacedTray.tsx'
import { useClipboard } from './use-clipboard.ts'
import { useEditor } from './use-editor.ts'
import { useScans } from './use-scans.ts'
import { useWedge } from '../../../../parts/scan/use-wedge.ts'
import { mapProblems } from './well-problems.ts'

// Opened by few, or seldom; the readers of files come with the list.
const CsvDialog = lazy(async () => ({ default: (await import('../csv/CsvDialog.tsx')).CsvDialog }))
const ToolPanel = lazy(async () => ({
  default: (await import('./tools/ToolPanel.tsx')).ToolPanel,
}))
const KeyHelp = lazy(async () => ({ default: (await import('./KeyHelp.tsx')).KeyHelp }))

/** The plate, beside it what is done to the selected wells, and under it what waits, what is wrong and what there is. */
export function LayoutEditor(props: {
  draft: Draft
  plan: Plan
  problems: readonly FaultDetail[]
  shape: CartridgeType
}) {
  const { draft, plan, shape } = props
  const layout = draft.layout.present
  const area = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<'list' | 'keys' | null>(null)
  const editor = useEditor(layout, shape)
  const clipboard = useClipboard(editor)
  const scans = useScans(editor, plan.protocol?.layout ?? [])
  const { preview, tool, wells, current } = editor
  const acted = useMemo(() => (wells.length > 0 ? wells : [current]), [wells, current])
  useWedge(area, tool === null, scans.scan, true)
  const shown = preview?.layout ?? layout
  const mixes = useMemo(() => listMixes(plan, shown), [plan, shown])
  const problems = preview
    ? findDraftProblems({ ...draft, layout: startHistory(shown) }, plan)
    : props.problems
  const marks = useMemo(() => mapProblems(problems, shown, shape), [problems, shown, shape])
  const { protocol } = plan
  const select = (names: readonly string[]) =>
    editor.select(new Set(names.map((well) => wellIndex(shape, well)).filter((at) => at >= 0)))
  return (
    <div ref={area} {...clipboard.handlers}>
      <Step
        number={3}
        id="layout"
        title={t('wizard.layout')}
        toolRow
        tools={
          <LayoutTools
            draft={draft}
            editor={editor}
            clipboard={clipboard}
            onImport={() => setOpened('list')}
            onHelp={() => setOpened('keys')}
            onProtocol={
              protocol && protocol.layout.length > 0
                ? () => takeProtocolLayout(protocol, draft.cartridge_type)
                : null
            }
          />
        }
      >
        <AnonymousHint text={t('wizard.anonymous')} />
        <div className={styles.layout}>
          <LayoutPlate
            name={draft.name}
            editor={editor}
            shown={shown}
            targets={plan.method?.evaluation.targets ?? []}
            mixes={mixes}
            marks={marks}
            scans={scans.issues}
            onHelp={() => setOpened('keys')}
          />
          {tool ? (
            <Suspense>
              <ToolPanel
                key={`${tool.name}-${tool.text}`}
                tool={tool.name}
                text={tool.text}
                blockOf={clipboard.blockOf}
                context={{
                  layout,
                  shape,
                  wells: acted,
                  direction: editor.direction,
                  onPreview: editor.setPreview,
                }}
                preview={preview}
                onApply={editor.applyTool}
                onLeave={editor.closeTool}
              />
            </Suspense>
          ) : (
            <SampleInspector
              key={wells.join()}
              layout={layout}
              wells={wells}
              shape={shape}
              direction={editor.direction}
              mixes={mixes}
              problems={
                wells.length === 1
                  ? (marks.get(wellIndex(shape, wells[0] ?? '')) ?? []).map(faultText)
                  : []
              }
            />
          )}
        </div>
        <ScanLog scans={scans} editor={editor} />
        <UnplacedTray editor={editor} />
        <ProblemList problems={problems} layout={shown} onShow={select} />
        <SampleList layout={layout} cartridge={shape} onShow={select} />
        <p className="visually-hidden" role="status">
          {editor.said}
        </p>
      </Step>
      <Suspense>
        {opened === 'list' && (
          <CsvDialog
            cartridge={shape}
            layout={layout}
            protocol={protocol}
            onClose={() => setOpened(null)}
          />
        )}
        {opened === 'keys' && <KeyHelp onClose={() => setOpened(null)} />}
      </Suspense>
    </div>
  )
}
