/**
 * Publishes the keys that verify proofs: as a key set (RFC 7517), and as the metadata in which SD-JWT VC looks for them
 * (draft-ietf-oauth-sd-jwt-vc, "JWT VC Issuer Metadata"). Both are public, and readable by other sites' pages.
 */
import express, { type RequestHandler, type Router } from 'express';
import type { OutsideContext } from '../core/context.ts';
import { publicProofKeys } from './proof-key.service.ts';

const KEYS = '/.well-known/jwks.json';
const ISSUER = '/.well-known/jwt-vc-issuer';

/** The longest that a verifier with a cached key set waits before it fetches a new key, which signs proofs immediately. */
const FRESH_SECONDS = 300;

export function createProofKeyFiles(ctx: OutsideContext): Router {
  const { public_url } = ctx.deps.config;
  const router = express.Router();
  router.get([KEYS, ISSUER], isShared);
  router.get(KEYS, async (_req, res) => void res.json(await publicProofKeys(ctx)));
  router.get(ISSUER, (_req, res) => void res.json({ issuer: public_url, jwks_uri: `${public_url}${KEYS}` }));
  return router;
}

const isShared: RequestHandler = (_req, res, next) => {
  res.set({
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': `public, max-age=${FRESH_SECONDS}`,
  });
  next();
};
