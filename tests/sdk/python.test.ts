/** The wheel of the Python client, installed into an empty environment as an integrator would, against the service and against every promise of a client. */
// SQLite only: it is about a package.
// CI only: it installs a package in another language.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../scripts/build.ts';
import { root } from '../../scripts/contract/contract.ts';
import { playSpecimen, type Specimen } from '../../sdk/reader/src/specimen/index.ts';
import { type ForeignClient, startForeignClient } from '../support/contract/foreign-client.ts';
import { promisesOf } from '../support/contract/foreign-client-promises.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';
