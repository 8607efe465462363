/** How an account shows itself. A logo is kept as it was sent: the mock converts no images. */
import { createHash } from 'node:crypto';
import express, { type Router } from 'express';
import { logoUrl } from '../../server/merchants/logo-files.ts';
import type { Account } from './accounts.ts';
import type { Rules, World } from './rules.ts';

export const brandRules: Rules = {
  'merchant.self': ({ account }) => named(account),

  'merchant.update'({ account, world }, { brand_logo, ...settings }) {
    const { merchant } = account;
    Object.assign(merchant, settings);
    if (settings.brand_color === null) delete merchant.brand_color;
    if (settings.default_locale === null) delete merchant.default_locale;
    if (brand_logo === null) delete merchant.brand_logo_url;
    else if (brand_logo !== undefined) merchant.brand_logo_url = kept(world, Buffer.from(brand_logo, 'base64'));
    return named(account);
  },
};

const named = ({ merchant, billing }: Account) => ({ ...merchant, name: billing.company ?? merchant.name });

function kept({ logos, public_url }: World, bytes: Buffer): string {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  logos.set(sha256, bytes);
  return logoUrl(public_url, sha256);
}

export function createLogos({ logos }: World): Router {
  const router = express.Router();
  router.get('/logos/:name.png', (req, res) => {
    const bytes = logos.get(req.params.name);
    if (bytes) res.type('png').send(bytes);
    else res.status(404).end();
  });
  return router;
}
