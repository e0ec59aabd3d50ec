import { type Signature, signatureMeanings } from '../../domain/entities/analysis.ts'
import { keepItem } from '../keep-item.ts'

export type Meaning = Signature['meaning']

const keyOf = (user: string) => `signature-meaning-${user}`

/** Read the meaning that this person chose last on this machine; it is shown in the dialog and may be changed there. */
export function readMeaning(user: string): Meaning | '' {
  try {
    const kept = localStorage.getItem(keyOf(user))
    return signatureMeanings.find((one) => one === kept) ?? ''
  } catch {
    return ''
  }
}

export function keepMeaning(user: string, meaning: Meaning): void {
  // Ignore a full storage, as it is only a help for the next time.
  keepItem(keyOf(user), meaning)
}
