import { useState } from 'react'
import { t } from '../i18n/intl.ts'
import { FormDialog } from '../parts/dialog/FormDialog.tsx'
import { Field } from '../parts/form/Field.tsx'
import { Icon } from '../parts/icon/Icon.tsx'
import { Menu } from '../parts/menu/Menu.tsx'
import { account } from '../state/session.ts'
import type { Address } from '../use-address.ts'
import { dropView, keepView, readViews, viewQuery } from './views.ts'

/** Show the lists that somebody has named, to come back to: chips, filter, sort and columns. */
export function ViewsMenu(props: {
  page: string
  open: string
  address: Address
  /** Columns on show, as an address writes them: a view keeps them, whatever is chosen for the list later. */
  columns: string
}) {
  const { page, address } = props
  const who = account.value?.uuid ?? ''
  const [views, setViews] = useState(() => readViews(page, who))
  const [isNaming, setNaming] = useState(false)
  const asked = viewQuery(address.search, props.open)
  const query = viewQuery(address.search, props.open, props.columns)
  const isStandard = viewQuery(new URLSearchParams(), props.open, '*') === query
  // Find views of an older version by the address alone, as they have no columns of their own.
  const shown = views.find((view) => view.query === query || view.query === asked)
  const show = (wanted: string) => {
    const next = new URLSearchParams(wanted)
    const names = new Set([...address.search.keys(), ...next.keys()])
    address.change(Object.fromEntries([...names].map((name) => [name, next.get(name)])), 'push')
  }
  return (
    <>
      <Menu
        label={t('record.views')}
        trigger={
          <>
            <Icon name="list" /> {shown?.name ?? t('record.views')}
          </>
        }
        items={[
          { id: 'all', label: t('record.viewAll'), onPress: () => show('') },
          ...views.map(({ name, query: wanted }) => ({
            id: `view ${name}`,
            label: name,
            ...(name === shown?.name && { icon: 'check' as const }),
            onPress: () => show(wanted),
          })),
          shown
            ? {
                id: 'drop',
                label: t('record.viewDrop', { name: shown.name }),
                icon: 'close',
                onPress: () => setViews(dropView(page, who, shown.name)),
              }
            : {
                id: 'keep',
                label: t('record.viewKeep'),
                icon: 'plus',
                disabledReason: isStandard ? t('record.viewNothing') : null,
                onPress: () => setNaming(true),
              },
        ]}
      />
      {isNaming && (
        <NameDialog
          onClose={() => setNaming(false)}
          onName={(name) => {
            setViews(keepView(page, who, { name, query }))
            show(query)
          }}
        />
      )}
    </>
  )
}

function NameDialog(props: { onName: (name: string) => void; onClose: () => void }) {
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const submit = () => {
    setTried(true)
    if (name.trim() === '') return
    props.onName(name.trim())
    props.onClose()
  }
  return (
    <FormDialog
      title={t('record.viewKeep')}
      submit={t('record.viewSave')}
      sending={{ busy: false, others: [] }}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <Field
        label={t('record.viewName')}
        hint={t('record.viewHint')}
        required
        maxLength={60}
        autoFocus
        value={name}
        error={tried && name.trim() === '' ? t('record.viewNameMissing') : null}
        onChange={setName}
      />
    </FormDialog>
  )
}
