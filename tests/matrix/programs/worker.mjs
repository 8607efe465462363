import * as sdk from '@sigill/sdk';
import { story } from './story.mjs';

export default {
  async fetch(_request, environment) {
    return Response.json(await story(sdk, environment));
  },
};
