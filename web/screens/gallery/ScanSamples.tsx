import { useState } from 'react'
import { Button } from '../../parts/button/Button.tsx'
import { ScanDialog } from '../../parts/scan/ScanDialog.tsx'
import styles from './Gallery.module.css'

/** The camera with a code that is taken, and one that is not. */
export function ScanSamples() {
  const [open, setOpen] = useState(false)
  const [taken, setTaken] = useState<string | null>(null)
  return (
    <div className={styles.line}>
      <Button onClick={() => setOpen(true)}>Scan a code</Button>
      {open && (
        <ScanDialog
          title="Scan a code"
          hint="Hold any code in the frame"
          taken={taken}
          onText={(text) => {
            if (text.startsWith('http')) return 'Links are not taken here.'
            setTaken(text)
            return null
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
