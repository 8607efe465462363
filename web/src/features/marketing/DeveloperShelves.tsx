import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { apps } from '../../content/apps';
import { LocaleLink } from '../navigation/LocaleLink';

/** More resources for developers, grouped by what they want to build. */
export function DeveloperShelves() {
  return (
    <div className="mt-8 grid gap-x-8 gap-y-12 md:grid-cols-3">
      <Shelf title={<Trans>Read with a phone</Trans>}>
        <Book to="/ios-integration-guide" title={<Trans>iOS integration guide</Trans>}>
          <Trans>iOS {apps.minimum_ios} or later</Trans>
        </Book>
        <Book to="/android-integration-guide" title={<Trans>Android integration guide</Trans>}>
          <Trans>API level {apps.minimum_android_api} or later</Trans>
        </Book>
        <Book to="/react-native-guide" title={<Trans>React Native guide</Trans>}>
          <Trans>Read documents in your own app, with ready-made screens</Trans>
        </Book>
        <Book to="/web-integration-guide" title={<Trans>Web integration guide</Trans>}>
          <Trans>No longer recommended</Trans>
        </Book>
      </Shelf>
      <Shelf title={<Trans>Other ways to read</Trans>}>
        <Book to="/reader-protocol" title={<Trans>Reader protocol</Trans>}>
          <Trans>What your own reader says to a chip, with recordings</Trans>
        </Book>
        <Book to="/computer-reader" title={<Trans>Read with a computer</Trans>}>
          <Trans>A contactless reader on a desk, and one command</Trans>
        </Book>
        <Book to="/demo" title={<Trans>Demo</Trans>}>
          <Trans>A session with specimen documents, and its log</Trans>
        </Book>
        <Book to="/failure-guide" title={<Trans>Failure guide</Trans>}>
          <Trans>Every reason for failure, and what helps</Trans>
        </Book>
      </Shelf>
      <Shelf title={<Trans>Keep an eye on it</Trans>}>
        <Book href="/openapi.yaml" title="OpenAPI 3.1">
          <Trans>The contract, for your own generator</Trans>
        </Book>
        <Book href="/postman_collection.json" title="Postman">
          <Trans>The main flow as a collection</Trans>
        </Book>
        <Book to="/changelog" title={<Trans>Changelog</Trans>}>
          <Trans>Changes, release by release</Trans>
        </Book>
        <Book to="/status" title={<Trans>Status</Trans>}>
          <Trans>Status now and over the last 90 days</Trans>
        </Book>
      </Shelf>
    </div>
  );
}

const Shelf = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div>
    <h3 className="caps border-b border-hairline pb-3">{title}</h3>
    <ul className="divide-y divide-hairline">{children}</ul>
  </div>
);

type Target = { to: string; href?: never } | { href: string; to?: never };

function Book({ to, href, title, children }: Target & { title: ReactNode; children: ReactNode }) {
  const look = 'group block py-4 hover:text-accent';
  const content = (
    <>
      <span className="block font-medium">{title}</span>{' '}
      <span className="mt-0.5 block text-sm text-muted">{children}</span>
    </>
  );
  return (
    <li>
      {to ? (
        <LocaleLink to={to} className={look}>
          {content}
        </LocaleLink>
      ) : (
        <a href={href} className={look}>
          {content}
        </a>
      )}
    </li>
  );
}
