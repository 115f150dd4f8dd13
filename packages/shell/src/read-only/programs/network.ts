import { LOOKS, unclassified, type ProgramCall, type Objection, type UsageTable } from '../usage.ts'
import { isKnown } from '../../effects.ts'

/** What is asked for may carry data out, so all of it must be readable. */
function allKnown({ name, args }: ProgramCall): Objection | undefined {
  return args.every(isKnown) ? undefined : unclassified(`The request of \`${name}\` is not fully known.`)
}

/**
 * Programs that only ask the network for names, routes and signs of life. `curl` and `wget` are not among them: a
 * request can send anything, so none is approved without a review.
 */
export const network = (): UsageTable => ({
  'ping ping6 traceroute traceroute6 tracepath mtr nslookup host whois': { refuse: '-f', check: allKnown },
  dig: { refuse: '-f -k', takes: '-b -p -q -t -x -c -y', check: allKnown },
  'curl wget http https xh': { needs: '-V -h', operands: 0 },
  openssl: {
    longDash: true,
    refuse: '-engine -provider -provider-path',
    commands: {
      'version help list ciphers': LOOKS,
      'x509 req crl': {
        needs: '-noout',
        refuse: '-out -new -newkey -keyout -signkey -key -CA -CAkey -req',
      },
    },
  },
})
