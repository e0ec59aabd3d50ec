import { lazy, type ReactNode, Suspense, useState } from 'react'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { Icon } from '../parts/icon/Icon.tsx'
import { Menu, type MenuAction } from '../parts/menu/Menu.tsx'
import { codeText } from '../../domain/codes/read-code.ts'
import type { Layout } from '../state/draft-steps.ts'
import type { History } from '../state/history.ts'
import { assignScanned } from './scan-receiver.ts'
import type { Editor } from './use-editor.ts'
import type { useClipboard } from './use-clipboard.ts'
import styles from './Layout.module.css'

const ScanDialog = lazy(async () => ({
  default: (await import('../parts/scan/ScanDialog.tsx')).ScanDialog,
}))

/** Show tools for the whole layout, or for the selected wells; all of them work without a keyboard as well. */
export function LayoutTools(props: {
  history: History<Layout>
  editor: Editor
  clipboard: ReturnType<typeof useClipboard>
  onHelp: () => void
  /** Further buttons, and further actions of the plate's menu. */
  more: ReactNode
  moreActions: readonly MenuAction[]
}) {
  const { editor } = props
  const { past, future } = props.history
  return (
    <>
      <Button
        kind="plain"
        icon="undo"
        iconOnly
        disabledReason={past.length === 0 ? t('wizard.undo.none') : null}
        onClick={editor.undo}
      >
        {t('wizard.undo')}
      </Button>
      <Button
        kind="plain"
        icon="redo"
        iconOnly
        disabledReason={future.length === 0 ? t('wizard.redo.none') : null}
        onClick={editor.redo}
      >
        {t('wizard.redo')}
      </Button>
      <Menu
        label={t('wizard.tools.fill')}
        trigger={<Trigger text={t('wizard.tools.fill')} />}
        items={fillItems(editor)}
      />
      <Menu
        label={t('wizard.tools.plate')}
        trigger={<Trigger text={t('wizard.tools.plate')} />}
        items={plateItems(editor, props.clipboard, props.moreActions)}
      />
      {props.more}
      <SampleScan />
      <Button kind="plain" icon="help" iconOnly onClick={props.onHelp}>
        {t('wizard.keys')}
      </Button>
    </>
  )
}

function Trigger({ text }: { text: string }) {
  return (
    <span className={styles.trigger}>
      {text} <Icon name="down" />
    </span>
  )
}

function fillItems(editor: Editor): MenuAction[] {
  const none = editor.wells.length === 0 ? t('wizard.tools.selectFirst') : null
  const held = editor.wells.some((well) =>
    editor.layout.some(({ coordinates }) => coordinates.includes(well)),
  )
  const empty = none ?? (held ? null : t('wizard.inspector.empty'))
  return [
    // Put the one first that needs no wells, so that the menu is no list of refusals.
    { id: 'paste', label: t('wizard.tools.paste'), onPress: () => editor.openTool('paste') },
    {
      id: 'series',
      label: t('wizard.tools.series'),
      disabledReason: none,
      onPress: () => editor.openTool('series'),
    },
    {
      id: 'replicates',
      label: t('wizard.tools.replicates'),
      disabledReason: empty,
      onPress: () => editor.openTool('replicates'),
    },
    {
      id: 'dilution',
      label: t('wizard.tools.dilution'),
      disabledReason: none,
      onPress: () => editor.openTool('dilution'),
    },
    {
      id: 'down',
      label: t('wizard.tools.fillDown'),
      disabledReason: none,
      onPress: () => editor.fill('down'),
    },
    {
      id: 'right',
      label: t('wizard.tools.fillRight'),
      disabledReason: none,
      onPress: () => editor.fill('across'),
    },
    {
      id: 'type',
      label: t('wizard.tools.nextType'),
      disabledReason: empty,
      onPress: () => editor.nextType(),
    },
  ]
}

function plateItems(
  editor: Editor,
  clipboard: ReturnType<typeof useClipboard>,
  more: readonly MenuAction[],
): MenuAction[] {
  const none = editor.wells.length === 0 ? t('wizard.tools.selectFirst') : null
  const bare = editor.layout.length === 0 ? t('wizard.tools.noSamples') : null
  return [
    {
      id: 'transform',
      label: t('wizard.tools.transform'),
      icon: 'refresh',
      disabledReason: bare,
      onPress: () => editor.openTool('transform'),
    },
    { id: 'copy', label: t('wizard.tools.copy'), disabledReason: none, onPress: clipboard.copy },
    {
      id: 'list',
      label: t('wizard.tools.copyList'),
      disabledReason: none,
      onPress: clipboard.copyList,
    },
    { id: 'cut', label: t('wizard.tools.cut'), disabledReason: none, onPress: clipboard.cut },
    ...more,
    {
      id: 'clear',
      label: t('wizard.tools.clear'),
      icon: 'trash',
      disabledReason: none,
      onPress: editor.clear,
    },
  ]
}

/** Scan labels of tubes by the camera, one after the other: each goes to the well in focus, and the focus moves on. */
function SampleScan() {
  const [isOpen, setOpen] = useState(false)
  const [taken, setTaken] = useState<string | null>(null)
  return (
    <>
      <Button kind="plain" icon="camera" onClick={() => setOpen(true)}>
        {t('wizard.scan')}
      </Button>
      {isOpen && (
        <Suspense>
          <ScanDialog
            title={t('wizard.scan')}
            hint={t('loading.scan.hint')}
            taken={taken}
            onText={(text) => {
              assignScanned(text)
              setTaken(t('wizard.scan.taken', { code: codeText(text) }))
              return null
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
