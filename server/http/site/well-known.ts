import express, { type Response, type Router } from 'express';
import { security_email } from '../../../openapi/facts/security-contact.ts';
import { addDays, type Clock } from '../../core/clock.ts';
import type { Config } from '../../core/config.ts';
import { requestId } from '../../core/request-id.ts';

const OPEN = ['/open', '/??/open'];

/**
 * Tells Android and iOS which apps may open session links. Android requests `assetlinks.json` (Digital Asset Links), Apple's
 * servers `apple-app-site-association`; both require JSON without a redirect. For an app that is not configured, the response is
 * 404. `security.txt` tells people who find a vulnerability where to report it (RFC 9116).
 */
export function createWellKnown({ app_links: { android, ios }, public_url }: Config, clock: Clock): Router {
  const router = express.Router();
  router.get('/.well-known/assetlinks.json', (_req, res) => send(res, android && assetLinks(android)));
  router.get('/.well-known/apple-app-site-association', (_req, res) => send(res, ios && siteAssociation(ios)));
  router.get('/.well-known/security.txt', (_req, res) => {
    res
      .set('Cache-Control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(securityTxt(clock.now(), public_url));
  });
  return router;
}

function send(res: Response, statement: object | undefined): void {
  if (statement) res.set('Cache-Control', 'public, max-age=3600').json(statement);
  else {
    const request_id = requestId();
    const error = 'No app for this platform is configured to open session links';
    res.status(404).set('Cache-Control', 'no-store').json({ error, code: 'not_found', request_id });
  }
}

const assetLinks = ({ package_name, fingerprints }: NonNullable<Config['app_links']['android']>) => [
  {
    relation: ['delegate_permission/common.handle_all_urls'],
    target: { namespace: 'android_app', package_name, sha256_cert_fingerprints: fingerprints },
  },
];

/** iOS 13 and later read `appIDs` and `components`; earlier versions read `appID` and `paths`. */
const siteAssociation = (ids: string[]) => ({
  applinks: {
    apps: [],
    details: ids.map((id) => ({
      appID: id,
      paths: OPEN,
      appIDs: [id],
      components: OPEN.map((path) => ({ '/': path })),
    })),
  },
});

/** RFC 9116 recommends an expiry less than a year away. */
const COUNTS_FOR_DAYS = 180;

function securityTxt(now: Date, publicUrl: string): string {
  const expires = addDays(now, COUNTS_FOR_DAYS);
  expires.setUTCHours(0, 0, 0, 0);
  return `Contact: mailto:${security_email}
Expires: ${expires.toISOString()}
Preferred-Languages: en, es
Canonical: ${publicUrl}/.well-known/security.txt
Policy: ${publicUrl}/security
`;
}
