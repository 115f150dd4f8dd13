/** `@file`, `file:///x`, `text:x`, `name=x`: marks in front of a file, which may be a part of its name too. */
export function filesIn(text: string): readonly string[] {
  const plain = text.replace(/^@|^file:(?:\/\/(?:localhost)?(?=\/))?/i, '')
  const [, marked] = /^[\w.-]+(?::(?!\/\/)|=)[@<]?(.+)$/s.exec(plain) ?? []
  return plain.includes('://') ? [] : marked === undefined ? [plain] : [plain, marked]
}

/** `machine:file` */
export const isRemote = (text: string): boolean => /^[^/.~:][^/:]*:/.test(text)

/** `https://x`, `www.x.org`, `x.org/y`: no file. */
export const isAddress = (text: string): boolean =>
  /^(?!file:)[a-z][\w+.-]*:\/\//i.test(text) || /^(?:www\.|[\w-]+\.(?:com|org|net|io|dev)(?:[/:]|$))/i.test(text)

/** A package by its file, and not by its name. */
export const isFileOfPackage = (text: string): boolean =>
  !isAddress(text) &&
  /^(?:[.~]{0,2}\/|\.{1,2}$|file:)|\.(?:tgz|tar\.\w+|zip|whl|deb|rpm|gem|jar|rock|apk|pkg|msi)$/i.test(text)
