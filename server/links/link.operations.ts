import { audit } from '../audit/audit.service.ts';
import type { OutsideContext } from '../core/context.ts';
import { known } from '../core/known.ts';
import type { OpenedLink, ReusableLink } from '../generated/operations.gen.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { getBrand } from '../merchants/merchant.service.ts';
import {
  changeLink,
  checkLink,
  createLink,
  deleteLink,
  getLink,
  type Link,
  listLinks,
  optionsOf,
  stateOf,
} from '../sessions/links/link.service.ts';
import {
  explainFailure,
  getLinkByCode,
  pageOf,
  rulesOf,
  startFromLink,
  takeStart,
} from '../sessions/links/link-start.service.ts';

export const linkOperations: HandlersOf<'link'> = {
  async 'link.create'(ctx, body) {
    await checkLink(ctx, body);
    return ctx.transaction(async (ctx) => {
      const link = await createLink(ctx, body);
      await audit(ctx, 'link.create', link.id);
      return viewLink(ctx, link);
    });
  },

  async 'link.list'(ctx, body) {
    const { rows, ...next } = await listLinks(ctx, body);
    return { links: rows.map((link) => viewLink(ctx, link)), ...next };
  },

  async 'link.get'(ctx, body) {
    return viewLink(ctx, await getLink(ctx, body));
  },

  async 'link.update'(ctx, body) {
    await checkLink(ctx, body);
    return ctx.transaction(async (ctx) => {
      const link = await changeLink(ctx, body);
      await audit(ctx, 'link.update', link.id);
      return viewLink(ctx, link);
    });
  },

  async 'link.delete'(ctx, body) {
    return ctx.transaction(async (ctx) => {
      await deleteLink(ctx, body);
      await audit(ctx, 'link.delete', body.id);
      return {};
    });
  },

  async 'link.open'(ctx, { code }): Promise<OpenedLink> {
    const link = await getLinkByCode(ctx, code);
    const brand = await getBrand(ctx, link.merchant_id);
    const {
      locale,
      face_verification = false,
      passport_only = false,
      specimen = false,
    } = await rulesOf(ctx, link).catch(() => optionsOf(link));
    const { title, brand_color } = link;
    return {
      active: stateOf(link, ctx.deps.clock.now()) === 'ACTIVE',
      ...brand,
      ...known({ title, brand_color: brand_color ?? brand.brand_color, locale }),
      ...{ face_verification, passport_only, specimen: specimen || ctx.deps.config.mode === 'local' },
    };
  },

  async 'link.start'(ctx, { code }) {
    const link = await getLinkByCode(ctx, code);
    await takeStart(ctx, link);
    const linkTo = await pageOf(ctx, link);
    try {
      return await ctx.transaction(async (ctx) => {
        const { open_url, expires } = linkTo(await startFromLink(ctx, link));
        return { open_url, expires };
      });
    } catch (error) {
      throw await explainFailure(ctx, link, error);
    }
  },
};

function viewLink({ deps }: Pick<OutsideContext, 'deps'>, link: Link): ReusableLink {
  const { id, code, name, title, brand_color, session_limit, expires, started, open, approved, rejected, created } =
    link;
  return {
    ...{ id, code, url: `${deps.config.public_url}/v/${code}`, name },
    ...known({ title, brand_color, limit: session_limit, expires }),
    session_options: optionsOf(link),
    state: stateOf(link, deps.clock.now()),
    ...{ started, open, approved, rejected, created },
  };
}
