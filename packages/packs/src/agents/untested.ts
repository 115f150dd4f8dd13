/** Source that has no behaviour of its own: declarations, markers of a package, generated migrations, stories. */
export const UNTESTED: readonly string[] = ['**/*.d.ts', '**/__init__.py', '**/migrations/**', '**/*.stories.*']
