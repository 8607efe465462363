import type { Overview } from '@sigill/sdk/portal';
import { expect, test } from 'vitest';
import { overviewCsv } from './overview-csv';

const counts = { created: 3, opened: 3, initiated: 3, completed: 2, approved: 1, rejected: 1, failed: 1, aborted: 0 };
const nothing = { created: 0, opened: 0, initiated: 0, completed: 0, approved: 0, rejected: 0, failed: 0, aborted: 0 };

test('writes every number of the overview as one row, and no sessions', () => {
  const overview: Overview = {
    today: '2026-03-02',
    current: { ...counts, median_seconds: 74, p90_seconds: 189 },
    previous: nothing,
    days: [{ date: '2026-03-01', ...counts }],
    rejections: [{ code: 'document_expired', count: 1 }],
    failures: [{ code: 'nfc_lost', count: 1 }],
    countries: [{ country: 'SE', approved: 1, rejected: 1 }],
    platforms: [{ platform: 'IOS', count: 3 }],
    sessions: [],
  };
  const lines = overviewCsv(overview).split('\r\n');
  expect(lines[0]).toBe('about,name,measure,value');
  expect(lines).toHaveLength(1 + 10 + 8 + 8 + 1 + 1 + 2 + 1 + 1);
  expect(lines).toEqual(
    expect.arrayContaining([
      'window,2026-03-02,median_seconds,74',
      'window_before,2026-03-02,created,0',
      'day,2026-03-01,opened,3',
      'day,2026-03-01,approved,1',
      'rejection,document_expired,count,1',
      'failure,nfc_lost,count,1',
      'country,SE,rejected,1',
      'platform,IOS,count,3',
    ]),
  );
});
