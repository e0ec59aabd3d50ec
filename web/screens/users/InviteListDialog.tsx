import { useMemo, useState } from 'react'
import { languages } from '../../../domain/catalog/languages.ts'
import { mostInvited, userCalls } from '../../../domain/calls/users.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { call } from '../../client/call.ts'
import { type ListedPerson, readPeople } from '../../entities/user/read-people.ts'
import { t } from '../../i18n/intl.ts'
import { FileButton } from '../../parts/button/FileButton.tsx'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import type { Choice } from '../../parts/form/SelectField.tsx'
import { TextAreaField } from '../../parts/form/TextAreaField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { ListPreview, useListCheck } from '../../record/ListPreview.tsx'
import { readListFile } from '../../record/read-list-file.ts'
import { resyncRecords } from '../../state/records.ts'
import { showErrors } from '../../state/show-errors.ts'
import { showToast } from '../../state/toasts.ts'
import { useSending } from '../../state/use-sending.ts'

/** Invite people from a file or a pasted list: each line is checked as it is read, and all of them are invited or none. */
export function InviteListDialog(props: {
  profiles: readonly Choice[]
  swarms: readonly Swarm[]
  onClose: () => void
}) {
  const { profiles, swarms, onClose } = props
  const [text, setText] = useState('')
  const sending = useSending([])
  const { people: listed, unread } = useMemo(
    () => readPeople(text, profiles, swarms),
    [text, profiles, swarms],
  )
  const body = { people: listed.flatMap(asSent) }
  const { judged, check } = useListCheck(listed, body, {
    name: 'people',
    refused: 'people_refused',
    ask: () => call(userCalls.checkMany, { body }),
  })
  const wrong = judged.filter(({ problems }) => problems.length > 0).length
  const tooMany = listed.length > mostInvited
  const submit = async () => {
    const isComplete = listed.length > 0 && wrong === 0 && !tooMany
    const work = async (opId: string) => {
      await check()
      const { created, unsent } = await call(userCalls.inviteMany, { body }, { opId })
      resyncRecords()
      showToast('done', t('people.list.done', { count: created }))
      if (unsent.length > 0) {
        showToast('warning', t('people.list.unsent', { names: unsent.join(', ') }))
      }
    }
    if (await sending.send(isComplete, work, body)) onClose()
  }
  return (
    <FormDialog
      title={t('people.list.title')}
      submit={t('people.list.submit', { count: listed.length })}
      wide="table"
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextAreaField
        label={t('people.list.label')}
        hint={t('people.list.hint')}
        rows={6}
        autoFocus
        dir="ltr"
        value={text}
        error={sending.tried && listed.length === 0 ? t('fault.required') : null}
        onChange={setText}
      />
      <ReadFile onText={setText} />
      {tooMany && (
        <Notice kind="error">
          {t('people.list.tooMany', { count: listed.length, most: mostInvited })}
        </Notice>
      )}
      {listed.length > 0 && (
        <>
          <p role="status">{t('people.list.dryRun', { good: listed.length - wrong, wrong })}</p>
          <ListPreview
            label={t('people.list.preview')}
            unread={unread}
            rows={judged}
            columns={[
              ...(['name', 'username', 'email', 'profile', 'swarms'] as const).map((id) => ({
                id,
                header: t(`users.column.${id}`),
                cell: (person: ListedPerson) => <bdi>{sayCell(person, id)}</bdi>,
              })),
              ...(listed.some(({ language }) => language) ? [languageColumn()] : []),
            ]}
          />
        </>
      )}
    </FormDialog>
  )
}

function ReadFile({ onText }: { onText: (text: string) => void }) {
  return (
    <div>
      <FileButton
        label={t('people.list.file')}
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onFile={(file) => void readListFile(file).then(onText, showErrors)}
      >
        {t('people.list.file')}
      </FileButton>
    </div>
  )
}

function sayCell(person: ListedPerson, id: 'name' | 'username' | 'email' | 'profile' | 'swarms') {
  // Show what could not be found as it was written.
  if (id === 'profile') return person.profile?.label ?? (person.typed.profile || '–')
  if (id === 'swarms') return person.typed.swarms || '–'
  return person[id]
}

const languageColumn = () => ({
  id: 'language',
  header: t('top.language'),
  cell: ({ language }: ListedPerson) => (language ? <bdi>{languages[language].name}</bdi> : '–'),
})

const asSent = ({ name, username, email, phone, profile, swarms, language }: ListedPerson) =>
  profile === null
    ? []
    : [
        {
          name,
          username,
          email,
          ...(phone && { phone }),
          profile_uuid: profile.value,
          swarms: swarms.map(({ uuid }) => uuid),
          ...(language && { default_language: language }),
        },
      ]
