export { A_MAPPING, allowedBy, oneLine, quote, show, unknownName } from '../core/wording.ts'
