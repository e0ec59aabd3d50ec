import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components'
import styles from './Tabs.module.css'

export type TabEntry = { id: string; label: string; count?: number; content: ReactNode }

/** Views of one thing, one at a time. The chosen tab belongs in the URL: give it as `selected`. */
export function Tabs(props: {
  label: string
  tabs: readonly TabEntry[]
  selected: string
  onSelect: (id: string) => void
}) {
  return (
    <AriaTabs
      className={styles.tabs ?? ''}
      selectedKey={props.selected}
      onSelectionChange={(key) => props.onSelect(String(key))}
    >
      <TabList className={styles.list ?? ''} aria-label={props.label}>
        {props.tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className={styles.tab ?? ''}>
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
          </Tab>
        ))}
      </TabList>
      {props.tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className={styles.panel ?? ''}>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
