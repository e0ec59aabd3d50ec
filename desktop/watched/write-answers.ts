import { constants } from 'node:fs'
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { answersFolder } from './look-into-folder.ts'

/** Follow no link that somebody who may write in the folder has put in the way. Windows has no such flag. */
const noLink = constants.O_NOFOLLOW ?? 0

/**
 * Write files into the folder of answers below a watched folder. A reader never sees half a file: each is renamed when it is
 * whole, and takes the place of an earlier one of its name.
 * @param files with their contents in Base64
 * @throws the system's error where the folder cannot be written, or is a link
 */
export async function writeAnswers(
  folder: string,
  files: readonly { name: string; content: string }[],
): Promise<void> {
  const home = join(folder, answersFolder)
  await mkdir(home).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  if (!(await lstat(home)).isDirectory()) throw new Error('The folder of answers is a link')
  for (const { name, content } of files) {
    const part = join(home, `.${name}.part`)
    // Remove what a machine left that went out while it wrote.
    await rm(part, { force: true })
    const handle = await open(
      part,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noLink,
      0o666,
    )
    try {
      await handle.writeFile(Buffer.from(content, 'base64'))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, join(home, name))
  }
}
