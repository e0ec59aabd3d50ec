/** Wait until the clock shows another second than now: what is dated by the second differs from then on. */
export async function nextSecond(): Promise<void> {
  const second = () => Math.floor(Date.now() / 1000)
  const now = second()
  while (second() === now) await new Promise((resolve) => setTimeout(resolve, 10))
}
