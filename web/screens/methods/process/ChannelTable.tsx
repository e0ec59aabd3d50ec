import type { Dispatch } from 'react'
import { displayName, type WavelengthName } from '../../../../domain/catalog/wavelengths.ts'
import { WavelengthLine } from '../../../entities/process-recipe/ProgrammePicture.tsx'
import {
  seenWavelengths,
  seesWavelength,
} from '../../../entities/process-recipe/seen-wavelengths.ts'
import { t } from '../../../i18n/intl.ts'
import { Icon } from '../../../parts/icon/Icon.tsx'
import { Menu } from '../../../parts/menu/Menu.tsx'
import { type DraftChannel, makeChannel } from './draft/draft.ts'
import type { EditorAct } from './draft/editor.ts'
import { channelLimits } from './draft/find-problems.ts'
import styles from './Editor.module.css'
import { type FieldErrors, fieldId } from '../editing/field-id.ts'
import { FieldError } from '../editing/FieldError.tsx'
import { NumberCell } from '../editing/NumberCell.tsx'

/**
 * Edit the wavelengths that are read, in order, with light and exposure. Those for technicians are hidden from others,
 * and kept.
 */
export function ChannelTable(props: {
  channels: readonly DraftChannel[]
  errors: FieldErrors
  readOnly: boolean
  act: Dispatch<EditorAct>
}) {
  const { channels, errors, readOnly, act } = props
  const hidden = channels.filter(({ wavelength }) => !seesWavelength(wavelength)).length
  const left = seenWavelengths().filter((name) =>
    channels.every(({ wavelength }) => wavelength !== name),
  )
  const set = (next: readonly DraftChannel[]) => act({ type: 'channels', channels: next })
  return (
    <section className={styles.part} aria-label={t('methods.channels')}>
      <h2>{t('methods.channels')}</h2>
      <table className={styles.channels} aria-label={t('methods.channels')}>
        <thead>
          <tr>
            <th scope="col">{t('methods.wavelength')}</th>
            <th scope="col">{t('methods.intensity')}</th>
            <th scope="col">{t('methods.exposure')}</th>
            {!readOnly && (
              <th scope="col">
                <span className="visually-hidden">{t('methods.tools')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {channels.map((channel, at) =>
            seesWavelength(channel.wavelength) ? (
              <tr key={at} data-row={`channel-${at}`}>
                <th scope="row">
                  <WavelengthLine name={channel.wavelength} />
                  {displayName(channel.wavelength)}
                  <FieldError field={`process.channels.${at}.wavelength`} errors={errors} />
                </th>
                <Settings {...{ channel, at, errors, readOnly, act }} />
                {!readOnly && (
                  <td className={styles.tools}>
                    <button
                      type="button"
                      className={styles.tool}
                      aria-label={`${displayName(channel.wavelength)}: ${t('methods.removeChannel')}`}
                      title={t('methods.removeChannel')}
                      onClick={() => set(channels.filter((_, index) => index !== at))}
                    >
                      <Icon name="trash" />
                    </button>
                  </td>
                )}
              </tr>
            ) : null,
          )}
        </tbody>
      </table>
      <FieldError field="process.channels" errors={errors} />
      {hidden > 0 && (
        <p className={styles.quiet}>{t('methods.hiddenChannels', { count: hidden })}</p>
      )}
      {!readOnly && left.length > 0 && (
        <AddChannel left={left} onAdd={(name) => set([...channels, makeChannel(name)])} />
      )}
    </section>
  )
}

function Settings(props: {
  channel: DraftChannel
  at: number
  errors: FieldErrors
  readOnly: boolean
  act: Dispatch<EditorAct>
}) {
  const { channel, at, errors, readOnly, act } = props
  return (['intensity', 'exposure'] as const).map((column) => {
    const field = `process.channels.${at}.${column}`
    return (
      <td key={column}>
        <NumberCell
          id={fieldId(field)}
          column={column}
          label={`${displayName(channel.wavelength)}: ${t(`methods.${column}`)}`}
          value={channel[column]}
          limits={channelLimits[column]}
          fine={1}
          coarse={10}
          error={errors[field]}
          readOnly={readOnly}
          onChange={(next) => act({ type: 'channel', at, change: { [column]: next } })}
          onSettle={() => act({ type: 'settle' })}
        />
      </td>
    )
  })
}

function AddChannel(props: {
  left: readonly WavelengthName[]
  onAdd: (name: WavelengthName) => void
}) {
  return (
    <Menu
      label={t('methods.addChannel')}
      trigger={
        <>
          <Icon name="plus" /> {t('methods.addChannel')}
        </>
      }
      items={props.left.map((name) => ({
        id: name,
        label: displayName(name),
        onPress: () => props.onAdd(name),
      }))}
    />
  )
}
