export { A_MAPPING, allowedBy, oneLine, quote, show, unknownName } from '../lib/wording.ts'
