import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import type { CartridgeType } from '../../domain/catalog/cartridges.ts'
import type { TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import type { FaultDetail } from '../../domain/fault.ts'
import { wellIndex } from '../../domain/rules/well.ts'
import { faultText } from '../i18n/faults.ts'
import type { MenuAction } from '../parts/menu/Menu.tsx'
import type { ReadCode } from '../parts/scan/key-burst.ts'
import { useWedge } from '../parts/scan/use-wedge.ts'
import type { Layout } from '../state/draft-steps.ts'
import type { History } from '../state/history.ts'
import styles from './Layout.module.css'
import type { LayoutBook } from './layout-book.ts'
import { LayoutPlate } from './LayoutPlate.tsx'
import { LayoutTools } from './LayoutTools.tsx'
import { listMixes } from './mixes.ts'
import { ProblemList } from './ProblemList.tsx'
import { SampleInspector } from './SampleInspector.tsx'
import { SampleList } from './SampleList.tsx'
import { ScanLog } from './ScanLog.tsx'
import type { PlannedWells } from './scanned-wells.ts'
import { UnplacedTray } from './UnplacedTray.tsx'
import { useClipboard } from './use-clipboard.ts'
import { type Editor, useEditor } from './use-editor.ts'
import { useScans } from './use-scans.ts'
import { mapProblems } from './well-problems.ts'

// Opened by few, or seldom.
const ToolPanel = lazy(async () => ({
  default: (await import('./tools/ToolPanel.tsx')).ToolPanel,
}))
const KeyHelp = lazy(async () => ({ default: (await import('./KeyHelp.tsx')).KeyHelp }))

export interface PlateEditorProps {
  /** Name of the plan or protocol, for readers of screens. */
  name: string
  history: History<Layout>
  book: LayoutBook
  shape: CartridgeType
  /** Targets of the method: which mixes there are, and the colours of wells by target. */
  targets: readonly TargetRule[]
  /** Mixes that are known besides those of targets and samples. */
  mixes: readonly string[]
  /** The layout that the protocol brought: scans fill the places that it keeps for samples. */
  planned: PlannedWells
  /** Problems of the layout, and how to find those of one that is only looked at. */
  problems: readonly FaultDetail[]
  findProblems: (layout: Layout) => readonly FaultDetail[]
  /** Take a code of something else than a sample; false for any other. */
  takeLabel?: (text: string) => boolean
  /** Buttons besides the common tools. */
  moreTools?: ReactNode
  /** Actions of the plate's menu besides the common ones. */
  moreActions?: readonly MenuAction[]
  /** Draws the tools and what they act on. */
  children: (tools: ReactNode, body: ReactNode) => ReactNode
}

/**
 * Edit the plate, with tools for the selected wells beside it, and unplaced samples, problems and the list of samples
 * below.
 */
export function PlateEditor(props: PlateEditorProps) {
  const { book, shape } = props
  const layout = props.history.present
  const area = useRef<HTMLDivElement>(null)
  const [helps, setHelps] = useState(false)
  const editor = useEditor(layout, shape, book)
  const clipboard = useClipboard(editor)
  const scans = useScans(editor, props.planned)
  const take = (code: ReadCode) => {
    if (props.takeLabel?.(code.text) !== true) return scans.scan(code)
    // Leave the field of the well open, which the first key has opened.
    editor.leaveEntry(false)
    editor.goTo(editor.currentNow())
  }
  useWedge(area, editor.tool === null, take, true)
  const help = () => setHelps(true)
  const tools = (
    <LayoutTools
      history={props.history}
      editor={editor}
      clipboard={clipboard}
      onHelp={help}
      more={props.moreTools}
      moreActions={props.moreActions ?? []}
    />
  )
  return (
    <div ref={area} {...clipboard.handlers}>
      {props.children(
        tools,
        <Body {...props} editor={editor} clipboard={clipboard} scans={scans} onHelp={help} />,
      )}
      <Suspense>{helps && <KeyHelp onClose={() => setHelps(false)} />}</Suspense>
    </div>
  )
}

function Body(
  props: PlateEditorProps & {
    editor: Editor
    clipboard: ReturnType<typeof useClipboard>
    scans: ReturnType<typeof useScans>
    onHelp: () => void
  },
) {
  const { editor, shape, targets, scans } = props
  const layout = props.history.present
  const { preview } = editor
  const shown = preview?.layout ?? layout
  const mixes = useMemo(() => listMixes(targets, props.mixes, shown), [targets, props.mixes, shown])
  const problems = preview ? props.findProblems(shown) : props.problems
  const marks = useMemo(() => mapProblems(problems, shown, shape), [problems, shown, shape])
  const select = (names: readonly string[]) =>
    editor.select(new Set(names.map((well) => wellIndex(shape, well)).filter((at) => at >= 0)))
  return (
    <>
      <div className={styles.layout}>
        <LayoutPlate
          name={props.name}
          editor={editor}
          shown={shown}
          targets={targets}
          mixes={mixes}
          marks={marks}
          scans={scans.issues}
          onHelp={props.onHelp}
        />
        <Beside
          editor={editor}
          clipboard={props.clipboard}
          mixes={mixes}
          marks={marks}
          planned={props.planned}
        />
      </div>
      <ScanLog scans={scans} editor={editor} />
      <UnplacedTray editor={editor} />
      <ProblemList problems={problems} layout={shown} onShow={select} />
      <SampleList editor={editor} onShow={select} />
      <p className="visually-hidden" role="status">
        {editor.said}
      </p>
    </>
  )
}

/** Show the open tool, or the content of the selected wells. */
function Beside(props: {
  editor: Editor
  clipboard: ReturnType<typeof useClipboard>
  mixes: readonly string[]
  marks: ReadonlyMap<number, readonly FaultDetail[]>
  planned: PlannedWells
}) {
  const { editor, clipboard, marks } = props
  const { tool, wells, current, layout, shape, direction, preview } = editor
  const acted = useMemo(() => (wells.length > 0 ? wells : [current]), [wells, current])
  if (!tool) {
    const [only = ''] = wells.length === 1 ? wells : []
    const problems = only === '' ? [] : (marks.get(wellIndex(shape, only)) ?? []).map(faultText)
    return (
      <SampleInspector key={wells.join()} editor={editor} mixes={props.mixes} problems={problems} />
    )
  }
  return (
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
          direction,
          planned: props.planned,
          onPreview: editor.setPreview,
        }}
        preview={preview}
        onApply={editor.applyTool}
        onLeave={editor.closeTool}
      />
    </Suspense>
  )
}
