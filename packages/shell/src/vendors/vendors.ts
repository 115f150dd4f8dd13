import type { Run } from '../effects.ts'
import { own } from '../own.ts'
import { openFamilies, type Families } from '../programs/families.ts'
import { VENDOR_NAMES } from '../programs/names.generated.ts'
import { clouds } from './table/clouds.ts'
import { containers } from './table/containers.ts'
import { databases } from './table/databases.ts'
import { forges } from './table/forges.ts'
import { hosting } from './table/hosting.ts'
import { infrastructure } from './table/infrastructure.ts'
import { kubernetes } from './table/kubernetes.ts'
import { migrations } from './table/migrations.ts'
import { registries } from './table/registries.ts'
import { services } from './table/services.ts'
import { storage } from './table/storage.ts'
import type { Vendor } from './vendor.ts'

/** Every family of the table. */
export const VENDORS = {
  clouds,
  containers,
  databases,
  forges,
  hosting,
  infrastructure,
  kubernetes,
  migrations,
  registries,
  services,
  storage,
} satisfies Families<Vendor>

export const vendorNamed = openFamilies<Vendor>(VENDORS, VENDOR_NAMES)

export const isVendor = (name: string): boolean => vendorNamed(name) !== undefined

/** The entry that describes a call, and the words behind the name it is known by. */
export function vendorOf({
  program,
  args,
}: Run): { readonly vendor: Vendor; readonly args: readonly string[] } | undefined {
  const inner = startedBy(program, args)
  const [name, words] = inner ?? [own(SCRIPTS, program) ?? program.replace(/\.sh$/, ''), args]
  const vendor = vendorNamed(name)
  return vendor === undefined ? undefined : { vendor, args: words }
}

/** `python manage.py flush`, `python -m twine upload`, `php artisan db:wipe`, `java -jar jenkins-cli.jar delete-job x`. */
function startedBy(
  program: string,
  args: readonly string[],
): readonly [name: string, args: readonly string[]] | undefined {
  const base = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  if (/^python[\d.]*$|^pypy\d*$|^py$/.test(program)) {
    const at = args.findIndex((arg) => !/^-[a-ln-zA-Z]+$/.test(arg))
    const word = args[at] ?? ''
    if (word === '-m') return [args[at + 1]?.replaceAll('_', '-') ?? '', args.slice(at + 2)]
    const script = own(SCRIPTS, base(word))
    return script === undefined ? undefined : [script, args.slice(at + 1)]
  }
  const jar = program === 'java' ? args.indexOf('-jar') : -1
  if (jar >= 0) return [base(args[jar + 1] ?? '').replace(/(?:-\d[\w.-]*)?\.jar$/, ''), args.slice(jar + 2)]
  const at = /^(?:php[\d.]*|ruby|node|bun|deno)$/.test(program) ? args.findIndex((arg) => !arg.startsWith('-')) : -1
  const script = at < 0 ? undefined : own(SCRIPTS, base(args[at] ?? ''))
  return script === undefined ? undefined : [script, args.slice(at + 1)]
}

/** Scripts that every project of a framework has. */
const SCRIPTS: Readonly<Record<string, string>> = {
  'manage.py': 'django-admin',
  'setup.py': 'setup.py',
  artisan: 'artisan',
  rails: 'rails',
  rake: 'rake',
}
