import * as sdk from '@sigill/sdk';
import * as proof from '@sigill/sdk/proof';
import { story } from './story.mjs';

export default {
  async fetch(_request, environment) {
    return Response.json(await story(sdk, proof, environment));
  },
};
