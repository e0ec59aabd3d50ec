/**
 * Keep a text in the storage of this browser, or of this tab, where there is room: what a person does goes on without it. Returns false
 * where the browser takes nothing more, or nothing at all.
 */
export function keepItem(name: string, text: string, storage?: Storage): boolean {
  try {
    const place = storage ?? localStorage
    place.setItem(name, text)
    return true
  } catch {
    return false
  }
}
