/** Fill what this browser keeps for the page, to the last character. */
export function fillStorage(storage = localStorage): void {
  let text = 'x'.repeat(2 ** 20)
  for (let at = 0; text !== ''; at += 1) {
    try {
      storage.setItem(`filler-${at}`, text)
    } catch {
      text = text.slice(0, text.length / 2)
    }
  }
}
