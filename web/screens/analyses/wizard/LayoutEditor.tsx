import { lazy, Suspense, useMemo, useState } from 'react'
import type { CartridgeType } from '../../../../domain/catalog/cartridges.ts'
import type { Protocol } from '../../../../domain/entities/protocol.ts'
import type { FaultDetail } from '../../../../domain/fault.ts'
import { t } from '../../../i18n/intl.ts'
import type { LayoutBook } from '../../../layout/layout-book.ts'
import { PlateEditor } from '../../../layout/PlateEditor.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import type { MenuAction } from '../../../parts/menu/Menu.tsx'
import { changeLayout, type Draft, draft, redoLayout, undoLayout } from '../../../state/draft.ts'
import { startHistory } from '../../../state/history.ts'
import { AnonymousHint } from '../shared/AnonymousHint.tsx'
import { takeProtocolLayout } from './choose-method.ts'
import { findDraftProblems, type Plan } from './plan.ts'
import { Step } from './Step.tsx'

// Opened by few; the readers of files come with the list.
const CsvDialog = lazy(async () => ({ default: (await import('./csv/CsvDialog.tsx')).CsvDialog }))

/** The layout of the plan that is open. */
const planBook: LayoutBook = {
  now: () => draft.peek()?.layout.present ?? [],
  change: changeLayout,
  undo: undoLayout,
  redo: redoLayout,
}

/** Edit the plate of a plan, with lists of samples from files. */
export function LayoutEditor(props: {
  draft: Draft
  plan: Plan
  problems: readonly FaultDetail[]
  shape: CartridgeType
  takeLabel?: (text: string) => boolean
}) {
  const { plan, shape, takeLabel } = props
  const { protocol } = plan
  const [isOpen, setOpen] = useState(false)
  const mixes = useMemo(() => mixesOf(protocol), [protocol])
  return (
    <>
      <PlateEditor
        name={props.draft.name}
        history={props.draft.layout}
        book={planBook}
        shape={shape}
        targets={plan.method?.evaluation.targets ?? none}
        mixes={mixes}
        planned={protocol?.layout ?? none}
        {...(takeLabel && { takeLabel })}
        problems={props.problems}
        findProblems={(layout) =>
          findDraftProblems({ ...props.draft, layout: startHistory(layout) }, plan)
        }
        moreTools={
          <Button kind="plain" icon="upload" onClick={() => setOpen(true)}>
            {t('wizard.csv.open')}
          </Button>
        }
        moreActions={protocolActions(protocol, props.draft)}
      >
        {(tools, body) => (
          <Step number={3} id="layout" title={t('wizard.layout')} toolRow tools={tools}>
            <AnonymousHint text={t('wizard.anonymous')} />
            {body}
          </Step>
        )}
      </PlateEditor>
      <Suspense>
        {isOpen && (
          <CsvDialog
            cartridge={shape}
            layout={props.draft.layout.present}
            protocol={protocol}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}

const none: never[] = []

function mixesOf(protocol: Protocol | null): string[] {
  const rules = protocol?.expected_wells ?? none
  return [...rules, ...(protocol?.layout ?? none)].flatMap(({ well_type }) => well_type ?? [])
}

/** Return the action that takes the protocol's layout, where it has one. */
function protocolActions(
  protocol: Protocol | null,
  { cartridge_type }: Draft,
): readonly MenuAction[] {
  if (!protocol || protocol.layout.length === 0) return none
  const onPress = () => takeProtocolLayout(protocol, cartridge_type)
  return [{ id: 'protocol', label: t('wizard.layout.fromProtocol'), onPress }]
}
