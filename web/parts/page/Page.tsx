import type { ReactNode } from 'react'
import { Button } from '../button/Button.tsx'
import type { IconName } from '../icon/icon-paths.ts'
import lined from '../facts/Facts.module.css'
import styles from './Page.module.css'

export type PageAction = {
  label: string
  icon?: IconName
  busy?: boolean
  /** Reason that the action is not available now. */
  disabledReason?: string | null | undefined
  onPress: () => void
}

/**
 * Show a page: one line that names the thing (name, state, facts), one primary action that is the next step of its
 * life, the rest in `menu` (give it a Menu part).
 */
export function Page(props: {
  title: string
  /** The state, as a Badge. */
  state?: ReactNode
  /** Short facts: who, when, which device. */
  facts?: readonly ReactNode[]
  primary?: PageAction | null
  menu?: ReactNode
  /** Closer lines, where the content needs the first screen for itself. */
  isDense?: boolean
  children: ReactNode
}) {
  const { title, state, facts = [], primary, menu, isDense, children } = props
  return (
    <main id="page" className={styles.page} data-dense={isDense || undefined} tabIndex={-1}>
      <header className={styles.head}>
        <div className={styles.identity}>
          <h1>
            <bdi>{title}</bdi>
          </h1>
          {state}
          {facts.length > 0 && (
            <ul className={lined.line}>
              {facts.map((fact, index) => (
                <li key={index}>{fact}</li>
              ))}
            </ul>
          )}
        </div>
        <div className={styles.actions}>
          {primary && <PrimaryAction action={primary} />}
          {menu}
        </div>
      </header>
      {children}
    </main>
  )
}

function PrimaryAction({ action }: { action: PageAction }) {
  return (
    <Button
      kind="primary"
      busy={action.busy ?? false}
      disabledReason={action.disabledReason}
      onClick={action.onPress}
      {...(action.icon ? { icon: action.icon } : {})}
    >
      {action.label}
    </Button>
  )
}
