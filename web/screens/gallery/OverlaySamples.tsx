import { useState } from 'react'
import { Button } from '../../parts/button/Button.tsx'
import { HoldButton } from '../../parts/button/HoldButton.tsx'
import { Dialog } from '../../parts/dialog/Dialog.tsx'
import { PasswordField } from '../../parts/form/PasswordField.tsx'
import { Menu } from '../../parts/menu/Menu.tsx'
import { SidePanel } from '../../parts/panel/SidePanel.tsx'
import { Tabs } from '../../parts/tabs/Tabs.tsx'
import type { Toast } from '../../parts/toast/ToastRegion.tsx'
import { ToastRegion } from '../../parts/toast/ToastRegion.tsx'
import styles from './Gallery.module.css'

export function OverlaySamples() {
  const [open, setOpen] = useState(false)
  const [panel, setPanel] = useState(false)
  const [tab, setTab] = useState('one')
  const [toasts, setToasts] = useState<Toast[]>([])
  const say = (toast: Omit<Toast, 'id'>) =>
    setToasts([...toasts, { ...toast, id: String(toasts.length + Math.random()) }])
  return (
    <>
      <div className={styles.line}>
        <Button onClick={() => setOpen(true)}>Open a dialog</Button>
        <HoldButton
          kind="danger"
          icon="stop"
          holdMs={1500}
          hint="Hold to abort at once"
          onHold={() => say({ kind: 'done', text: 'Held to the end.' })}
          onPress={() => say({ kind: 'info', text: 'Pressed: this would ask.' })}
        >
          Hold
        </HoldButton>
        <Button onClick={() => setPanel(true)}>Open a panel</Button>
        <Button onClick={() => say({ kind: 'done', text: 'Stored.' })}>Say something</Button>
        <Button onClick={() => say({ kind: 'normal', text: 'Sending 3 of 4.', stays: 2000 })}>
          Say in passing
        </Button>
        <Button onClick={() => say({ kind: 'success', text: 'Copied.', stays: 1000 })}>
          Say success
        </Button>
        <Button onClick={() => say({ kind: 'error', text: 'The device refused the recipe.' })}>
          Say a fault
        </Button>
        <Menu
          items={[
            { id: 'copy', label: 'Copy', icon: 'plus', onPress: () => {} },
            {
              id: 'sign',
              label: 'Sign',
              icon: 'check',
              disabledReason: 'Only reviewers may sign.',
              onPress: () => {},
            },
            { id: 'delete', label: 'Delete', icon: 'trash', danger: true, onPress: () => {} },
          ]}
        />
      </div>
      <Tabs
        label="Views"
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'one', label: 'Plate', content: <p>First view</p> },
          { id: 'two', label: 'Results', count: 96, content: <p>Second view</p> },
          { id: 'three', label: 'Notebook', content: <p>Third view</p> },
        ]}
      />
      {panel && (
        <SidePanel
          title="Beside the list"
          onClose={() => setPanel(false)}
          actions={<Button>Store</Button>}
        >
          <p>The list stays in view.</p>
        </SidePanel>
      )}
      <SignDialog open={open} onClose={() => setOpen(false)} />
      <ToastRegion
        label="Toasts of the gallery"
        toasts={toasts}
        onDismiss={(id) => setToasts(toasts.filter((toast) => toast.id !== id))}
      />
    </>
  )
}

function SignDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [secret, setSecret] = useState('')
  return (
    <Dialog
      open={open}
      title="Sign and validate"
      onClose={onClose}
      onSubmit={onClose}
      busy={false}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit">
            Sign and validate
          </Button>
        </>
      }
    >
      <p>You sign 92 results of this plate. They cannot be changed afterwards.</p>
      <PasswordField label="Your password" value={secret} onChange={setSecret} />
    </Dialog>
  )
}
